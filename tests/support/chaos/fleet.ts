import type { Fix } from '@roadbook/contracts'
import { SimulatedTracker, type SimulatedTrackerOptions } from '@roadbook/testing'
import type { AckJournal } from './ack-journal.js'

export interface FleetOptions {
  journal: AckJournal
  port: number | (() => number)
  host?: string
  recordsPerPacket?: number
  random: () => number
  tracker?: Partial<SimulatedTrackerOptions>
}

/** Simulated trackers. For each, records the fixes that it must send, and the fixes whose acknowledgement it has read. */
export class Fleet {
  readonly sent = new Map<string, Fix[]>()
  readonly #trackers = new Map<string, SimulatedTracker>()

  constructor(private readonly options: FleetOptions) {}

  get trackers(): SimulatedTracker[] {
    return [...this.#trackers.values()]
  }

  get pending(): number {
    return this.trackers.reduce((sum, tracker) => sum + tracker.pending, 0)
  }

  /** Describes how much the trackers still have to send, and how many trackers are in each state. For error messages. */
  state(): string {
    const counts = new Map<string, number>()
    for (const { state } of this.trackers) counts.set(state, (counts.get(state) ?? 0) + 1)
    return `fixes without acknowledgement: ${this.pending}; trackers: ${[...counts].map((one) => one.join(' ')).join(', ')}`
  }

  /** Adds a tracker and starts it. */
  add(imei: string, changes: Partial<SimulatedTrackerOptions> = {}): SimulatedTracker {
    const { journal, port, host = '127.0.0.1', recordsPerPacket = 20, random, tracker: common = {} } = this.options
    const tracker = new SimulatedTracker({
      imei,
      host,
      port: typeof port === 'function' ? port() : port,
      recordsPerPacket,
      responseTimeoutMs: 5_000,
      backoff: { firstMs: 100, largestMs: 1_000 },
      random,
      ...common,
      ...changes,
      onAcknowledged: (fixes) => journal.add(imei, fixes),
    })
    this.#trackers.set(imei, tracker)
    tracker.start()
    return tracker
  }

  report(imei: string, fixes: readonly Fix[]): void {
    const sent = this.sent.get(imei)
    if (sent) for (const fix of fixes) sent.push(fix)
    else this.sent.set(imei, [...fixes])
    const tracker = this.#trackers.get(imei)
    if (!tracker) throw new Error(`no tracker ${imei}`)
    tracker.report(...fixes)
  }

  /** Resolves when every fix of every tracker is acknowledged. */
  async flush(): Promise<void> {
    await Promise.all(this.trackers.map((tracker) => tracker.flush()))
  }

  stop(): void {
    for (const tracker of this.trackers) {
      // If a flush still waits when its tracker stops, the flush rejects. This line handles the rejection.
      tracker.flush().catch(() => undefined)
      tracker.stop()
    }
  }
}
