import { isOpenAfter, type Alert, type AlertKind, type WatchState } from '@roadbook/alerts'
import type pg from 'pg'

/** A device on a vehicle, of which readings from `from` on are news. Times are milliseconds since 1970 UTC. */
export interface Stay {
  installationId: number
  deviceId: number
  entityId: number
  businessId: number
  tagIds: readonly number[]
  from: number
  installedAt: number
  removedAt: number | null
  /** What was remembered before `from`; null for what was never looked at. */
  state: WatchState | null
  /** Whether nothing newer was looked at: nothing of the stay is stored between that and `from`. */
  isNewest: boolean
}

/** Of two processes one looks at a device. */
const LOCK = 5_011
/** Marks of which a round consists at most, and devices. */
const MOST_MARKS = 5_000
const MOST_DEVICES = 200

const milliseconds = (time: string) => `(extract(epoch FROM ${time}) * 1000)::float8`

const TAKE = `SELECT device_id, ids, from_at FROM (
    SELECT device_id, array_agg(id ORDER BY id) AS ids, ${milliseconds('min(from_at)')} AS from_at, min(id) AS first
    FROM (SELECT * FROM alert_marks ORDER BY id LIMIT ${MOST_MARKS}) oldest GROUP BY device_id ORDER BY first LIMIT ${MOST_DEVICES}
  ) waiting WHERE pg_try_advisory_xact_lock(${LOCK}, device_id)`

/** Devices with news that nobody else looks at, until the transaction ends. */
export async function takeMarks(client: pg.ClientBase): Promise<{ device_id: number; ids: string[]; from_at: number }[]> {
  return (await client.query<{ device_id: number; ids: string[]; from_at: number }>(TAKE)).rows
}

/** G-107: what came off a customer's vehicle on paper speaks for another one when it was shown to be there, and of the time since. */
const BEGIN = 'CASE WHEN i.followed_consumer_id IS NULL THEN i.installed_at ELSE i.moved_at END'

const STAYS = `SELECT i.id AS "installationId", i.device_id AS "deviceId", i.entity_id AS "entityId", e.business_id AS "businessId",
    ARRAY(SELECT tag_id FROM entity_tags WHERE entity_id = e.id) AS "tagIds", m.from_at AS "from",
    ${milliseconds(BEGIN)} AS "installedAt", ${milliseconds('i.removed_at')} AS "removedAt",
    (SELECT state FROM alert_states s WHERE s.installation_id = i.id AND s.at < to_timestamp(m.from_at / 1000) ORDER BY s.at DESC LIMIT 1) AS state,
    NOT EXISTS (SELECT FROM alert_states s WHERE s.installation_id = i.id AND s.at >= to_timestamp(m.from_at / 1000)) AS "isNewest"
  FROM unnest($1::int[], $2::float8[]) m (device_id, from_at) JOIN installations i ON i.device_id = m.device_id
  JOIN entities e ON e.id = i.entity_id AND e.deleted_at IS NULL
  WHERE coalesce(i.removed_at, 'infinity') > to_timestamp(m.from_at / 1000) AND ${BEGIN} IS NOT NULL ORDER BY i.id`

export async function readStays(
  client: pg.ClientBase,
  marks: readonly { device_id: number; from_at: number }[],
): Promise<Stay[]> {
  const values = [marks.map(({ device_id }) => device_id), marks.map(({ from_at }) => from_at)]
  return (await client.query<Stay>(STAYS, values)).rows
}

/** An alert as it is stored. */
export interface StoredAlert extends Alert {
  id: string
  isWithdrawn: boolean
}

const STORED = `SELECT a.id, x.stay, a.rule_id, a.rule_revision, a.geofence_id, a.kind, ${milliseconds('a.began_at')} AS began_at,
    ${milliseconds('a.ended_at')} AS ended_at, a.value, a.withdrawn_at IS NOT NULL AS is_withdrawn
  FROM unnest($1::int[], $2::int[], $3::int[], $4::float8[], $5::float8[], $6::float8[])
    x (stay, device_id, entity_id, after, installed_at, removed_at)
  JOIN alerts a ON a.device_id = x.device_id AND a.entity_id = x.entity_id AND a.began_at >= to_timestamp(x.installed_at / 1000)
    AND a.began_at < coalesce(to_timestamp(x.removed_at / 1000), 'infinity')
    AND (a.ended_at IS NULL OR a.ended_at > to_timestamp(x.after / 1000))`

interface StoredRow {
  id: string
  stay: number
  rule_id: number
  rule_revision: number
  geofence_id: number | null
  kind: AlertKind
  began_at: number
  ended_at: number | null
  value: number | null
  is_withdrawn: boolean
}

/** Alerts that readings after what is remembered may say otherwise about, by stay. */
export async function readAlerts(client: pg.ClientBase, stays: readonly Stay[]): Promise<Map<number, StoredAlert[]>> {
  const after = stays.map(({ state, installedAt }) => state?.at ?? installedAt - 1)
  const { rows } = await client.query<StoredRow>(STORED, [
    stays.map(({ installationId }) => installationId),
    stays.map(({ deviceId }) => deviceId),
    stays.map(({ entityId }) => entityId),
    after,
    stays.map(({ installedAt }) => installedAt),
    // The same device may have come back to the same vehicle: what it said then is of another stay.
    stays.map(({ removedAt }) => removedAt),
  ])
  const found = new Map<number, StoredAlert[]>(stays.map(({ installationId }) => [installationId, []]))
  for (const row of rows) {
    const alert: StoredAlert = {
      id: row.id,
      ruleId: row.rule_id,
      ruleRevision: row.rule_revision,
      kind: row.kind,
      beganAt: Math.round(row.began_at),
      isWithdrawn: row.is_withdrawn,
      ...(row.geofence_id !== null && { geofenceId: row.geofence_id }),
      ...(row.ended_at !== null && { endedAt: Math.round(row.ended_at) }),
      ...(row.value !== null && { value: row.value }),
    }
    const of = stays.findIndex(({ installationId }) => installationId === row.stay)
    if (isOpenAfter(alert, after[of]!)) found.get(row.stay)?.push(alert)
  }
  return found
}
