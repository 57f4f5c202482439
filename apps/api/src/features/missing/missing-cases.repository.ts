import { Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import { conditionsSql, pageSql } from '../../lists/list-sql.js'
import { locationHidden } from '../../auth/location-privacy.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import type { ListCriteria } from '../../lists/list-fields.js'
import { MISSING_CASE_LIST } from './missing-case-list.js'
import type { MissingCaseRow } from './missing-case-response.js'

const nameOf = (transaction: ScopedTransaction, userId: Sql): Sql =>
  sql`(SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = ${userId} AND ${transaction.within(sql`u.business_id`)})`

/** Where it was when it was reported is as hidden as where it is (G-38). */
const columns = (transaction: ScopedTransaction, caller: Caller): Sql => {
  const hidden = locationHidden(caller)
  const unlessHidden = (column: Sql) => sql`CASE WHEN NOT ${hidden} THEN ${column} END`
  return sql`m.id, m.number, m.state, m.reason, m.note, m.opened_at, m.ended_at, m.end_reason, m.end_note,
    ${nameOf(transaction, sql`m.reported_by`)} AS reporter, ${nameOf(transaction, sql`m.ended_by`)} AS ended_by,
    e.id AS entity_id, e.name AS entity_name, e.frame_number, e.license_plate, e.business_id, b.name AS business_name,
    (SELECT max(s.last_received_at) FROM device_states s WHERE s.entity_id = e.id) AS last_seen,
    e.consumer_id IS NOT NULL AS is_consumers, ${hidden} AS location_hidden,
    ${unlessHidden(sql`m.reported_latitude / 1e7::float8`)} AS latitude,
    ${unlessHidden(sql`m.reported_longitude / 1e7::float8`)} AS longitude,
    ${unlessHidden(sql`m.reported_positioned_at`)} AS positioned_at`
}

/** Aliases: m case, e its vehicle, b the vehicle's business, p the vehicle's privacy. */
const source = (transaction: ScopedTransaction): Sql => sql`FROM missing_cases m JOIN entities e ON e.id = m.entity_id
  JOIN businesses b ON b.id = e.business_id JOIN entity_privacy p ON p.entity_id = e.id
  WHERE ${transaction.within(sql`e.business_id`)}`

@Injectable()
export class MissingCasesRepository {
  async findPage(
    transaction: ScopedTransaction,
    caller: Caller,
    criteria: ListCriteria,
  ): Promise<{ rows: MissingCaseRow[]; total: number }> {
    const selected = sql`${source(transaction)} AND ${conditionsSql(criteria, MISSING_CASE_LIST)}`
    const counted = await transaction.row<{ total: number }>(sql`SELECT count(*) AS total ${selected}`)
    const rows = await transaction.rows<MissingCaseRow>(
      sql`SELECT ${columns(transaction, caller)} ${selected} ${pageSql(criteria, MISSING_CASE_LIST, sql`m.id`)}`,
    )
    return { rows, total: counted?.total ?? 0 }
  }

  findOne(transaction: ScopedTransaction, caller: Caller, id: number): Promise<MissingCaseRow | undefined> {
    return transaction.row<MissingCaseRow>(sql`SELECT ${columns(transaction, caller)} ${source(transaction)} AND m.id = ${id}`)
  }

  /** The open one of a vehicle. */
  findOpen(transaction: ScopedTransaction, caller: Caller, entityId: number): Promise<MissingCaseRow | undefined> {
    return transaction.row<MissingCaseRow>(
      sql`SELECT ${columns(transaction, caller)} ${source(transaction)} AND m.entity_id = ${entityId} AND m.state = 'open'`,
    )
  }
}
