import type { Batch } from '@roadbook/event-log'
import type { Progress } from './progress.js'
import type { TrackedDevice } from './tracked-device.js'

/**
 * Maximum wait of late fixes (fixes older than the newest one of their device), as a multiple of the time that their last
 * processing took. So this processing takes a small share of the processor, which all lanes share.
 */
const LATE_PAUSE = 60
/** While the lane has a backlog, the maximum wait of late fixes is at least this, in milliseconds. */
const BACKLOG_LATE_MS = 30_000
/**
 * Late fixes stop waiting if no further late fixes have arrived for this time, in milliseconds. The next constant applies
 * during a backlog. It is longer, because the lanes then take turns, and the next batch of a lane may be late.
 */
const SETTLED_MS = 3_000
const BACKLOG_SETTLED_MS = 10_000
/**
 * The maximum wait of late fixes is never more than this, in milliseconds. After a crash, at most the work of this time is
 * repeated.
 */
const LONGEST_LATE_MS = 60_000
/** Maximum number of late fixes per lane that may wait. It limits the memory that they use. */
const MOST_LATE = 500_000

/**
 * Lane: everything in memory for one partition. It runs one task at a time. It is dropped when the partition is assigned to
 * another consumer process.
 */
export class Lane {
  readonly devices = new Map<number, TrackedDevice>()
  /**
   * Times of late fixes since the last checkpoint, by device. The fixes are stored, but the stored trips do not include them
   * yet. When the device is loaded again, its trips in memory include them.
   */
  readonly late = new Map<number, number[]>()
  /** Progress of the partition. Absent until the first waypoints are written. */
  progress: Progress | undefined
  /** The newest batch whose results no checkpoint has written yet. */
  uncommitted: Batch | undefined
  /** Duration of the last checkpoint, in milliseconds. */
  checkpointTookMs = 0
  /** Duration of the last processing of late fixes, in milliseconds. */
  cutTookMs = 0
  /** True while late fixes are being processed, a few devices at a time. */
  isCutting = false
  /** True if the newest batch had waited long in the log (a backlog). */
  isBehind = false
  /** Times at which the first and the last of the waiting late fixes arrived, by performance.now(). */
  #lateSince = 0
  #lateGrewAt = 0
  #turn: Promise<unknown> = Promise.resolve()
  #alarm: NodeJS.Timeout | undefined
  #alarmAt = Infinity

  constructor(readonly partition: number) {}

  /** Runs `work` after everything that was queued before. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    // The caller receives the failure. Later work continues.
    this.#turn = done.catch(() => undefined)
    return done
  }

  /**
   * Calls `wake` after this number of milliseconds. If an earlier call of this method is due sooner, that call remains, and
   * `wake` is ignored.
   */
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
   * True while late fixes continue to arrive, so that they are processed later and together. Reading the waypoints around late
   * fixes takes as long for one late fix as for many. If a tracker uploads many late fixes, the waypoints should be read a few
   * times and not every two seconds.
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
