import type { KnownDevice } from '@roadbook/consumer/registry/known-device'
import { TrackedDevice } from '@roadbook/consumer/tracked-device'
import type { Fix, VehicleType } from '@roadbook/contracts'
import { createTrackStore, type TrackStore, type WaypointRow } from '@roadbook/track-store'
import type pg from 'pg'
import { loadDemoCity } from '../demo-city.js'
import { driveDays, type City } from '../fleet/index.js'
import { FINE_DAYS } from './demo-days.js'

const DAY_MS = 86_400_000
const SEED = 7
const FINE_INTERVAL_S = 30
const COARSE_INTERVAL_S = 120
const REST_INTERVAL_S = 4 * 3_600
/**
 * Gap between the end of the history and now, in milliseconds. The live fleet does not start at the places where the
 * history ends, and the distance between them must not become part of a trip. The gap is therefore a little longer than the
 * longest silence within a trip.
 */
const GAP_MS = 70 * 60_000

/** One tracker in this many has been silent for days, as with a flat battery or a broken wire. */
const SILENT_ONE_IN = 17
const SILENT_FOR_MS = 3 * DAY_MS

/** A tracker of the demo with its vehicle. */
export interface DemoDevice extends KnownDevice {
  vehicleType: VehicleType
}

/** Trackers and length of the history to generate, and a callback for progress messages. */
export interface HistoryOptions {
  imeis: readonly string[]
  days: number
  say: (text: string) => void
  now?: number
}

/**
 * Generates the past of the demo fleet. The code of the consumer process divides it into trips. Skips trackers that have a
 * past. Also skips trackers that are not in `imeis`, because users added them.
 * @returns true if a past was generated for any tracker
 */
export async function seedHistory(pool: pg.Pool, { imeis, days, say, now = Date.now() }: HistoryOptions): Promise<boolean> {
  const devices = await devicesWithoutPast(pool, imeis)
  if (devices.length === 0) return false
  say(`Generating ${days} days of trips for ${devices.length} vehicles (${howLong(days * devices.length)})`)
  const store = createTrackStore(pool)
  const city = loadDemoCity()
  for (const [at, device] of devices.entries()) {
    const since = device.installations[0]?.installedAt ?? now
    const fixes = historyOf(city, device, days, now).filter(({ positionedAt }) => positionedAt >= since)
    await seedDevice(store, device, fixes, now)
    const [before, done] = [at, at + 1].map((count) => Math.floor((count * STEPS) / devices.length))
    if (done !== before && done !== STEPS) say(`  ${(100 * done!) / STEPS} % of the trips are there`)
  }
  return true
}

const STEPS = 4
/** Number of vehicle days (one vehicle on one day) that are generated per minute on two shared cores. */
const DAYS_A_MINUTE = 22_000

const howLong = (vehicleDays: number) => (vehicleDays < DAYS_A_MINUTE / 2 ? 'less than a minute' : 'about a minute')

/** Delay from the time of a past fix until its reception, in milliseconds. */
export const RECEIVED_AFTER_MS = 2_000

async function devicesWithoutPast(pool: pg.Pool, imeis: readonly string[]): Promise<DemoDevice[]> {
  const { rows } = await pool.query<{
    device_id: number
    imei: string
    entity_id: number
    business_id: number
    vehicle_type: VehicleType
    installed_at: Date
  }>(
    `SELECT d.id AS device_id, d.imei, e.id AS entity_id, i.business_id, e.vehicle_type, i.installed_at
     FROM devices d JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL JOIN entities e ON e.id = i.entity_id
     WHERE d.imei = ANY ($1) AND NOT EXISTS (SELECT FROM device_states s WHERE s.device_id = d.id) ORDER BY d.id`,
    [imeis],
  )
  return rows.map(({ device_id, imei, entity_id, business_id, vehicle_type, installed_at }) => ({
    deviceId: device_id,
    imei,
    vehicleType: vehicle_type,
    installations: [
      { entityId: entity_id, businessId: business_id, vehicleType: vehicle_type, installedAt: installed_at.getTime() },
    ],
  }))
}

/**
 * Returns the fixes that a vehicle's tracker sent in the given number of days, until a little before now. The same arguments give
 * the same fixes.
 */
export function historyOf(city: City, device: DemoDevice, days: number, now: number): Fix[] {
  const today = Math.floor(now / DAY_MS) * DAY_MS
  const coarse = { intervalS: COARSE_INTERVAL_S, restIntervalS: REST_INTERVAL_S }
  const fixes = [...driveDays(city, device, today - days * DAY_MS, days - FINE_DAYS, SEED, coarse)].flat()
  const fine = { ...coarse, intervalS: FINE_INTERVAL_S, odometerM: fixes.at(-1)?.odometerM }
  fixes.push(...[...driveDays(city, device, today - FINE_DAYS * DAY_MS, FINE_DAYS + 1, SEED, fine)].flat())
  const till = now - (device.deviceId % SILENT_ONE_IN === 0 ? SILENT_FOR_MS : GAP_MS)
  return fixes.filter(({ positionedAt }) => positionedAt < till)
}

async function seedDevice(store: TrackStore, device: DemoDevice, fixes: readonly Fix[], now: number): Promise<void> {
  const rows: WaypointRow[] = fixes.map((fix) => ({
    deviceId: device.deviceId,
    receivedAt: fix.positionedAt + RECEIVED_AFTER_MS,
    fix,
  }))
  await store.writeWaypoints(rows)
  const tracked = TrackedDevice.unseen(device)
  tracked.segment(rows, now)
  tracked.observe(rows, now)
  const { insert } = tracked.trips.changes()
  await store.saveCheckpoint({
    states: tracked.hasWaypoints ? [tracked.state] : [],
    trips: { insert: insert.map((trip) => tracked.toRecord(trip)), update: [], remove: [] },
  })
}
