import type { Batch } from '@roadbook/event-log'
import type { Progress } from './progress.js'
import type { TrackedDevice } from './tracked-device.js'

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
    if (positionedAt.length > 0) this.late.set(deviceId, [...(this.late.get(deviceId) ?? []), ...positionedAt])
  }

  get hasWork(): boolean {
    return this.uncommitted !== undefined || [...this.devices.values()].some(({ isDirty }) => isDirty)
  }
}
