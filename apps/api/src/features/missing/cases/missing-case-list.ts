import type { Caller } from '../../../auth/caller.js'
import { locationHidden, visibleStates } from '../../../auth/location-privacy.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import { cell, code, id, text, time } from '../../../lists/columns.js'
import { defineList } from '../../../lists/list.js'
import { MissingCaseDto } from '../dto/missing-case.dto.js'
import { type MissingCaseRow, toCaseResponse } from './missing-case-response.js'
import texts from '../texts.json' with { type: 'json' }

const FROM = sql`FROM missing_cases m JOIN entities e ON e.id = m.entity_id
  JOIN businesses b ON b.id = e.business_id JOIN entity_privacy p ON p.entity_id = e.id`

const inScope = (transaction: ScopedTransaction): Sql => transaction.within(sql`e.business_id`)
const assignee = (transaction: ScopedTransaction): Sql =>
  sql`LEFT JOIN users a ON a.id = m.assignee_id AND ${transaction.within(sql`a.business_id`)}`

/** Returns the name of a user in scope. */
export const nameOf = (transaction: ScopedTransaction, userId: Sql): Sql =>
  sql`(SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = ${userId} AND ${transaction.within(sql`u.business_id`)})`

/**
 * Returns the cases in scope that meet a condition. If the vehicle's present location is hidden, its location at the time of
 * the report is hidden too (G-38).
 */
export function caseRows(transaction: ScopedTransaction, caller: Caller, condition: Sql): Sql {
  const hidden = locationHidden(caller)
  const unlessHidden = (column: Sql) => sql`CASE WHEN NOT ${hidden} THEN ${column} END`
  return sql`
    SELECT m.id, m.number, m.state, m.reason, m.note, m.opened_at, m.ended_at, m.end_reason, m.end_note, m.updated_at,
      m.police_report_number, m.reward, m.insurer, a.id AS assignee_id, a.first_name || ' ' || a.last_name AS assignee,
      ${nameOf(transaction, sql`m.reported_by`)} AS reporter, ${nameOf(transaction, sql`m.ended_by`)} AS ended_by,
      e.id AS entity_id, e.name AS entity_name, e.frame_number, e.license_plate, e.business_id, b.name AS business_name,
      (SELECT max(s.last_received_at) FROM ${visibleStates(caller)} s WHERE s.entity_id = e.id) AS last_seen,
      e.consumer_id IS NOT NULL AS is_consumers, ${hidden} AS location_hidden,
      ${unlessHidden(sql`m.reported_latitude / 1e7::float8`)} AS latitude,
      ${unlessHidden(sql`m.reported_longitude / 1e7::float8`)} AS longitude,
      ${unlessHidden(sql`m.reported_positioned_at`)} AS positioned_at
    ${FROM} ${assignee(transaction)} WHERE ${inScope(transaction)} AND ${condition}`
}

/** The list of cases. Aliases: m case, e its vehicle, b the vehicle's business, p the vehicle's privacy, a the assignee. */
export const MISSING_CASE_LIST = defineList<MissingCaseRow, MissingCaseDto>({
  name: 'missing-cases',
  of: 'case',
  many: 'missing vehicle cases',
  permission: 'manage:missing-entities',
  description: 'Lists cases of missing vehicles, both open and ended.',
  dto: MissingCaseDto,
  toDto: toCaseResponse,
  key: sql`m.id`,
  from: FROM,
  where: inScope,
  isOnePass: true,
  joins: (transaction) => [{ aliases: ['a'], join: assignee(transaction) }],
  rows: (transaction, ids, caller) => caseRows(transaction, caller, sql`m.id = ANY (${[...ids]}::int[])`),
  columns: {
    id: id(sql`m.id`, { order: true }),
    number: text(sql`m.number`, { order: false, isPlain: true, csv: 'number' }),
    state: code(sql`m.state`, { csv: 'state', isWord: true }),
    reason: text(sql`m.reason`, { order: false, csv: 'reason', isWord: true }),
    entity_id: id(sql`m.entity_id`),
    entity_name: text(sql`e.name`, { isPlain: true, csv: 'entity_name' }),
    frame_number: text(sql`e.frame_number`, { order: false, isPlain: true, csv: 'frame_number' }),
    license_plate: text(sql`e.license_plate`, { order: false, isPlain: true, csv: 'license_plate' }),
    business_id: id(sql`e.business_id`),
    business_name: text(sql`b.name`, { csv: 'business_name' }),
    assignee_id: id(sql`a.id`),
    assignee: text(sql`a.first_name || ' ' || a.last_name`, { isPlain: true, csv: 'assignee' }),
    police_report_number: text(sql`m.police_report_number`, { order: false, isPlain: true, csv: 'police_report_number' }),
    reporter: cell('reporter'),
    created_at: time(sql`m.opened_at`, { csv: 'opened_at' }),
    last_seen: { csv: 'last_seen', isTime: true },
    ended_at: time(sql`m.ended_at`, { csv: 'ended_at' }),
    end_reason: cell('end_reason', true),
  },
  texts,
  portalPath: '/missing',
})
