import { ClaimLostError } from '@roadbook/track-store'
import { checkpoint, cutLate, saveStates } from './checkpoint.js'
import type { Context } from './context.js'
import type { Lane } from './lane.js'
import type { Lanes } from './lanes.js'

/**
 * Milliseconds after which trips that were added, removed, closed or opened are written, if the consumer process has no
 * backlog. The time is short, because users see these trips only when they are written.
 */
const NEWS_MS = 200

/**
 * Minimum pause between two checkpoints, as a multiple of the earlier one's duration. Under load checkpoints take longer, so
 * they become rarer. The pause is never longer than the regular interval.
 */
const PAUSE = 5

/** After the late fixes of this number of devices have been processed, the next batch may run before the others. */
const DEVICES_A_TURN = 16

/**
 * Schedules the checkpoints of each lane (everything in memory for one partition). Before a checkpoint, the trips around late
 * fixes are recalculated.
 */
export class CheckpointClock {
  readonly #stopping = new AbortController()
  #cutting: Promise<void> = Promise.resolve()

  constructor(
    private readonly lanes: Lanes,
    private readonly context: Context,
    private readonly checkpointMs: number,
  ) {}

  /**
   * Schedules a checkpoint of the lane. The checkpoint runs sooner if trips were added, removed, closed or opened (`hasNews`).
   */
  ask(lane: Lane, hasNews: boolean): void {
    const ms = hasNews ? NEWS_MS : this.checkpointMs
    lane.wakeWithin(Math.min(Math.max(ms, lane.checkpointTookMs * PAUSE), this.checkpointMs), () => void this.#write(lane))
  }

  stop(): void {
    this.#stopping.abort()
    for (const lane of this.lanes.all()) lane.calmDown()
  }

  async #write(lane: Lane): Promise<void> {
    this.#callOthers(lane)
    if (!lane.hasWork) return
    const signal = lane.uncommitted?.signal ?? this.#stopping.signal
    try {
      const cutsLate = !lane.lateMayWait
      if (cutsLate) await this.#cutAhead(lane, signal)
      await lane.inTurn(async () => {
        if (signal.aborted || !this.lanes.isOurs(lane)) return
        const began = performance.now()
        await (cutsLate ? checkpoint : saveStates)(lane, this.context, signal)
        lane.checkpointTookMs = performance.now() - began
        if (!cutsLate) this.ask(lane, false)
      })
    } catch (error) {
      if (error instanceof ClaimLostError) this.lanes.forget(lane)
      if (signal.aborted || !this.lanes.isOurs(lane)) return
      this.context.logger.error({ err: error, partition: lane.partition }, 'no checkpoint')
      this.ask(lane, false)
    }
  }

  /**
   * Writes the checkpoints of other lanes now if they are due soon, because several checkpoints together take little longer
   * than one.
   */
  #callOthers(lane: Lane): void {
    const due = [...this.lanes.all()].filter(
      (other) => other !== lane && !other.isBehind && other.wakesWithin(this.checkpointMs / 2),
    )
    for (const other of due) other.calmDown()
    for (const other of due) void this.#write(other)
  }

  /**
   * Processes late fixes, a few devices at a time, so that batches can run in between. Only one lane does this at a time,
   * because all lanes share the processor.
   */
  async #cutAhead(lane: Lane, signal: AbortSignal): Promise<void> {
    lane.isCutting = true
    const done = this.#cutting.then(async () => {
      const turns = Math.ceil(lane.late.size / DEVICES_A_TURN)
      lane.cutTookMs = 0
      for (let turn = 0, isDone = false; turn < turns && !isDone; turn++) {
        isDone = await lane.inTurn(async () => {
          if (signal.aborted || !this.lanes.isOurs(lane)) return true
          const began = performance.now()
          const noneIsLeft = await cutLate(lane, this.context, signal, DEVICES_A_TURN)
          lane.cutTookMs += performance.now() - began
          return noneIsLeft
        })
      }
    })
    // If this lane fails, only its own promise `done` rejects. The next lane still gets its turn.
    this.#cutting = done.catch(() => undefined)
    await done.finally(() => (lane.isCutting = false))
  }
}
