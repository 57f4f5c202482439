import { randomInt } from 'node:crypto'
import type { AlertMark } from './alert-marks.js'

/** Maximum readings held. More stay in the database only, and a backlog is read back from there. */
const MOST = 400_000
/** Time after which a batch is dropped, in milliseconds. By then another process has looked at it. */
const KEPT_MS = 60_000

/**
 * Readings that this process has just stored, by batch, until they are looked at. Readings that arrive in order need not be read
 * back.
 */
export class FreshReadings {
  /** Id of this process among those that look for alerts. */
  readonly keeper = randomInt(2 ** 31 - 1)
  /** Start of this process. Batches stored before it belong to processes that have ended. */
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
