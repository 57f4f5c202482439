import type { ScopedTransaction } from '../../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../../database/sql.js'
import { type RowOf, toApiRow } from '../../../../http/api-row.js'
import { code, id, text, time } from '../../../../lists/columns.js'
import { defineList, type Key } from '../../../../lists/list.js'
import { DeviceClaimDto } from './claim.dto.js'

export type ClaimRow = RowOf<DeviceClaimDto>

/** Condition that the challenge has ended, whatever its outcome. The ten seconds leave time for the last check. */
const IS_OVER = sql`(t.ends_at + interval '10 seconds' < now())`
/**
 * State of a claim (M1b). Only super admins, who decide, see the outcome of a challenge. For a claimant, the state is the
 * same whether or not another business has the tracker.
 */
const STATE = sql`CASE WHEN c.state = 'waiting' AND (SELECT scope_is_all())
  AND EXISTS (SELECT FROM device_challenges s WHERE s.claim_id = c.id AND s.outcome = 'shown') THEN 'shown' ELSE c.state END`

/**
 * Returns these claims. Row-level security hides the devices and deliveries of other businesses, so a caller with a limited
 * scope never sees that another business has the tracker.
 */
export const claimRows = (transaction: ScopedTransaction, ids: readonly Key[]): Sql => sql`
  SELECT c.id, c.imei, c.title, c.description, c.model, c.iccid, ${STATE} AS state, c.business_id, b.name AS business_name,
    (SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = c.created_by) AS created_by, c.device_id,
    CASE WHEN t.id IS NULL THEN NULL WHEN ${IS_OVER} THEN 'ended' WHEN t.on_at > now() THEN 'off' ELSE 'on' END AS challenge,
    CASE WHEN ${IS_OVER} AND (t.outcome IS NULL OR ${transaction.scope === 'all'}::boolean) THEN coalesce(t.outcome, 'interrupted') END
      AS challenge_outcome,
    CASE WHEN ${transaction.scope === 'all'}::boolean THEN t.answered_as END AS answered_as,
    CASE WHEN ${transaction.scope === 'all'}::boolean THEN t.answered_from END AS answered_from,
    t.on_at, t.ends_at AS challenge_ends_at,
    CASE WHEN ${transaction.scope === 'all'}::boolean THEN hb.name END AS held_by,
    CASE WHEN ${transaction.scope === 'all'}::boolean THEN lb.name END AS delivered_to, c.created_at, c.updated_at
  FROM device_claims c JOIN businesses b ON b.id = c.business_id
  LEFT JOIN LATERAL (SELECT * FROM device_challenges t WHERE t.claim_id = c.id ORDER BY t.id DESC LIMIT 1) t ON TRUE
  LEFT JOIN devices d ON d.imei = c.imei AND d.deleted_at IS NULL LEFT JOIN businesses hb ON hb.id = d.business_id
  LEFT JOIN device_deliveries l ON l.imei = c.imei LEFT JOIN businesses lb ON lb.id = l.business_id
  WHERE ${transaction.within(sql`c.business_id`)} AND c.id = ANY (${[...ids]}::int[])`

/**
 * The list of waiting registrations. Ended registrations appear only when the state filter asks for them. Aliases: c claim, b
 * its business.
 */
export const DEVICE_CLAIM_LIST = defineList<ClaimRow, DeviceClaimDto>({
  name: 'device-claims',
  objectType: 'claim',
  plural: 'device claims',
  permission: 'read:business-management',
  description: 'Lists requests to register a tracker that wait for a decision. Search by `state` to include decided ones.',
  dto: DeviceClaimDto,
  toDto: toApiRow,
  key: sql`c.id`,
  from: sql`FROM device_claims c`,
  where: (transaction, _caller, { conditions }) => {
    const asksForState = conditions.some(({ field }) => field === 'state')
    return sql`${transaction.within(sql`c.business_id`)} AND (${asksForState}::boolean OR c.state = 'waiting')`
  },
  joins: () => [{ aliases: ['b'], join: sql`JOIN businesses b ON b.id = c.business_id` }],
  rows: claimRows,
  columns: {
    id: id(sql`c.id`, { order: true }),
    imei: code(sql`c.imei`, { isPlain: true }),
    title: text(sql`c.title`, { isPlain: true }),
    model: text(sql`c.model`, { isPlain: true }),
    state: code(STATE),
    business_id: id(sql`c.business_id`),
    business_name: text(sql`b.name`, { isPlain: true }),
    created_at: time(sql`c.created_at`),
    updated_at: time(sql`c.updated_at`),
  },
})
