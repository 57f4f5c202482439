import type { Batch } from '@roadbook/event-log'
import type { Progress } from './progress.js'
import type { TrackedDevice } from './tracked-device.js'

/** In a backlog, late fixes wait so long before they are cut in, … */
const SHORTEST_LATE_MS = 10_000
/** … or so many times as long as that took the last time, for all lanes share the time; … */
const LATE_PAUSE = 60
/** … but never longer: what a crash repeats; … */
const LONGEST_LATE_MS = 60_000
/** … and not when there are so many in a lane, for they are held in memory. */
const MOST_LATE = 500_000

/** Everything in memory for one partition. One thing happens in it at a time; it goes when the partition goes. */
export class Lane {
  readonly devices = new Map<number, TrackedDevice>()
  /**
   * Times of late fixes since the last checkpoint, by device. They are stored, but the stored trips do not know them yet: a
   * device that has to be loaded again is cut again there.
   */
  readonly late = new Map<number, number[]>()
  /** How far it is; absent until the first waypoints are written. */
  progress: Progress | undefined
  /** The newest batch whose effects are in memory and not in a checkpoint. */
  uncommitted: Batch | undefined
  /** How long the last checkpoint took. */
  checkpointTookMs = 0
  /** How long the last one took that cut late fixes in. */
  cutTookMs = 0
  /** Whether the newest batch had waited long. */
  isBehind = false
  /** Batches handled so far. */
  batches = 0
  /** When the first of the late fixes came; by performance.now(). */
  lateSince = 0
  #batchesAsked = 0
  #turn: Promise<unknown> = Promise.resolve()
  #alarm: NodeJS.Timeout | undefined
  #alarmAt = Infinity

  constructor(readonly partition: number) {}

  /** Runs `work` after all that came before it. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => undefined)
    return done
  }

  /** Calls back once within so many milliseconds, sooner if that was asked before. */
  wakeWithin(ms: number, wake: () => void): void {
    const at = performance.now() + ms
    if (at >= this.#alarmAt) return
    clearTimeout(this.#alarm)
    this.#alarmAt = at
    this.#alarm = setTimeout(() => {
      this.#alarmAt = Infinity
      wake()
    }, ms)
  }

  calmDown(): void {
    clearTimeout(this.#alarm)
    this.#alarmAt = Infinity
  }

  addLate(deviceId: number, positionedAt: readonly number[]): void {
    if (positionedAt.length === 0) return
    if (this.late.size === 0) this.lateSince = performance.now()
    this.late.set(deviceId, [...(this.late.get(deviceId) ?? []), ...positionedAt])
  }

  /**
   * Whether late fixes are better cut in later: a backlog is being worked off, and has brought more of them since this was
   * asked last. Reading a device's surroundings back costs the same for one late fix as for all of them, so it is to be done
   * a few times a backlog and not every two seconds. Ask before each checkpoint.
   */
  lateMayWait(): boolean {
    const isGrowing = this.batches > this.#batchesAsked
    this.#batchesAsked = this.batches
    const waitedMs = performance.now() - this.lateSince
    return this.late.size > 0 && this.isBehind && isGrowing && waitedMs < this.lateWaitMs && this.lateFixes < MOST_LATE
  }

  private get lateWaitMs(): number {
    return Math.min(LONGEST_LATE_MS, Math.max(SHORTEST_LATE_MS, this.cutTookMs * LATE_PAUSE))
  }

  private get lateFixes(): number {
    let sum = 0
    for (const times of this.late.values()) sum += times.length
    return sum
  }

  get hasWork(): boolean {
    return this.uncommitted !== undefined || [...this.devices.values()].some(({ isDirty }) => isDirty)
  }
}
