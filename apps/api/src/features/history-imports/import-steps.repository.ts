import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type { State } from './dto/history-import.dto.js'

/** Data of an import that its job needs. */
export interface ImportStep {
  state: State
  points: number
  sent: number
  /** Milliseconds since 1970 UTC. */
  last_at: number
  finished_at: Date | null
}

/** Queries of the jobs of imports. They run outside requests and serve every business. */
@Injectable()
export class ImportStepsRepository {
  find(transaction: ScopedTransaction, id: number): Promise<ImportStep | undefined> {
    return transaction.row<ImportStep & Record<string, unknown>>(sql`SELECT h.state, h.points, h.sent,
        (extract(epoch FROM h.last_at) * 1000)::float8 AS last_at, h.finished_at
      FROM history_imports h WHERE h.id = ${id} AND ${transaction.within(sql`h.business_id`)}`)
  }

  async positions(transaction: ScopedTransaction, id: number): Promise<Buffer | undefined> {
    const found = await transaction.row<{ positions: Buffer }>(sql`SELECT h.positions FROM history_imports h
      WHERE h.id = ${id} AND h.state = 'sending' AND ${transaction.within(sql`h.business_id`)}`)
    return found?.positions
  }

  /** @returns false if the import is being undone */
  async noteSent(transaction: ScopedTransaction, id: number, sent: number): Promise<boolean> {
    const noted = await transaction.row(sql`UPDATE history_imports h SET sent = ${sent}, updated_at = clock_timestamp()
      WHERE h.id = ${id} AND h.state = 'sending' AND ${transaction.within(sql`h.business_id`)} RETURNING h.id`)
    return noted !== undefined
  }

  async noteAllSent(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`UPDATE history_imports h SET state = 'computing', positions = NULL, updated_at = clock_timestamp()
      WHERE h.id = ${id} AND h.state = 'sending' AND ${transaction.within(sql`h.business_id`)}`)
  }

  /**
   * Returns the time up to which the import's trips are computed, in milliseconds since 1970 UTC. Null if no trips are
   * computed yet.
   */
  async computedTill(transaction: ScopedTransaction, id: number): Promise<number | null> {
    const found = await transaction.row<{ till: number | null }>(
      sql`SELECT (extract(epoch FROM history_import_computed(${id}::int)) * 1000)::float8 AS till`,
    )
    return found?.till ?? null
  }

  /**
   * Counts the import's positions that the consumer processes have stored, and saves their number. For a large import,
   * counting takes long.
   */
  async noteStored(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.execute("SET LOCAL statement_timeout = '60s'")
    await transaction.rows(sql`UPDATE history_imports h SET stored = history_import_stored(h.id), updated_at = clock_timestamp()
      WHERE h.id = ${id} AND h.state IN ('sending', 'computing') AND ${transaction.within(sql`h.business_id`)}`)
  }

  async noteDone(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`UPDATE history_imports h SET state = 'done', finished_at = now(), updated_at = clock_timestamp()
      WHERE h.id = ${id} AND h.state = 'computing' AND ${transaction.within(sql`h.business_id`)}`)
  }

  /** Makes the consumer processes refuse further positions of an import that is being undone. */
  async stop(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`SELECT history_import_stop(${id}::int)`)
  }

  /**
   * Removes the trips, the positions and the tracker of an import.
   * @returns false if users have added data to its trips meanwhile. Nothing is removed then, and the import gets the state
   * `done` again.
   */
  async forget(transaction: ScopedTransaction, id: number): Promise<boolean> {
    await transaction.execute('SET LOCAL statement_timeout = 0')
    const found = await transaction.row<{ is_gone: boolean }>(sql`SELECT history_import_forget(${id}::int) AS is_gone`)
    const isGone = found?.is_gone ?? false
    await transaction.rows(
      sql`UPDATE history_imports h SET updated_at = clock_timestamp(), ${
        isGone
          ? sql`state = 'undone', stored = 0`
          : sql`state = 'done', finished_at = coalesce(h.finished_at, now()), stored = history_import_stored(h.id)`
      } WHERE h.id = ${id} AND h.state = 'undoing' AND ${transaction.within(sql`h.business_id`)}`,
    )
    return isGone
  }
}
