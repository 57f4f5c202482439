import type { Reading } from '@roadbook/alerts'
import { ADVISORY_LOCK_PAIRS } from '@roadbook/platform'
import type pg from 'pg'
import type { AlertMark } from './alert-marks.js'
import type { FreshReadings } from './fresh-readings.js'

/** Advisory lock of a device. It prevents two processes from evaluating the device at the same time. */
const LOCK = ADVISORY_LOCK_PAIRS.alertsOfDevice
/**
 * Maximum number of marks (requests to evaluate a device again), and of devices, per round. A single batch with more devices
 * is taken as a whole.
 */
const MOST_MARKS = 5_000
const MOST_DEVICES = 1_000
/**
 * Seconds after which any process may take a batch. If the process that stored the batch is still running, it has usually
 * evaluated the batch by then.
 */
const LEFT_S = 10

const BATCHES = `SELECT id::float8, CASE WHEN id = ANY ($3::bigint[]) THEN NULL ELSE device_ids END AS device_ids,
    CASE WHEN id = ANY ($3::bigint[]) THEN NULL ELSE from_ms END AS from_ms
  FROM alert_batches WHERE id IN (
    SELECT id FROM (SELECT id, sum(devices) OVER (ORDER BY id) - devices AS before FROM alert_batches
      WHERE keeper = $1 OR at < greatest($2, now() - interval '${LEFT_S} seconds') ORDER BY id LIMIT ${MOST_DEVICES}) oldest
    WHERE before < ${MOST_DEVICES})
  ORDER BY id FOR UPDATE SKIP LOCKED`

const MARKS = `SELECT device_id, ids, from_at FROM (
    SELECT device_id, array_agg(id::float8) AS ids, (extract(epoch FROM min(from_at)) * 1000)::float8 AS from_at, min(id) AS first
    FROM (SELECT * FROM alert_marks ORDER BY id LIMIT ${MOST_MARKS}) oldest GROUP BY device_id ORDER BY first LIMIT ${MOST_DEVICES}
  ) waiting WHERE pg_try_advisory_xact_lock(${LOCK}, device_id)`

const REFUSED = `SELECT device_id FROM unnest($1::int[]) device_id WHERE NOT pg_try_advisory_xact_lock(${LOCK}, device_id)`
const LEAVE = `INSERT INTO alert_marks (device_id, from_at) SELECT device_id, to_timestamp(from_ms / 1000)
  FROM unnest($1::int[], $2::float8[]) left_over (device_id, from_ms)`

/** New data of one device. */
export interface DeviceNews {
  /** Milliseconds since 1970 UTC. */
  from: number
  /** All new readings in order of arrival. Absent if they must be read from the database. */
  readings?: Reading[]
}

/** New data that this process has taken. No other process evaluates it until the transaction ends. */
export interface TakenNews {
  /** True if nothing was waiting. If false, `devices` may still be empty, because other processes have locked them. */
  isNothing: boolean
  devices: ReadonlyMap<number, DeviceNews>
  batchIds: readonly number[]
  markIds: readonly number[]
}

/**
 * Takes the devices with new data. They come from batches that this process stored, from batches that another process stored
 * and did not evaluate in time, and from marks (requests to evaluate a device again).
 */
export async function takeNews(client: pg.ClientBase, fresh: FreshReadings): Promise<TakenNews> {
  const devices = new Map<number, DeviceNews>()
  const batches = await takeBatches(client, fresh, devices)
  const refused = await lock(client, devices)
  const marks = (await client.query<{ device_id: number; ids: number[]; from_at: number }>({ name: 'alert-marks', text: MARKS }))
    .rows
  for (const { device_id, from_at } of marks) {
    devices.set(device_id, { from: Math.min(from_at, devices.get(device_id)?.from ?? Infinity) })
  }
  if (refused.length > 0) await client.query(LEAVE, [refused.map(({ deviceId }) => deviceId), refused.map(({ from }) => from)])
  const isNothing = batches.length + marks.length === 0
  return { devices, isNothing, batchIds: batches, markIds: marks.flatMap(({ ids }) => ids) }
}

async function takeBatches(client: pg.ClientBase, fresh: FreshReadings, devices: Map<number, DeviceNews>): Promise<number[]> {
  const values = [fresh.keeper, new Date(fresh.since), fresh.batchIds]
  const question = { name: 'alert-batches', text: BATCHES, values }
  const { rows } = await client.query<{ id: number; device_ids: number[] | null; from_ms: number[] | null }>(question)
  for (const { id, device_ids, from_ms } of rows) {
    for (const mark of fresh.marksOf(id)) add(devices, mark)
    for (const [nth, deviceId] of (device_ids ?? []).entries()) add(devices, { deviceId, from: from_ms![nth]! })
  }
  return rows.map(({ id }) => id)
}

function add(devices: Map<number, DeviceNews>, { deviceId, from, readings }: AlertMark): void {
  const known = devices.get(deviceId)
  if (!known) devices.set(deviceId, { from, ...(readings && { readings: [...readings] }) })
  else {
    known.from = Math.min(known.from, from)
    if (readings && known.readings) known.readings.push(...readings)
    else delete known.readings
  }
}

/** Locks the devices. If another process has locked a device, removes it from `devices`. Returns the removed devices. */
async function lock(client: pg.ClientBase, devices: Map<number, DeviceNews>): Promise<{ deviceId: number; from: number }[]> {
  if (devices.size === 0) return []
  const question = { name: 'alert-devices', text: REFUSED, values: [[...devices.keys()]] }
  const { rows } = await client.query<{ device_id: number }>(question)
  const refused = rows.map(({ device_id }) => ({ deviceId: device_id, from: devices.get(device_id)!.from }))
  for (const { deviceId } of refused) devices.delete(deviceId)
  return refused
}

const END = 'DELETE FROM alert_batches WHERE id = ANY ($1::bigint[])'

/** Deletes the batches and marks that were taken. */
export async function endNews(client: pg.ClientBase, { batchIds, markIds }: TakenNews): Promise<void> {
  if (batchIds.length > 0) await client.query({ name: 'alert-batches-end', text: END, values: [batchIds] })
  if (markIds.length > 0) await client.query('DELETE FROM alert_marks WHERE id = ANY ($1::bigint[])', [markIds])
}
