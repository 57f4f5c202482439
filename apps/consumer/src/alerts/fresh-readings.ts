import { randomInt } from 'node:crypto'
import type { AlertMark } from './alert-marks.js'

/** Maximum readings held in memory. A batch that exceeds it is not held and is read back from the database. */
const MOST = 400_000
/**
 * Time after which a batch is dropped from memory, in milliseconds. Other processes may take it from the database much earlier.
 */
const KEPT_MS = 60_000

/**
 * Readings that this process has just stored, by batch, until their alerts are evaluated. Readings that arrive in order then need
 * not be read back from the database.
 */
export class FreshReadings {
  /** Id of this process among those that look for alerts. */
  readonly keeper = randomInt(2 ** 31 - 1)
  /**
   * Start of this process. It may take any batch stored earlier, because the process that stored the batch has usually ended.
   */
  readonly since = Date.now()
  readonly #byBatch = new Map<number, { marks: readonly AlertMark[]; readings: number; keptAt: number }>()
  #held = 0

  keep(batchId: number, marks: readonly AlertMark[]): void {
    const now = performance.now()
    // Entries are in order of arrival.
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

  /** Returns the marks of a batch in order of arrival; empty when the batch is not held here. */
  marksOf(batchId: number): readonly AlertMark[] {
    return this.#byBatch.get(batchId)?.marks ?? []
  }

  forget(batchIds: readonly number[]): void {
    for (const id of batchIds) {
      this.#held -= this.#byBatch.get(id)?.readings ?? 0
      this.#byBatch.delete(id)
    }
  }
}
