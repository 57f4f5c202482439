import type { Batch } from '@roadbook/event-log'
import type { Progress } from './progress.js'
import type { TrackedDevice } from './tracked-device.js'

/** Late fixes wait so many times as long as it took to cut them in the last time, for all lanes share the time; … */
const LATE_PAUSE = 60
/** … in a backlog at least so long; … */
const BACKLOG_LATE_MS = 30_000
/** … but not once no more have come for a while, which in a backlog is long, for every lane waits for its turn; … */
const SETTLED_MS = 3_000
const BACKLOG_SETTLED_MS = 10_000
/** … and never longer than this, which a crash repeats; … */
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
  /** How long it took to cut late fixes in the last time. */
  cutTookMs = 0
  /** Whether late fixes are being cut in, a few devices at a time. */
  isCutting = false
  /** Whether the newest batch had waited long. */
  isBehind = false
  /** When the first and the last of the late fixes came; by performance.now(). */
  #lateSince = 0
  #lateGrewAt = 0
  #turn: Promise<unknown> = Promise.resolve()
  #alarm: NodeJS.Timeout | undefined
  #alarmAt = Infinity

  constructor(readonly partition: number) {}

  /** Runs `work` after all that came before it. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    // Who asked for the work hears of its failure; what comes after it goes on.
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

  wakesWithin(ms: number): boolean {
    return this.#alarmAt <= performance.now() + ms
  }

  calmDown(): void {
    clearTimeout(this.#alarm)
    this.#alarmAt = Infinity
  }

  addLate(deviceId: number, positionedAt: readonly number[]): void {
    if (positionedAt.length === 0) return
    this.#lateGrewAt = performance.now()
    if (this.late.size === 0) this.#lateSince = this.#lateGrewAt
    this.late.set(deviceId, [...(this.late.get(deviceId) ?? []), ...positionedAt])
  }

  /**
   * Whether late fixes are better cut in later: more of them keep coming. Reading a device's surroundings back costs the same
   * for one late fix as for all of them, so it is to be done a few times a flood and not every two seconds.
   */
  get lateMayWait(): boolean {
    if (this.isCutting) return true
    const now = performance.now()
    const isGrowing = now - this.#lateGrewAt < (this.isBehind ? BACKLOG_SETTLED_MS : SETTLED_MS)
    return this.late.size > 0 && isGrowing && now - this.#lateSince < this.lateWaitMs && this.lateFixes < MOST_LATE
  }

  private get lateWaitMs(): number {
    const waitMs = this.cutTookMs * LATE_PAUSE
    return Math.min(LONGEST_LATE_MS, this.isBehind ? Math.max(BACKLOG_LATE_MS, waitMs) : waitMs)
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
