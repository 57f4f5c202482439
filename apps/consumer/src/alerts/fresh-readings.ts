import { randomInt } from 'node:crypto'
import type { AlertMark } from './alert-marks.js'

/**
 * Maximum number of readings in memory. If a batch would exceed this number, it is not kept in memory and is read from the
 * database later.
 */
const MOST = 400_000
/**
 * Milliseconds after which a batch is dropped from memory. After 10 s another process may take the batch, so this process then
 * no longer needs it.
 */
const KEPT_MS = 60_000

/**
 * Readings that this process has just stored, by batch, until their alerts are evaluated. If they arrived in order, their
 * evaluation need not read them from the database.
 */
export class FreshReadings {
  /** Id of this process among those that look for alerts. */
  readonly keeper = randomInt(2 ** 31 - 1)
  /**
   * Start of this process. The process may take any batch that was stored earlier, because the process that stored such a
   * batch has usually ended.
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

  /** Returns the marks of a batch in order of arrival. Empty if the batch is not in memory. */
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
