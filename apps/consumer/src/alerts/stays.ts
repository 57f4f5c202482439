import { isOpenAfter, type Alert, type WatchState } from '@roadbook/alerts'
import type { AlertKind } from '@roadbook/contracts'
import type { VehicleType } from '@roadbook/contracts'
import type pg from 'pg'

/** Stay: a tracker's time on a vehicle. Times are milliseconds since 1970 UTC. */
export interface Stay {
  installationId: number
  deviceId: number
  entityId: number
  businessId: number
  tagIds: readonly number[]
  vehicleType: VehicleType
  installedAt: number
  removedAt: number | null
  /** Time of the tracker's last stored reception. Null if there was none. */
  heardAt: number | null
}

/** A stay with new readings. The oldest of them is at `from`. */
export interface StayWithNews extends Stay {
  from: number
}

const milliseconds = (time: string) => `(extract(epoch FROM ${time}) * 1000)::float8`

/**
 * Start of a stay. If the tracker was on a customer's vehicle before, it was possibly moved only on paper (G-107). The stay
 * then starts when it was shown that the tracker has really moved.
 */
export const BEGIN = 'CASE WHEN i.followed_consumer_id IS NULL THEN i.installed_at ELSE i.moved_at END'

const STAYS = `SELECT i.id AS "installationId", i.device_id AS "deviceId", i.entity_id AS "entityId", e.business_id AS "businessId", e.vehicle_type AS "vehicleType",
    ARRAY(SELECT tag_id FROM entity_tags WHERE entity_id = e.id) AS "tagIds", m.from_at AS "from",
    ${milliseconds(BEGIN)} AS "installedAt", ${milliseconds('i.removed_at')} AS "removedAt",
    (SELECT ${milliseconds('h.last_received_at')} FROM device_states h WHERE h.device_id = i.device_id) AS "heardAt"
  FROM unnest($1::int[], $2::float8[]) m (device_id, from_at) JOIN installations i ON i.device_id = m.device_id
  JOIN devices d ON d.id = i.device_id AND NOT d.is_history
  JOIN entities e ON e.id = i.entity_id AND e.deleted_at IS NULL
  WHERE coalesce(i.removed_at, 'infinity') > to_timestamp(m.from_at / 1000) AND ${BEGIN} IS NOT NULL ORDER BY i.id`

/** Returns the stays to which new data belongs, ordered by installation. */
export async function readStays(
  client: pg.ClientBase,
  news: readonly { deviceId: number; from: number }[],
): Promise<StayWithNews[]> {
  const values = [news.map(({ deviceId }) => deviceId), news.map(({ from }) => from)]
  return (await client.query<StayWithNews>(STAYS, values)).rows
}

const STATES = `SELECT x.id, s.state FROM unnest($1::int[], $2::float8[]) x (id, before), LATERAL (
    SELECT state FROM alert_states WHERE installation_id = x.id AND at < to_timestamp(x.before / 1000) ORDER BY at DESC LIMIT 1) s`

/** Returns, for each stay, the last stored state that is older than the stay's new data. */
export async function readStates(client: pg.ClientBase, stays: readonly StayWithNews[]): Promise<Map<number, WatchState>> {
  const values = [stays.map(({ installationId }) => installationId), stays.map(({ from }) => from)]
  const { rows } = await client.query<{ id: number; state: WatchState }>(STATES, values)
  return new Map(rows.map(({ id, state }) => [id, state]))
}

/** An alert as it is stored. */
export interface StoredAlert extends Alert {
  isWithdrawn: boolean
}

/**
 * Selects the alerts of a stay, up to the next installation of the same device on the same vehicle. So alerts that were raised
 * after the tracker left the vehicle, but before its removal was recorded, belong to the stay. Disputes are left out, because
 * readings do not affect them.
 */
const STORED = `SELECT x.stay, a.rule_id, a.rule_revision, a.geofence_id, a.kind, ${milliseconds('a.began_at')} AS began_at,
    ${milliseconds('a.ended_at')} AS ended_at, a.value, a.latitude, a.longitude, ${milliseconds('a.heard_at')} AS heard_at,
    a.withdrawn_at IS NOT NULL AS is_withdrawn
  FROM unnest($1::int[], $2::int[], $3::int[], $4::float8[], $5::float8[]) x (stay, device_id, entity_id, after, installed_at)
  JOIN alerts a ON a.device_id = x.device_id AND a.entity_id = x.entity_id AND a.began_at >= to_timestamp(x.installed_at / 1000)
    AND a.began_at < coalesce((SELECT min(i.installed_at) FROM installations i WHERE i.device_id = x.device_id
      AND i.entity_id = x.entity_id AND i.installed_at > to_timestamp(x.installed_at / 1000)), 'infinity')
    AND (a.ended_at IS NULL OR a.ended_at > to_timestamp(x.after / 1000)) AND a.kind <> 'dispute'`

interface StoredRow {
  stay: number
  rule_id: number
  rule_revision: number
  geofence_id: number | null
  kind: AlertKind
  began_at: number
  ended_at: number | null
  value: number | null
  latitude: number | null
  longitude: number | null
  heard_at: number | null
  is_withdrawn: boolean
}

/** Returns, by stay, the stored alerts that new readings may still change. New readings are later than the stay's stored state. */
export async function readAlerts(
  client: pg.ClientBase,
  stays: readonly Stay[],
  states: ReadonlyMap<number, WatchState>,
): Promise<Map<number, StoredAlert[]>> {
  const after = stays.map(({ installationId, installedAt }) => states.get(installationId)?.at ?? installedAt - 1)
  const { rows } = await client.query<StoredRow>(STORED, [
    stays.map(({ installationId }) => installationId),
    stays.map(({ deviceId }) => deviceId),
    stays.map(({ entityId }) => entityId),
    after,
    stays.map(({ installedAt }) => installedAt),
  ])
  const found = new Map<number, StoredAlert[]>(stays.map(({ installationId }) => [installationId, []]))
  for (const row of rows) {
    const alert: StoredAlert = {
      ruleId: row.rule_id,
      ruleRevision: row.rule_revision,
      kind: row.kind,
      beganAt: Math.round(row.began_at),
      isWithdrawn: row.is_withdrawn,
      ...(row.geofence_id !== null && { geofenceId: row.geofence_id }),
      ...(row.ended_at !== null && { endedAt: Math.round(row.ended_at) }),
      ...(row.value !== null && { value: row.value }),
      ...(row.latitude !== null && row.longitude !== null && { latitude: row.latitude, longitude: row.longitude }),
      ...(row.heard_at !== null && { heardAt: Math.round(row.heard_at) }),
    }
    const of = stays.findIndex(({ installationId }) => installationId === row.stay)
    if (isOpenAfter(alert, after[of]!)) found.get(row.stay)?.push(alert)
  }
  return found
}
