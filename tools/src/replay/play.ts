import type { Protocol } from '@roadbook/protocols'
import { systemClock, type Clock } from '@roadbook/testing'
import type { StoredFrame } from '../log/stored-frame.js'
import { NotTakenError, PlayedTracker } from './played-tracker.js'
import { redecode } from './redecode.js'
import type { FrameSource, Selection } from './selection.js'

export interface PlayOptions {
  source: FrameSource
  selection: Selection
  protocols: readonly Protocol[]
  host: string
  port: number
  /** Speed of playing as a multiple of the original speed. With 0, frames are sent as fast as they are acknowledged. */
  speed: number
  /** Maximum number of connections at a time. */
  mostConnections?: number
  answerTimeoutMs?: number
  signal: AbortSignal
  clock?: Clock
}

export interface Played {
  /** Number of frames that were acknowledged, or written if the protocol has no acknowledgement. */
  taken: number
  /** Number of frames that were not accepted, by reason. */
  notTaken: Map<string, number>
  trackers: number
}

/** Maximum number of frames that wait for earlier frames of their tracker. When so many wait, reading pauses. */
const MOST_WAITING = 1_000
const TRIES = 3

/** A tracker with the frames that wait for it. */
interface Line {
  tracker: PlayedTracker
  last: Promise<void>
  waiting: number
  isLost: boolean
}

/**
 * Plays stored frames over TCP as their trackers sent them. Each tracker has a connection of its own. A tracker's frames
 * are sent in order. Each is sent after the previous one has been acknowledged.
 */
export async function play(options: PlayOptions): Promise<Played> {
  return new Player(options).run()
}

class Player {
  readonly #lines = new Map<string, Line>()
  readonly #trackers = new Set<string>()
  readonly #played: Played = { taken: 0, notTaken: new Map(), trackers: 0 }
  #waiting = 0
  #room: (() => void) | undefined

  constructor(private readonly options: PlayOptions) {}

  async run(): Promise<Played> {
    const { source, selection, speed, signal, clock = systemClock } = this.options
    const beganAt = clock.now()
    let firstAt: number | undefined
    for await (const frame of source.frames(selection)) {
      firstAt ??= frame.receivedAt
      const waitMs = speed > 0 ? beganAt + (frame.receivedAt - firstAt) / speed - clock.now() : 0
      // An abort ends the sleep with an error, which is ignored here. Frames that were started before the abort are still
      // awaited.
      if (waitMs > 0) await clock.sleep(waitMs, signal).catch(() => undefined)
      if (signal.aborted) break
      await this.#until(() => this.#waiting < MOST_WAITING)
      await this.#enqueue(frame)
    }
    await Promise.all([...this.#lines.values()].map(async ({ last, tracker }) => last.then(() => tracker.end())))
    this.#played.trackers = this.#trackers.size
    return this.#played
  }

  async #enqueue(frame: StoredFrame): Promise<void> {
    const { protocols, signal } = this.options
    const encoder = protocols.find(({ name }) => name === frame.protocol)?.tracker
    if (!frame.raw) return this.#refuse('stored without its raw bytes')
    if (frame.transport === 'udp') return this.#refuse('came as a datagram, which is not played')
    if (!encoder) return this.#refuse(`the protocol "${frame.protocol}" cannot be played`)
    const records = recordsOf(frame, protocols)
    const { raw } = frame
    const line = await this.#lineOf(frame, encoder)
    line.waiting++
    this.#waiting++
    line.last = line.last.then(async () => {
      try {
        if (line.isLost) this.#refuse('its tracker was given up before')
        else if (!signal.aborted) {
          await line.tracker.send(raw, records)
          this.#played.taken++
        }
      } catch (error) {
        if (!(error instanceof NotTakenError)) throw error
        line.isLost = true
        this.#refuse(error.message)
      } finally {
        line.waiting--
        this.#waiting--
        this.#room?.()
      }
    })
    // The promise is awaited at the end. Until then a rejection must not end the process.
    line.last.catch(() => undefined)
  }

  async #lineOf({ imei, identity = imei }: StoredFrame, encoder: PlayedTracker['options']['encoder']): Promise<Line> {
    const known = this.#lines.get(imei)
    if (known) return known
    const { host, port, mostConnections = 1_000, answerTimeoutMs = 30_000 } = this.options
    await this.#until(() => this.#lines.size < mostConnections || this.#idle !== undefined)
    if (this.#lines.size >= mostConnections) await this.#closeIdle()
    const tracker = new PlayedTracker({ imei: identity, encoder, host, port, answerTimeoutMs, tries: TRIES })
    const line: Line = { tracker, last: Promise.resolve(), waiting: 0, isLost: false }
    this.#lines.set(imei, line)
    this.#trackers.add(imei)
    return line
  }

  get #idle(): [string, Line] | undefined {
    for (const entry of this.#lines) if (entry[1].waiting === 0) return entry
    return undefined
  }

  async #closeIdle(): Promise<void> {
    const [imei, { tracker }] = this.#idle as [string, Line]
    this.#lines.delete(imei)
    await tracker.end()
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => (this.#room = resolve))
    this.#room = undefined
  }

  #refuse(reason: string): void {
    this.#played.notTaken.set(reason, (this.#played.notTaken.get(reason) ?? 0) + 1)
  }
}

/** Returns the number of records that the gateway must confirm. */
function recordsOf(frame: StoredFrame, protocols: readonly Protocol[]): number {
  if (frame.packet) return frame.packet.fixes.length
  const decoded = redecode(frame, protocols)
  return 'packet' in decoded ? decoded.packet.fixes.length : 0
}
