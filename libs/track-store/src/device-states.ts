import type { ClientBase } from 'pg'
import { arrayParameters, names, packArrays, type Column } from './columns.js'
import { clamp, dropNulls, fromE7, msOf, toE7 } from './conversions.js'
import { type DeviceClock, type DeviceState, NEVER, StaleStateError } from './track-store.js'

const COLUMNS: readonly Column<DeviceState>[] = [
  { name: 'device_id', type: 'int4', read: (state) => state.deviceId },
  { name: 'imei', type: 'text', read: (state) => state.imei },
  { name: 'revision', type: 'int4', read: (state) => state.revision + 1 },
  { name: 'entity_id', type: 'int4', read: (state) => state.entityId },
  { name: 'business_id', type: 'int4', read: (state) => state.businessId },
  { name: 'last_received_at', type: 'timestamptz', read: (state) => state.lastReceivedAt },
  { name: 'last_positioned_at', type: 'timestamptz', read: ({ lastPositionedAt: at }) => (at === NEVER ? undefined : at) },
  { name: 'valid_positioned_at', type: 'timestamptz', read: (state) => state.validPositionedAt },
  { name: 'latitude', type: 'int4', read: (state) => toE7(state.latitude) },
  { name: 'longitude', type: 'int4', read: (state) => toE7(state.longitude) },
  { name: 'speed_kph', type: 'float4', read: (state) => state.speedKph },
  { name: 'heading', type: 'int2', read: (state) => state.heading },
  { name: 'moving', type: 'bool', read: (state) => state.moving },
  { name: 'last_activity_at', type: 'timestamptz', read: (state) => state.lastActivityAt },
  { name: 'rhythm_s', type: 'float4', read: (state) => state.rhythmS },
  { name: 'ignition', type: 'bool', read: (state) => state.ignition },
  { name: 'odometer_m', type: 'int8', read: (state) => state.odometerM },
  { name: 'counter_m', type: 'int8', read: (state) => state.counterM },
  { name: 'counter_at', type: 'timestamptz', read: (state) => state.counterAt },
  { name: 'counter_began_m', type: 'int8', read: (state) => state.counterBeganM },
  { name: 'counter_began_at', type: 'timestamptz', read: (state) => state.counterBeganAt },
  { name: 'counter_since', type: 'timestamptz', read: (state) => state.counterSince },
  { name: 'external_battery_mv', type: 'int4', read: (state) => state.externalBatteryMv },
  { name: 'battery_mv', type: 'int4', read: (state) => state.batteryMv },
  { name: 'battery_percent', type: 'int2', read: (state) => state.batteryPercent },
  { name: 'gsm_signal', type: 'int2', read: (state) => state.gsmSignal },
  { name: 'satellites', type: 'int2', read: (state) => state.satellites },
  { name: 'clock_told_at', type: 'timestamptz', read: ({ clock }) => clock?.toldAt && clamp(clock.toldAt) },
  { name: 'clock_lag_s', type: 'int4', read: ({ clock }) => clock?.lagS },
  { name: 'clock_offset_minutes', type: 'int2', read: ({ clock }) => clock?.offsetMinutes },
  {
    name: 'segmentation',
    type: 'jsonb',
    read: (state) => (state.segmentation === undefined ? undefined : JSON.stringify(state.segmentation)),
  },
]

const ASSIGNMENTS = COLUMNS.slice(1)
  .map(({ name }) => `${name} = excluded.${name}`)
  .join(', ')

// Ordered by id. If two processes write the same devices, one of them waits for the other, and there is no deadlock.
const SAVE = `INSERT INTO device_states (${names(COLUMNS)})
  SELECT * FROM unnest(${arrayParameters(COLUMNS)}) AS new (${names(COLUMNS)}) ORDER BY device_id
  ON CONFLICT (device_id) DO UPDATE SET ${ASSIGNMENTS}, updated_at = now()
  WHERE device_states.revision = excluded.revision - 1
  RETURNING device_id, revision`

/**
 * @throws StaleStateError if the stored revision of a state differs from the revision with which it was loaded; the caller
 *   must roll back
 */
export async function saveDeviceStates(client: ClientBase, states: readonly DeviceState[]): Promise<void> {
  if (states.length === 0) return
  const { rows } = await client.query<{ device_id: number; revision: number }>(SAVE, packArrays(COLUMNS, states))
  if (rows.length === states.length) return
  const saved = new Set(rows.map((row) => row.device_id))
  throw new StaleStateError(states.map((state) => state.deviceId).filter((deviceId) => !saved.has(deviceId)))
}

export async function loadDeviceStates(
  client: Pick<ClientBase, 'query'>,
  deviceIds: readonly number[],
): Promise<Map<number, DeviceState>> {
  const { rows } = await client.query<StateRow>(`SELECT ${names(COLUMNS)} FROM device_states WHERE device_id = ANY ($1::int[])`, [
    [...deviceIds],
  ])
  return new Map(rows.map((row) => [row.device_id, fromRow(row)]))
}

/** A selected row. Missing values are null. The metres are int8, and a pool may return int8 as text. */
interface StateRow {
  device_id: number
  imei: string
  revision: number
  entity_id: number | null
  business_id: number | null
  last_received_at: Date
  last_positioned_at: Date | null
  valid_positioned_at: Date | null
  latitude: number | null
  longitude: number | null
  speed_kph: number | null
  heading: number | null
  moving: boolean
  last_activity_at: Date | null
  rhythm_s: number | null
  ignition: boolean | null
  odometer_m: number | string | null
  counter_m: number | string | null
  counter_at: Date | null
  counter_began_m: number | string | null
  counter_began_at: Date | null
  counter_since: Date | null
  external_battery_mv: number | null
  battery_mv: number | null
  battery_percent: number | null
  gsm_signal: number | null
  satellites: number | null
  clock_told_at: Date | null
  clock_lag_s: number | null
  clock_offset_minutes: number | null
  segmentation: unknown
}

function clockOf({ clock_told_at, clock_lag_s, clock_offset_minutes }: StateRow): DeviceClock | null {
  if (clock_told_at === null && clock_lag_s === null) return null
  return dropNulls({ toldAt: msOf(clock_told_at), lagS: clock_lag_s, offsetMinutes: clock_offset_minutes })
}
const metresOf = (metres: number | string | null): number | null => (metres === null ? null : Number(metres))

const fromRow = (row: StateRow): DeviceState =>
  dropNulls({
    deviceId: row.device_id,
    imei: row.imei,
    revision: row.revision,
    entityId: row.entity_id,
    businessId: row.business_id,
    lastReceivedAt: row.last_received_at.getTime(),
    lastPositionedAt: row.last_positioned_at?.getTime() ?? NEVER,
    validPositionedAt: msOf(row.valid_positioned_at),
    latitude: fromE7(row.latitude),
    longitude: fromE7(row.longitude),
    speedKph: row.speed_kph,
    heading: row.heading,
    moving: row.moving,
    lastActivityAt: msOf(row.last_activity_at),
    rhythmS: row.rhythm_s,
    ignition: row.ignition,
    odometerM: metresOf(row.odometer_m),
    counterM: metresOf(row.counter_m),
    counterAt: msOf(row.counter_at),
    counterBeganM: metresOf(row.counter_began_m),
    counterBeganAt: msOf(row.counter_began_at),
    counterSince: msOf(row.counter_since),
    externalBatteryMv: row.external_battery_mv,
    batteryMv: row.battery_mv,
    batteryPercent: row.battery_percent,
    gsmSignal: row.gsm_signal,
    satellites: row.satellites,
    clock: clockOf(row),
    segmentation: row.segmentation,
  })
