import type { Caller } from '../../../auth/caller.js'
import { locationHidden } from '../../../auth/location-privacy.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import { type RowOf, toApiRow } from '../../../http/api-row.js'
import { cell, code, fact, id, number, ordered, text, time } from '../../../lists/columns.js'
import type { ListCriteria } from '../../../lists/list-fields.js'
import { defineList, type Key } from '../../../lists/list.js'
import { AlertDto } from './alert.dto.js'
import texts from './texts.json' with { type: 'json' }

export type AlertRow = RowOf<AlertDto, 'snoozed_until'>

const STATE = sql`CASE WHEN a.withdrawn_at IS NOT NULL THEN 'withdrawn' WHEN a.acknowledged_at IS NOT NULL THEN 'acknowledged'
  WHEN a.snoozed_until > now() THEN 'snoozed' ELSE 'open' END`
const FROM = sql`FROM alerts a JOIN businesses b ON b.id = a.business_id JOIN alert_rules r ON r.id = a.rule_id
  JOIN entities e ON e.id = a.entity_id LEFT JOIN geofences g ON g.id = a.geofence_id LEFT JOIN entity_privacy p ON p.entity_id = a.entity_id`

/**
 * Returns the condition that the vehicle's location is hidden from the caller. A vehicle without a visible row in
 * `entity_privacy` also counts as hidden. An example is a vehicle that belongs to another business now.
 */
const hidden = (caller: Caller): Sql => sql`coalesce(${locationHidden(caller)}, true)`

/**
 * Returns the condition that the caller is allowed to see an alert. Alerts of a consumer's vehicle without consent are hidden
 * (G-106). Every kind of alert reveals either that the tracker sent something or that it sent nothing.
 */
export const seenAlerts = (transaction: ScopedTransaction, caller: Caller): Sql => sql`${transaction.within(sql`a.business_id`)}
  AND ${transaction.within(sql`e.business_id`)} AND NOT ${hidden(caller)}`

/** Returns the condition that the caller was notified of an alert. */
const toldOf = ({ userId }: Caller): Sql =>
  sql`a.id IN (SELECT t.alert_id FROM alert_tellings t WHERE t.user_id = ${userId} AND (t.bell_at <= now() OR t.mail_at <= now()))`

/**
 * Returns the condition that an alert belongs in the list. The filter `recipient=me` selects the alerts that the caller was
 * notified of.
 */
const wanted = (
  transaction: ScopedTransaction,
  caller: Caller,
  { conditions }: Pick<ListCriteria<unknown>, 'conditions'>,
): Sql => {
  const seen = seenAlerts(transaction, caller)
  const isMine = conditions.some(({ field, values }) => field === 'recipient' && values.includes('me'))
  return isMine ? sql`${seen} AND ${toldOf(caller)}` : seen
}

export const ALERTS_FROM = FROM

export const alertRows = (transaction: ScopedTransaction, ids: readonly Key[], caller: Caller): Sql => sql`
  SELECT a.id, a.kind, ${STATE} AS state, a.rule_id, r.name AS rule_name, a.geofence_id, g.name AS geofence_name, a.business_id,
    b.name AS business_name, a.entity_id, e.name AS entity_name, a.began_at, a.ended_at, a.heard_at,
    a.latitude, a.longitude, a.value, a.threshold, a.late, a.withdrawn_at, a.acknowledged_at, concat_ws(' ', u.first_name, u.last_name) AS acknowledged_by,
    a.snoozed_until, a.note, a.raised_at AS created_at, a.updated_at
  ${FROM} LEFT JOIN users u ON u.id = a.acknowledged_by AND ${transaction.within(sql`u.business_id`)}
  WHERE ${seenAlerts(transaction, caller)} AND a.id = ANY (${[...ids]}::uuid[])`

/** Returns an alert in the API's form. */
export const toAlertDto = (row: AlertRow): AlertDto => toApiRow({ ...row, acknowledged_by: row.acknowledged_by || null })

/**
 * The inbox. Aliases: a alert, b its business, r its rule, e its vehicle, g its geofence, p the privacy of the vehicle's
 * location.
 */
export const ALERT_LIST = defineList<AlertRow, AlertDto>({
  name: 'alerts',
  objectType: 'alert',
  plural: 'alerts',
  permission: 'read:map',
  description: 'Lists alerts of the vehicles that the caller may see. Vehicles of customers without consent show no location.',
  dto: AlertDto,
  toDto: toAlertDto,
  texts,
  key: sql`a.id`,
  from: FROM,
  where: wanted,
  rows: alertRows,
  columns: {
    began_at: time(sql`a.began_at`, { csv: 'began_at' }),
    kind: code(sql`a.kind`, { csv: 'kind', isWord: true }),
    entity_name: text(sql`e.name`, { order: sql`e.name_order`, isPlain: true, csv: 'entity_name' }),
    rule_name: text(sql`r.name`, { isPlain: true, csv: 'rule_name' }),
    geofence_name: text(sql`g.name`, { isPlain: true, csv: 'geofence_name' }),
    business_name: text(sql`b.name`, { isPlain: true, csv: 'business_name' }),
    state: code(STATE, { csv: 'state', isWord: true }),
    value: number(sql`a.value`, { csv: 'value' }),
    threshold: number(sql`a.threshold`, { csv: 'threshold' }),
    late: fact(sql`a.late`, { csv: ({ late }) => (late ? 'yes' : 'no'), isWord: true }),
    ended_at: time(sql`a.ended_at`, { csv: 'ended_at' }),
    acknowledged_at: time(sql`a.acknowledged_at`, { csv: 'acknowledged_at' }),
    acknowledged_by: cell('acknowledged_by'),
    note: text(sql`a.note`, { order: false, isPlain: true, csv: 'note' }),
    rule_id: id(sql`a.rule_id`),
    geofence_id: id(sql`a.geofence_id`),
    entity_id: id(sql`a.entity_id`),
    business_id: id(sql`a.business_id`),
    // `me` is the only value of this filter. The function `wanted` adds the condition for `me`.
    recipient: code(sql`a.id`, { order: false, hasOneOf: (values) => (values.includes('me') ? sql`TRUE` : sql`FALSE`) }),
    created_at: ordered(sql`a.raised_at`),
  },
})
