import type pg from 'pg'

/** Names of the webhooks and alert rules that would notify people of the trips and readings of an import. */
export interface Notified {
  /** Active webhooks that send trips. They also report that a trip was removed. */
  webhooks: string[]
  /** Active alert rules that took effect more than a day ago, so that history can raise alerts. */
  rules: string[]
}

const VEHICLES = `SELECT b.id, b.path FROM businesses b WHERE b.id IN (
  SELECT e.business_id FROM imported_rows r JOIN entities e ON e.id = r.target_id WHERE r.import = $1 AND r.kind = 'vehicle'
  UNION SELECT i.business_id FROM imported_rows r JOIN installations i ON i.id = r.target_id
    WHERE r.import = $1 AND r.kind = 'installation')`

const WEBHOOKS = `SELECT w.id, w.name, b.name AS business FROM webhooks w JOIN businesses b ON b.id = w.business_id
  WHERE w.active AND w.kinds && '{trip.ended,trip.corrected,trip.removed}' AND EXISTS (
    SELECT FROM (${VEHICLES}) v WHERE w.business_id = ANY (v.path) AND (w.includes_below OR w.business_id = v.id))
  ORDER BY w.id`

// A rule applies to the businesses below, too. Rules about disputes are left out, because readings raise no disputes.
const RULES = `SELECT a.id, a.name, b.name AS business FROM alert_rules a JOIN businesses b ON b.id = a.business_id
  WHERE a.active AND a.deleted_at IS NULL AND a.kind <> 'dispute' AND a.effective_from < now() - interval '1 day'
    AND EXISTS (SELECT FROM (${VEHICLES}) v WHERE a.business_id = ANY (v.path))
  ORDER BY a.id`

/**
 * Finds who is notified when the history of an import is stored, or when its trips are removed.
 * @param name name of the import
 */
export async function notifiedBy(pool: pg.Pool, name: string): Promise<Notified> {
  const find = async (kind: string, statement: string) => {
    const { rows } = await pool.query<{ id: number; name: string; business: string }>(statement, [name])
    return rows.map((row) => `${kind} ${row.id} "${row.name}" of business "${row.business}"`)
  }
  return { webhooks: await find('webhook', WEBHOOKS), rules: await find('alert rule', RULES) }
}
