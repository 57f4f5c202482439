import { createHash } from 'node:crypto'
import { type Alert, alertKey, type AlertChanges, type WatchState } from '@roadbook/alerts'
import type pg from 'pg'
import type { Stay, StoredAlert } from './stays.js'

/** Results for one stay (a tracker's time on a vehicle). */
export interface Findings {
  stay: Stay
  changes: AlertChanges
  stored: readonly StoredAlert[]
  /** State to remember from now on. Absent if the stored state is recent enough. */
  memory?: Memory | undefined
}

/** Replaces the stored states of a stay from a given time on. Times are milliseconds since 1970 UTC. */
export interface Memory {
  from: number
  /** Oldest first. */
  states: readonly WatchState[]
  /** Time when the next silence alert is due if nothing more is received. */
  silentDue: number | undefined
}

/** An alert that is raised more than this number of milliseconds after its cause counts as late. */
const LATE_MS = 15 * 60_000
/**
 * Number of days for which states are kept. If a reading is older than all kept states of its stay, the whole stay is
 * evaluated again.
 */
const KEPT_DAYS = 60

/**
 * Returns the id of an alert. The id depends only on the vehicle and the cause. So if several processes find the alert, or one
 * finds it again, the id is the same.
 */
export const alertId = ({ entityId }: Pick<Stay, 'entityId'>, alert: Alert): string =>
  createHash('md5')
    .update(`${entityId}/${alertKey(alert)}`)
    .digest('hex')

/**
 * Writes results. Call it in the transaction that deletes the marks.
 * @returns the numbers of the newest states, by stay
 */
export async function writeFindings(
  client: pg.ClientBase,
  findings: readonly Findings[],
  now: number,
): Promise<Map<number, number>> {
  const upserts = findings.flatMap(({ stay, changes }) =>
    [...changes.raised, ...changes.changed].map((alert) => toRow(stay, alert, now)),
  )
  if (upserts.length > 0) await client.query(UPSERT, [JSON.stringify(upserts)])
  const withdrawn = findings.flatMap(({ stay, changes }) => changes.withdrawn.map((alert) => alertId(stay, alert)))
  if (withdrawn.length > 0) await client.query(WITHDRAW, [withdrawn, new Date(now)])
  const news = findings.flatMap(newsOf)
  if (news.length > 0) await client.query(TELL, [news.map(({ id }) => id), news.map(({ change }) => change)])
  return writeMemories(client, findings, now)
}

const isLate = ({ kind, beganAt, endedAt }: Alert, now: number) =>
  now - ((kind === 'silent' ? endedAt : beganAt) ?? now) > LATE_MS

const toRow = ({ businessId, entityId, deviceId }: Stay, alert: Alert, now: number) => ({
  id: alertId({ entityId }, alert),
  rule_id: alert.ruleId,
  rule_revision: alert.ruleRevision,
  geofence_id: alert.geofenceId,
  kind: alert.kind,
  business_id: businessId,
  entity_id: entityId,
  device_id: deviceId,
  began_at: new Date(alert.beganAt),
  ended_at: alert.endedAt === undefined ? null : new Date(alert.endedAt),
  latitude: alert.latitude,
  longitude: alert.longitude,
  value: alert.value,
  heard_at: alert.heardAt === undefined ? null : new Date(alert.heardAt),
  raised_at: new Date(now),
  late: isLate(alert, now),
})

/**
 * Inserts an alert, or updates it if it already exists. An update does not change when the alert was raised, the limit, if the
 * alert was late, and what people did with it. The caller must have checked in the same transaction that the rules are
 * current.
 */
const UPSERT = `INSERT INTO alerts (id, rule_id, rule_revision, geofence_id, kind, business_id, entity_id, device_id, began_at, ended_at,
    latitude, longitude, value, heard_at, raised_at, late, threshold)
  SELECT new.id, new.rule_id, new.rule_revision, new.geofence_id, new.kind, new.business_id, new.entity_id, new.device_id, new.began_at,
    new.ended_at, new.latitude, new.longitude, new.value, new.heard_at, new.raised_at, new.late, coalesce(r.threshold, g.limit_kph)
  FROM jsonb_to_recordset($1::jsonb) AS new (id uuid, rule_id int, rule_revision int, geofence_id int, kind text, business_id int, entity_id int,
    device_id int, began_at timestamptz, ended_at timestamptz, latitude float8, longitude float8, value float8, heard_at timestamptz, raised_at timestamptz, late boolean)
  LEFT JOIN alert_rules r ON r.id = new.rule_id AND r.revision = new.rule_revision
  LEFT JOIN geofences g ON g.id = new.geofence_id AND new.kind = 'speeding'
  ON CONFLICT (id) DO UPDATE SET ended_at = excluded.ended_at, value = excluded.value, latitude = excluded.latitude,
    longitude = excluded.longitude, heard_at = excluded.heard_at, withdrawn_at = NULL, updated_at = excluded.raised_at`

const WITHDRAW = 'UPDATE alerts SET withdrawn_at = $2, updated_at = $2 WHERE id = ANY ($1::uuid[])'

const TELL = 'INSERT INTO alert_news (alert_id, change) SELECT * FROM unnest($1::uuid[], $2::text[])'

function newsOf({ stay, changes, stored }: Findings): { id: string; change: string }[] {
  const before = new Map(stored.map((alert) => [alertKey(alert), alert]))
  const named = (alerts: readonly Alert[], change: string) => alerts.map((alert) => ({ id: alertId(stay, alert), change }))
  const restored = changes.changed.filter((alert) => before.get(alertKey(alert))?.isWithdrawn)
  const ended = changes.changed.filter(
    (alert) => alert.endedAt !== undefined && before.get(alertKey(alert))?.endedAt === undefined,
  )
  return [
    ...named(changes.raised, 'raised'),
    ...named(restored, 'restored'),
    ...named(ended, 'ended'),
    ...named(changes.withdrawn, 'withdrawn'),
  ]
}

/**
 * Writes the states to remember.
 * @returns the numbers of the newest states, by stay
 */
export async function writeMemories(
  client: pg.ClientBase,
  findings: readonly Pick<Findings, 'stay' | 'memory'>[],
  now: number,
): Promise<Map<number, number>> {
  const memories = findings.flatMap(({ stay: { installationId }, memory }) => (memory ? [{ installationId, ...memory }] : []))
  if (memories.length === 0) return new Map()
  const ids = memories.map(({ installationId }) => installationId)
  const froms = memories.map(({ from }) => new Date(from))
  await client.query(FORGET, [ids, froms, new Date(now - KEPT_DAYS * 86_400_000)])
  const rows = memories.flatMap(({ installationId, states, silentDue }) =>
    thinned(states).map((state, nth, { length }) => ({
      installation_id: installationId,
      at: new Date(state.at!),
      state,
      silent_due: nth === length - 1 && silentDue !== undefined ? new Date(silentDue) : null,
    })),
  )
  if (rows.length === 0) return new Map()
  const { rows: written } = await client.query<{ installation_id: number; nth: number }>(REMEMBER, [JSON.stringify(rows)])
  // Rows are oldest first, so the map contains the newest state of each stay.
  return new Map(written.map(({ installation_id, nth }) => [installation_id, nth]))
}

/** Deletes the states that are about to be replaced, and those that are too old. */
const FORGET = `DELETE FROM alert_states s USING unnest($1::int[], $2::timestamptz[]) AS from_here (id, at)
  WHERE s.installation_id = from_here.id AND (s.at >= from_here.at OR s.at < least($3, from_here.at))`
const REMEMBER = `INSERT INTO alert_states (installation_id, at, state, silent_due)
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS new (installation_id int, at timestamptz, state jsonb, silent_due timestamptz)
  ORDER BY installation_id, at RETURNING installation_id, nth::float8`

const SPAN_MS = 6 * 3_600_000
/** Returns the number of the six-hour span of a time. In each span only the newest state is kept. */
export const spanOf = (at: number): number => Math.floor(at / SPAN_MS)

/** Keeps the newest state of each six-hour span. */
const thinned = (states: readonly WatchState[]): WatchState[] =>
  states.filter(({ at }, nth) => {
    const next = states[nth + 1]?.at
    return at !== undefined && (next === undefined || spanOf(next) !== spanOf(at))
  })
