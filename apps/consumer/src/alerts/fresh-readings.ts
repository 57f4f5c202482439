import { randomInt } from 'node:crypto'
import type { AlertMark } from './alert-marks.js'

/** More wait in the database alone: a backlog is read back from there. */
const MOST = 400_000
/** By then another process has looked at them. */
const KEPT_MS = 60_000

/**
 * Readings that this process has just stored, by the batch in which it did, until somebody has looked at them: what comes in order
 * need not be read back.
 */
export class FreshReadings {
  /** Names this process among those that look for alerts. */
  readonly keeper = randomInt(2 ** 31 - 1)
  /** Batches of before were left by whoever is no more. */
  readonly since = Date.now()
  readonly #byBatch = new Map<number, { marks: readonly AlertMark[]; readings: number; keptAt: number }>()
  #held = 0

  keep(batchId: number, marks: readonly AlertMark[]): void {
    const now = performance.now()
    // They stand in the order in which they came.
    for (const [id, { keptAt }] of this.#byBatch) {
      if (now - keptAt < KEPT_MS) break
      this.forget([id])
    }
    const readings = marks.reduce((sum, mark) => sum + (mark.readings?.length ?? 0), 0)
    if (this.#held + readings > MOST) return
    this.#byBatch.set(batchId, { marks, readings, keptAt: now })
    this.#held += readings
  }

  get batchIds(): number[] {
    return [...this.#byBatch.keys()]
  }

  /** What a batch stands for, as it came; nothing where it is not here. */
  of(batchId: number): readonly AlertMark[] {
    return this.#byBatch.get(batchId)?.marks ?? []
  }

  forget(batchIds: readonly number[]): void {
    for (const id of batchIds) {
      this.#held -= this.#byBatch.get(id)?.readings ?? 0
      this.#byBatch.delete(id)
    }
  }
}
