import { Inject, Injectable } from '@nestjs/common'
import type pg from 'pg'
import { API_POOL } from '../../../configuration.js'
import { sql } from '../../../database/sql.js'
import type { ReportingRow, ReportingStep } from './reporting-steps.js'

type Key = Pick<ReportingRow, 'case_id' | 'device_id'>

/** Trackers of missing vehicles of every business, with the progress of changing their reporting interval. */
@Injectable()
export class CaseReportingRepository {
  constructor(@Inject(API_POOL) private readonly pool: pg.Pool) {}

  /**
   * Adds the installed tracker of each open case. Begins again with a tracker whose interval was already restored, if the
   * case was reopened or the tracker is back on the vehicle.
   */
  async takeUp(): Promise<void> {
    await this.pool.query(`INSERT INTO missing_case_reporting AS r (case_id, device_id, state)
      SELECT m.id, i.device_id, 'reading'
      FROM missing_cases m JOIN installations i ON i.entity_id = m.entity_id AND i.removed_at IS NULL
      WHERE m.state = 'open'
      ON CONFLICT (case_id, device_id) DO UPDATE SET state = 'reading', command_id = NULL, attempts = 0, next_at = now(),
        asked_at = now(), often_at = NULL, restored_at = NULL
      WHERE r.state = 'as-before'`)
  }

  /** Finds the rows whose next step is due. */
  async findDue(): Promise<Key[]> {
    const { rows } = await this.pool.query<Key>(`SELECT case_id, device_id FROM missing_case_reporting
      WHERE state NOT IN ('as-before', 'impossible', 'failed') AND next_at <= now() ORDER BY next_at, case_id, device_id`)
    return rows
  }

  /**
   * Locks a row.
   * @returns undefined when another process has locked the row, or when the row is no longer due
   */
  async lock(client: pg.ClientBase, { case_id: caseId, device_id: deviceId }: Key): Promise<ReportingRow | undefined> {
    const { rows } = await client.query<ReportingRow>(
      sql`SELECT r.case_id, r.device_id, m.entity_id, coalesce(i.business_id, d.business_id) AS business_id, d.imei, d.protocol, r.state,
        r.former, r.attempts, m.state = 'open' AND i.id IS NOT NULL AS is_wanted,
        EXISTS (SELECT 1 FROM missing_case_reporting other WHERE other.device_id = r.device_id AND other.case_id <> r.case_id
          AND other.state IN ('asking', 'often', 'taking-back')) AS is_taken,
        r.command_id, c.state AS command_state, c.failure, c.reply
      FROM missing_case_reporting r
      JOIN missing_cases m ON m.id = r.case_id
      JOIN devices d ON d.id = r.device_id
      LEFT JOIN installations i ON i.device_id = r.device_id AND i.entity_id = m.entity_id AND i.removed_at IS NULL
      LEFT JOIN device_commands c ON c.id = r.command_id
      WHERE r.case_id = ${caseId} AND r.device_id = ${deviceId} AND r.state NOT IN ('as-before', 'impossible', 'failed')
        AND r.next_at <= now()
      FOR UPDATE OF r SKIP LOCKED`.toQuery(),
    )
    return rows[0]
  }

  /** Makes the row due again in 30 seconds. */
  async wait(client: pg.ClientBase, { case_id: caseId, device_id: deviceId }: Key): Promise<void> {
    await client.query(
      sql`UPDATE missing_case_reporting SET next_at = now() + interval '30 seconds'
      WHERE case_id = ${caseId} AND device_id = ${deviceId}`.toQuery(),
    )
  }

  /** Stores the new state of a row, and the command that the row waits for. */
  async save(
    client: pg.ClientBase,
    { case_id: caseId, device_id: deviceId, protocol }: ReportingRow,
    { state, former }: ReportingStep,
    { attempts, commandId }: { attempts: number; commandId: number | null },
  ): Promise<void> {
    await client.query(
      sql`UPDATE missing_case_reporting SET state = ${state}, attempts = ${attempts}, command_id = ${commandId},
        former = coalesce(${former ?? null}, former), protocol = ${protocol}, next_at = now(),
        often_at = CASE WHEN ${state}::text = 'often' THEN now() ELSE often_at END,
        restored_at = CASE WHEN ${state}::text = 'as-before' AND often_at IS NOT NULL THEN now() ELSE restored_at END
      WHERE case_id = ${caseId} AND device_id = ${deviceId}`.toQuery(),
    )
  }
}
