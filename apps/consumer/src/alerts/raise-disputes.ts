import { type Alert, type AlertRule, type HourSpan, isSpoken } from '@roadbook/alerts'
import type pg from 'pg'
import { BEGIN, type Stay } from './stays.js'
import { alertId } from './write-alerts.js'

type Vehicle = Pick<Stay, 'entityId' | 'businessId'>
type Rule = Pick<AlertRule, 'id' | 'revision' | 'hours'>

/**
 * Raises dispute alerts for the vehicle on which the tracker was at the time of a dispute, one for each rule that applied to
 * the vehicle. Calling it again has no effect.
 */
export async function raiseDisputes(client: pg.ClientBase, deviceId: number, at: Date): Promise<void> {
  const { rows } = await client.query<RuleRow>(RULES, [deviceId, at])
  const [vehicle] = rows
  const alerts = disputesBy(rows.map(toRule), at.getTime())
  if (vehicle && alerts.length > 0)
    await client.query(RAISE, [JSON.stringify(alerts.map((one) => toRow(vehicle, one))), deviceId, at])
}

/**
 * Returns dispute alerts. Like the alert for an entry, such an alert begins and ends at one moment: the time when the known
 * sender sent again.
 */
export const disputesBy = (rules: readonly Rule[], at: number): Alert[] =>
  rules
    .filter((rule) => isSpoken(rule, at))
    .map(({ id, revision }) => ({ ruleId: id, ruleRevision: revision, kind: 'dispute', beganAt: at, endedAt: at }))

interface RuleRow extends Vehicle {
  id: number
  revision: number
  hours: HourSpan[] | null
  timeZone: string
}
/**
 * Reads the rules from the database and not from the rule book in memory, which may be some seconds old. A dispute is
 * evaluated only once, so a rule that was created a moment ago must be included.
 */
const RULES = `SELECT e.id AS "entityId", e.business_id AS "businessId", r.id, r.revision, r.hours, r.time_zone AS "timeZone"
  FROM installations i JOIN entities e ON e.id = i.entity_id AND e.deleted_at IS NULL JOIN businesses b ON b.id = e.business_id
  JOIN alert_rules r ON r.business_id = ANY (b.path) AND r.kind = 'dispute' AND r.active AND r.deleted_at IS NULL
  WHERE i.device_id = $1 AND ${BEGIN} <= $2 AND coalesce(i.removed_at, 'infinity') > $2 AND r.effective_from <= $2
    AND (NOT EXISTS (SELECT FROM alert_rule_tags t WHERE t.rule_id = r.id)
      OR EXISTS (SELECT FROM alert_rule_tags t JOIN entity_tags w USING (tag_id) WHERE t.rule_id = r.id AND w.entity_id = e.id))
  ORDER BY r.id`

const toRule = ({ id, revision, hours, timeZone }: RuleRow): Rule => ({
  id,
  revision,
  ...(hours && { hours: { timeZone, spans: hours } }),
})

const toRow = ({ entityId, businessId }: Vehicle, alert: Alert) => ({
  id: alertId({ entityId }, alert),
  rule_id: alert.ruleId,
  rule_revision: alert.ruleRevision,
  kind: alert.kind,
  business_id: businessId,
  entity_id: entityId,
})

const RAISE = `WITH raised AS (
    INSERT INTO alerts (id, rule_id, rule_revision, kind, business_id, entity_id, device_id, began_at, ended_at)
    SELECT id, rule_id, rule_revision, kind, business_id, entity_id, $2, $3, $3
    FROM jsonb_to_recordset($1::jsonb) AS new (id uuid, rule_id int, rule_revision int, kind text, business_id int, entity_id int)
    ON CONFLICT DO NOTHING RETURNING id
  )
  INSERT INTO alert_news (alert_id, change) SELECT id, 'raised' FROM raised`
