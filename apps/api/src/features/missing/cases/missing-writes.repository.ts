import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import { COVERS } from '../../entities/index.js'
import type { CaseReason, CaseState } from './case-states.js'

/** Data that decide whether a vehicle can be reported missing (G-24). */
export interface ReportableRow {
  business_id: number
  has_open_case: boolean
  /** True when a subscription covers the vehicle now. */
  has_subscription: boolean
  /** True when its business or a parent has a contract. */
  has_recovery_contract: boolean
}

/** Fields of a case that can change. */
export interface CaseCourseRow {
  id: number
  entity_id: number
  business_id: number
  state: CaseState
  end_reason: string | null
  end_note: string | null
  assignee_id: number | null
  police_report_number: string | null
  reward: string | null
  insurer: string | null
  updated_at: Date
}

/** Facts about a case that become known later. */
export type CaseFacts = Pick<CaseCourseRow, 'police_report_number' | 'reward' | 'insurer'>

@Injectable()
export class MissingWritesRepository {
  /** Locks the vehicle, so that, of two concurrent reports, the second waits and then finds the case of the first. */
  lockEntity(transaction: ScopedTransaction, id: number): Promise<ReportableRow | undefined> {
    return transaction.row<ReportableRow>(sql`SELECT e.business_id,
        EXISTS (SELECT 1 FROM missing_cases m WHERE m.entity_id = e.id AND m.state = 'open') AS has_open_case,
        EXISTS (SELECT 1 FROM entity_subscription_states x WHERE x.entity_id = e.id AND ${COVERS}) AS has_subscription,
        coalesce(business_recovers(e.business_id), FALSE) AS has_recovery_contract
      FROM entities e
      WHERE e.id = ${id} AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)} FOR UPDATE OF e`)
  }

  find(transaction: ScopedTransaction, id: number): Promise<CaseCourseRow | undefined> {
    return transaction.row<CaseCourseRow>(courseOf(transaction, id))
  }

  lock(transaction: ScopedTransaction, id: number): Promise<CaseCourseRow | undefined> {
    return transaction.row<CaseCourseRow>(sql`${courseOf(transaction, id)} FOR UPDATE OF m`)
  }

  /**
   * Opens a case. The database stores the vehicle's last position with the case.
   * @returns the new id
   */
  async open(
    transaction: ScopedTransaction,
    report: { entityId: number; reporter: number; reason: CaseReason; note: string | null },
  ): Promise<number> {
    const added = await transaction.row<{ id: number }>(sql`INSERT INTO missing_cases (entity_id, reported_by, reason, note)
      VALUES (${report.entityId}, ${report.reporter}, ${report.reason}, ${report.note}) RETURNING id`)
    if (!added) throw new Error('a case that was just opened is not in the scope of who opened it')
    return added.id
  }

  /** @param ending end of the case; `by` is null when the customer ends it */
  async end(
    transaction: ScopedTransaction,
    id: number,
    ending: { state: Exclude<CaseState, 'open'>; by: number | null; reason: string | null; note: string | null },
  ): Promise<void> {
    await transaction.rows(sql`UPDATE missing_cases SET state = ${ending.state}, ended_at = greatest(now(), opened_at),
        ended_by = ${ending.by}, end_reason = ${ending.reason}, end_note = ${ending.note}, updated_at = clock_timestamp()
      WHERE id = ${id}`)
  }

  async reopen(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`UPDATE missing_cases SET state = 'open', ended_at = NULL, ended_by = NULL, end_reason = NULL,
        end_note = NULL, updated_at = clock_timestamp()
      WHERE id = ${id}`)
  }

  async setFacts(
    transaction: ScopedTransaction,
    id: number,
    { police_report_number, reward, insurer }: CaseFacts,
  ): Promise<void> {
    await transaction.rows(sql`UPDATE missing_cases SET police_report_number = ${police_report_number}, reward = ${reward},
        insurer = ${insurer}, updated_at = clock_timestamp()
      WHERE id = ${id}`)
  }

  async assign(transaction: ScopedTransaction, id: number, userId: number | null): Promise<void> {
    await transaction.rows(sql`UPDATE missing_cases SET assignee_id = ${userId}, updated_at = clock_timestamp() WHERE id = ${id}`)
  }
}

const courseOf = (
  transaction: ScopedTransaction,
  id: number,
): Sql => sql`SELECT m.id, m.entity_id, e.business_id, m.state, m.end_reason,
    m.end_note, m.assignee_id, m.police_report_number, m.reward, m.insurer, m.updated_at
  FROM missing_cases m JOIN entities e ON e.id = m.entity_id
  WHERE m.id = ${id} AND ${transaction.within(sql`e.business_id`)}`
