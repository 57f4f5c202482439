import { Inject, Injectable } from '@nestjs/common'
import type pg from 'pg'
import { API_POOL } from '../../../configuration.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import type { Locale } from '../../../texts/locale.js'

/** Trip of a missing vehicle. */
export interface MovementRow {
  case_id: number
  device_id: number
  started_at: Date
  ended_at: Date
}

/** Stored movement of a case. */
interface KnownRow {
  id: number
  started_at: Date
  ended_at: Date
}

/** Case with a movement that was not mailed yet. */
export interface AlarmedCaseRow {
  id: number
  number: string
  entity_name: string
  business_id: number
  assignee_id: number | null
  reported_by: number | null
  started_at: Date
  ended_at: Date
  is_late: boolean
}

export interface ReaderRow {
  email: string
  locale: Locale
  first_name: string
}

/** Movements of missing vehicles of every business. A job uses these queries. Requests do not. */
@Injectable()
export class CaseAlarmsRepository {
  constructor(@Inject(API_POOL) private readonly pool: pg.Pool) {}

  /**
   * Finds trips that missing vehicles made after they were reported missing, and that are not yet stored as movements. Leaves
   * out trips of a tracker that was removed from a customer's vehicle, until the tracker is shown to have moved to this
   * vehicle (G-107).
   */
  async findUnnoticed(): Promise<MovementRow[]> {
    const { rows } = await this.pool.query<MovementRow>(`SELECT m.id AS case_id, t.device_id, t.started_at, t.ended_at
      FROM missing_cases m
      CROSS JOIN LATERAL (
        SELECT t.device_id, greatest(t.started_at, m.opened_at) AS started_at, t.ended_at
        FROM trips t
        WHERE t.entity_id = m.entity_id AND t.ended_at > m.opened_at AND t.deleted_at IS NULL
          AND NOT EXISTS (
            SELECT 1 FROM installations i WHERE i.device_id = t.device_id AND i.entity_id = t.entity_id
              AND i.followed_consumer_id IS NOT NULL AND t.ended_at > i.installed_at
              AND t.started_at < coalesce(i.moved_at, i.removed_at, 'infinity'))
      ) t
      WHERE m.state = 'open' AND NOT EXISTS (
        SELECT 1 FROM missing_case_movements w WHERE w.case_id = m.id AND w.started_at <= t.started_at AND w.ended_at >= t.ended_at)
      ORDER BY t.started_at`)
    return rows
  }

  /** Finds open cases with a movement that was not mailed. Leaves out cases with a mail in the last `pauseMin` minutes. */
  async findUntold(pauseMin: number): Promise<number[]> {
    const { rows } = await this.pool.query<{ id: number }>(
      `SELECT DISTINCT m.id
       FROM missing_case_movements w JOIN missing_cases m ON m.id = w.case_id AND m.state = 'open'
       WHERE w.told_at IS NULL AND NOT EXISTS (
         SELECT 1 FROM missing_case_movements told WHERE told.case_id = m.id AND told.told_at > now() - make_interval(mins => $1))
       ORDER BY 1`,
      [pauseMin],
    )
    return rows.map(({ id }) => id)
  }

  /**
   * Locks the case.
   * @returns whether the case is open
   */
  async lockOpen(transaction: ScopedTransaction, caseId: number): Promise<boolean> {
    const open = await transaction.row(sql`SELECT id FROM missing_cases WHERE id = ${caseId} AND state = 'open' FOR UPDATE`)
    return open !== undefined
  }

  /** Finds stored movements of the case that overlap this one. Movements that were mailed come first. */
  findOverlapping(transaction: ScopedTransaction, { case_id, started_at, ended_at }: MovementRow): Promise<KnownRow[]> {
    return transaction.rows<KnownRow>(
      sql`SELECT id, started_at, ended_at FROM missing_case_movements
        WHERE case_id = ${case_id} AND tstzrange(started_at, ended_at, '[]') && tstzrange(${started_at}::timestamptz, ${ended_at}::timestamptz, '[]')
        ORDER BY told_at NULLS LAST, id`,
    )
  }

  /** @param lateMin a movement that ended more than this many minutes ago counts as past */
  async add(
    transaction: ScopedTransaction,
    { case_id, device_id, started_at, ended_at }: MovementRow,
    lateMin: number,
  ): Promise<void> {
    await transaction.rows(
      sql`INSERT INTO missing_case_movements (case_id, device_id, started_at, ended_at, is_late)
        VALUES (${case_id}, ${device_id}, ${started_at}, ${ended_at}, ${ended_at}::timestamptz < now() - make_interval(mins => ${lateMin}))`,
    )
  }

  async remove(transaction: ScopedTransaction, ids: readonly number[]): Promise<void> {
    await transaction.rows(sql`DELETE FROM missing_case_movements WHERE id = ANY (${[...ids]}::bigint[])`)
  }

  async stretch(transaction: ScopedTransaction, id: number, from: Date, till: Date): Promise<void> {
    await transaction.rows(sql`UPDATE missing_case_movements SET started_at = ${from}, ended_at = ${till} WHERE id = ${id}`)
  }

  /** Locks the case and returns it. Returns undefined when it is closed or all its movements were mailed. */
  findForUpdate(transaction: ScopedTransaction, id: number): Promise<AlarmedCaseRow | undefined> {
    return transaction.row<AlarmedCaseRow>(sql`SELECT m.id, m.number, e.name AS entity_name, e.business_id, m.assignee_id,
        m.reported_by, w.started_at, w.ended_at, w.is_late
      FROM missing_cases m JOIN entities e ON e.id = m.entity_id
      JOIN LATERAL (
        SELECT * FROM missing_case_movements w WHERE w.case_id = m.id AND w.told_at IS NULL ORDER BY w.started_at DESC LIMIT 1
      ) w ON TRUE
      WHERE m.id = ${id} AND m.state = 'open' FOR UPDATE OF m`)
  }

  async markTold(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`UPDATE missing_case_movements SET told_at = now() WHERE case_id = ${id} AND told_at IS NULL`)
  }

  findReader(transaction: ScopedTransaction, userId: number): Promise<ReaderRow | undefined> {
    return transaction.row<ReaderRow>(
      sql`SELECT u.email, u.locale, u.first_name FROM users u WHERE u.id = ${userId} AND ${transaction.within(sql`u.business_id`)}`,
    )
  }
}
