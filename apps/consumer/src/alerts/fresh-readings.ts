import type { Reading } from '@roadbook/alerts'

/** More wait in the database alone: a backlog is read back from there. */
const MOST = 100_000
/** By then another process has looked at them. */
const KEPT_MS = 60_000

/**
 * Readings that this process has just stored, by their mark, until somebody has looked at them: what comes in order need not be
 * read back.
 */
export class FreshReadings {
  readonly #byMark = new Map<string, { readings: readonly Reading[]; keptAt: number }>()
  #held = 0

  keep(markId: string, readings: readonly Reading[]): void {
    const now = performance.now()
    // They stand in the order in which they came.
    for (const [id, { keptAt }] of this.#byMark) {
      if (now - keptAt < KEPT_MS) break
      this.forget([id])
    }
    if (this.#held + readings.length > MOST) return
    this.#byMark.set(markId, { readings, keptAt: now })
    this.#held += readings.length
  }

  /** All that these marks stand for, as they came; undefined where that of one is not here. */
  of(markIds: readonly string[]): Reading[] | undefined {
    const readings: Reading[] = []
    for (const id of markIds) {
      const kept = this.#byMark.get(id)
      if (!kept) return undefined
      readings.push(...kept.readings)
    }
    return readings
  }

  forget(markIds: readonly string[]): void {
    for (const id of markIds) {
      this.#held -= this.#byMark.get(id)?.readings.length ?? 0
      this.#byMark.delete(id)
    }
  }
}
