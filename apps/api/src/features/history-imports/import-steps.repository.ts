import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type { State } from './dto/history-import.dto.js'

/** An import, as its job needs it. */
export interface ImportStep {
  state: State
  points: number
  sent: number
  /** Milliseconds since 1970 UTC. */
  last_at: number
  finished_at: Date | null
}

export interface ImportProgress {
  stored: number
  /** Time of the newest position of which the trips are computed, milliseconds since 1970 UTC. Null if there are none. */
  computed_till: number | null
}

/** Steps of an import outside requests. They serve every business. */
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

  async progress(transaction: ScopedTransaction, id: number): Promise<ImportProgress> {
    const found = await transaction.row<ImportProgress & Record<string, unknown>>(
      sql`SELECT p.stored, (extract(epoch FROM p.computed_till) * 1000)::float8 AS computed_till FROM history_import_progress(${id}::int) p`,
    )
    return found ?? { stored: 0, computed_till: null }
  }

  async noteStored(transaction: ScopedTransaction, id: number, stored: number): Promise<void> {
    await transaction.rows(sql`UPDATE history_imports h SET stored = ${stored}, updated_at = clock_timestamp()
      WHERE h.id = ${id} AND h.state IN ('sending', 'computing') AND h.stored <> ${stored} AND ${transaction.within(sql`h.business_id`)}`)
  }

  async noteDone(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`UPDATE history_imports h SET state = 'done', finished_at = now(), updated_at = clock_timestamp()
      WHERE h.id = ${id} AND h.state = 'computing' AND ${transaction.within(sql`h.business_id`)}`)
  }

  /** Makes consumers stop taking positions of an import that is being undone. */
  async stop(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`SELECT history_import_stop(${id}::int)`)
  }

  /** Removes everything that the import has brought. */
  async forget(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.execute('SET LOCAL statement_timeout = 0')
    await transaction.rows(sql`SELECT history_import_forget(${id}::int)`)
    await transaction.rows(sql`UPDATE history_imports h SET state = 'undone', stored = 0, updated_at = clock_timestamp()
      WHERE h.id = ${id} AND h.state = 'undoing' AND ${transaction.within(sql`h.business_id`)}`)
  }
}
