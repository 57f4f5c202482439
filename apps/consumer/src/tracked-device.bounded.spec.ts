import { serialize } from 'node:v8'
import type { Fix } from '@roadbook/contracts'
import type { WaypointRow } from '@roadbook/track-store'
import { TrackBuilder } from '@roadbook/trips/track-builder'
import type { KnownDevice } from './registry/known-device.js'
import { TrackedDevice } from './tracked-device.js'

/**
 * Maximum size in bytes of everything kept for one tracker at a checkpoint, when serialised. In memory it takes four times as
 * much, which is at most 12 kB.
 */
const MOST_BYTES = 3_000
const DAYS = 3
/** Number of fixes between two checkpoints, as from a tracker that uploads its buffer. */
const AT_ONCE = 200

/** Creates rides, stops with drift, silences and wrong places, with every field that a tracker can send. */
function wordyDay(day: number): Fix[] {
  const track = new TrackBuilder(`2025-11-${String(10 + day)}T06:00:00Z`).withOdometer(123_456_789)
  const says = { ignition: true, movement: true, externalBatteryMv: 36_512, batteryMv: 4_012, batteryPercent: 87, gsmSignal: 4 }
  for (let part = 0; part < 12; part++) {
    track.ride(12, 14 + part, { everyS: 5, says })
    if (part % 3 === 0)
      for (let n = 0; n < 8; n++) track.travelUnseen(0.5, 18).report({ latitude: 52.3, longitude: 5.1, ...says })
    track.stand(20, { everyS: 60, jitterM: 25, jitterKph: 4, says })
  }
  return track.fixes
}

const rowsOf = (fixes: readonly Fix[]): WaypointRow[] =>
  fixes.map((fix) => ({ deviceId: 1, receivedAt: fix.positionedAt, fix: { ...fix } }))
const deviceOf = (nth: number): KnownDevice => ({
  deviceId: nth,
  imei: String(356_307_042_000_000 + nth),
  installations: [{ entityId: nth, businessId: 1, vehicleType: 'eBike', installedAt: 0 }],
})

const days = Array.from({ length: DAYS }, (_, day) => wordyDay(day))

/** Returns the serialised size of everything kept for a tracker. Unlike the process heap, it is the same in each run. */
const bytesOf = (device: TrackedDevice): number => serialize([device, device.trips.open]).byteLength

/** @returns the largest size at any of the day's checkpoints, in bytes */
function mostOf(device: TrackedDevice, day: number): number {
  const rows = rowsOf(days[day]!)
  const sizes = Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, nth) => {
    const some = rows.slice(nth * AT_ONCE, (nth + 1) * AT_ONCE)
    const now = some.at(-1)!.receivedAt
    device.segment(some, now)
    device.observe(some, now)
    device.settle()
    return bytesOf(device)
  })
  return Math.max(...sizes)
}

describe('a tracker in the memory of the consumer', () => {
  it('takes a few kilobytes, and after days no more than after one', () => {
    const device = TrackedDevice.unseen(deviceOf(1))
    const sizes = days.map((_, day) => mostOf(device, day))
    expect(Math.max(...sizes)).toBeLessThan(MOST_BYTES)
    expect(Math.max(...sizes)).toBeLessThan(sizes[0]! * 1.1)
    expect(device.trips.isClean && device.verdicts.size === 0).toBe(true)
  })
})
