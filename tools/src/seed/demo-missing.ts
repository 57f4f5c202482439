import type pg from 'pg'

interface PastCase {
  reason: string
  note: string
  daysAgo: number
  days: number
  state: 'resolved' | 'closed'
  endReason: string
  endNote: string
  said: string
}

/** Closed cases. In one of them the police found the vehicle. In the other one the search was given up. */
const PAST: readonly PastCase[] = [
  {
    reason: 'stolen',
    note: 'Gone from the yard overnight, chain cut',
    daysAgo: 16,
    days: 2,
    state: 'resolved',
    endReason: 'found-by-police',
    endNote: 'In a garage in Buchs; the lock is broken, everything else is whole',
    said: 'The police has the link and goes there with it',
  },
  {
    reason: 'not-returned',
    note: 'Lent out for a weekend',
    daysAgo: 44,
    days: 12,
    state: 'closed',
    endReason: 'no-signal',
    endNote: 'Silent since the second day',
    said: 'The borrower does not answer the telephone',
  },
]

/**
 * Adds the open case with the work that staff have done on it, and two closed cases. The closed cases are about vehicles of
 * the same business that have a subscription. Only vehicles that are not hidden are used, so that their past can be viewed.
 */
export async function addCases(client: pg.PoolClient, business: string): Promise<void> {
  await client.query("SELECT set_config('roadbook.scope', 'all', true)")
  const { rows } = await client.query<{ id: number; user_id: number }>(
    `SELECT b.id, u.id AS user_id FROM businesses b JOIN users u ON u.business_id = b.id JOIN roles r ON r.id = u.role_id AND r.key = 'manager'
     WHERE b.name = $1 AND NOT EXISTS (SELECT FROM missing_case_events) LIMIT 1`,
    [business],
  )
  const [owner] = rows
  if (!owner) return
  await client.query(
    `WITH mine AS (
       UPDATE missing_cases SET reported_by = $1, assignee_id = $1, police_report_number = to_char(opened_at, '"LI-"YYYY"-40817"'), insurer = 'Velosure'
       WHERE state = 'open' RETURNING id, opened_at, reason, note
     )
     INSERT INTO missing_case_events (case_id, at, kind, user_id, assignee_id, reason, note)
     SELECT id, opened_at, 'reported', $1, NULL, reason, note FROM mine
     UNION ALL SELECT id, opened_at + interval '4 minutes', 'assigned', $1, $1, NULL, NULL FROM mine
     UNION ALL SELECT id, opened_at + interval '21 minutes', 'noted', $1, NULL, NULL, 'The station has cameras; the recordings are asked for' FROM mine
     ORDER BY 2`,
    [owner.user_id],
  )
  for (const [at, one] of PAST.entries()) {
    const opened = [one.daysAgo, one.days]
    await client.query(
      `WITH ended AS (
         INSERT INTO missing_cases (entity_id, state, reported_by, reason, note, opened_at, ended_at, ended_by, end_reason, end_note)
         SELECT e.id, $5, $2, $6, $7, now() - make_interval(days => $3::int), now() - make_interval(days => $3::int - $4::int, hours => 3), $2, $8, $9
         FROM entities e JOIN entity_subscriptions x ON x.entity_id = e.id
         WHERE e.business_id = $1 AND e.consumer_id IS NULL AND e.vehicle_type = 'eCargoBike' ORDER BY e.id OFFSET $10 LIMIT 1
         RETURNING id, opened_at, ended_at, state, reason, note, end_reason, end_note
       )
       INSERT INTO missing_case_events (case_id, at, kind, user_id, reason, note)
       SELECT id, opened_at, 'reported', $2, reason, note FROM ended
       UNION ALL SELECT id, opened_at + interval '5 hours', 'noted', $2, NULL, $11 FROM ended
       UNION ALL SELECT id, ended_at, state, $2, end_reason, end_note FROM ended ORDER BY 2`,
      [owner.id, owner.user_id, ...opened, one.state, one.reason, one.note, one.endReason, one.endNote, at, one.said],
    )
  }
  await writeDown(client)
}

/** Adds audit log entries for cases, plans and vehicles, as if people had used the portal. */
async function writeDown(client: pg.PoolClient): Promise<void> {
  await client.query(
    `INSERT INTO audit_log (at, user_id, actor, business_id, action, object_type, object_id, before, after)
     SELECT done.at, u.id, u.first_name || ' ' || u.last_name, done.business_id, done.action, done.type, done.id::text, '{}', done.after
     FROM (
       SELECT v.at, v.user_id, e.business_id, CASE v.kind WHEN 'reported' THEN 'missing.report' WHEN 'resolved' THEN 'missing.resolve' ELSE 'missing.close' END AS action,
         'missing-case' AS type, v.case_id AS id, jsonb_build_object('state', CASE v.kind WHEN 'reported' THEN 'open' ELSE v.kind END, 'reason', v.reason, 'note', v.note) AS after
       FROM missing_case_events v JOIN missing_cases m ON m.id = v.case_id JOIN entities e ON e.id = m.entity_id
       WHERE v.kind IN ('reported', 'resolved', 'closed')
       UNION ALL
       SELECT now() - make_interval(days => 20), (SELECT reported_by FROM missing_cases WHERE reported_by IS NOT NULL LIMIT 1), p.business_id,
         'maintenance-plan.create', 'maintenance-plan', p.id, jsonb_build_object('name', p.title, 'description', p.description)
       FROM maintenance_plans p
     ) done JOIN users u ON u.id = done.user_id ORDER BY done.at`,
  )
}
