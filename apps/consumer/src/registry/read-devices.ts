import type pg from 'pg'
import type { Installation, Join, KnownDevice } from './known-device.js'

/** Returns the devices of these IMEIs with their present data in the database, by IMEI. Unknown IMEIs are left out. */
export async function readDevices(pool: pg.Pool, imeis: readonly string[]): Promise<Map<string, KnownDevice>> {
  const { rows } = await pool.query<DeviceRow>(DEVICES, [imeis])
  const businesses = new Set(rows.flatMap(({ installations }) => installations?.map(({ businessId }) => businessId) ?? []))
  const rests = await readRests(pool, [...businesses])
  return new Map(rows.map((row) => [row.imei, toDevice(row, rests)]))
}

/** Minutes of rest that end a trip, by business and vehicle type. Only chosen values have an entry. */
type Rests = ReadonlyMap<string, number>
const restKey = (businessId: number, vehicleType: string) => `${businessId} ${vehicleType}`

async function readRests(pool: pg.Pool, businesses: readonly number[]): Promise<Rests> {
  const { rows } = await pool.query<{ business_id: number; vehicle_type: string; rest_minutes: number }>(
    'SELECT business_id, vehicle_type, rest_minutes FROM trip_rests_in_force WHERE business_id = ANY ($1::int[])',
    [businesses],
  )
  return new Map(rows.map((row) => [restKey(row.business_id, row.vehicle_type), row.rest_minutes]))
}

const DEVICES = `SELECT d.id, d.imei, d.is_history AS "isHistory", (
    SELECT json_agg(json_build_object('entityId', i.entity_id, 'businessId', i.business_id, 'vehicleType', e.vehicle_type,
      'installedAt', floor(extract(epoch FROM i.installed_at) * 1000), 'removedAt', floor(extract(epoch FROM i.removed_at) * 1000))
      ORDER BY i.installed_at)
    FROM installations i JOIN entities e ON e.id = i.entity_id WHERE i.device_id = d.id
  ) AS installations, (
    SELECT json_agg(json_build_object('entityId', j.entity_id, 'from', floor(extract(epoch FROM j.from_at) * 1000),
      'till', floor(extract(epoch FROM j.till_at) * 1000)))
    FROM trip_joins j WHERE j.device_id = d.id
  ) AS joins
  FROM devices d WHERE d.imei = ANY ($1::text[]) AND (d.deleted_at IS NULL OR d.is_history AND NOT d.is_history_over)`

interface DeviceRow {
  id: number
  imei: string
  isHistory: boolean
  installations: (Omit<Installation, 'removedAt'> & { removedAt: number | null })[] | null
  joins: Join[] | null
}

const toDevice = ({ id, imei, isHistory, installations, joins }: DeviceRow, rests: Rests): KnownDevice => ({
  deviceId: id,
  imei,
  ...(isHistory && { isHistory }),
  ...(joins && { joins }),
  installations: (installations ?? []).map(({ removedAt, ...rest }) => {
    const restMinutes = rests.get(restKey(rest.businessId, rest.vehicleType))
    return { ...rest, ...(removedAt !== null && { removedAt }), ...(restMinutes !== undefined && { restMinutes }) }
  }),
})
