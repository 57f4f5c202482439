import type { Fix } from '@roadbook/contracts'
import { heapGrowth } from '@roadbook/protocols/testing/heap'
import type { WaypointRow } from '@roadbook/track-store'
import { TrackBuilder } from '@roadbook/trips/track-builder'
import type { KnownDevice } from './device-directory.js'
import { TrackedDevice } from './tracked-device.js'

/** What one tracker may take of the consumer's memory between checkpoints, bytes: 100 000 of them are 1.2 GB at most. */
const MOST_BYTES = 12_000
const DEVICES = 20
const DAYS = 3
/** Fixes between two checkpoints, as a tracker sends that empties its memory. */
const AT_ONCE = 200

/** Rides, stands with wander, silences and wrong places, told with all that a tracker can tell. */
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

function follow(device: TrackedDevice, day: number): void {
  const rows = rowsOf(days[day]!)
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE)
    const now = some.at(-1)!.receivedAt
    device.segment(some, now)
    device.observe(some, now)
    device.settle()
  }
}

describe('a tracker in the memory of the consumer', () => {
  it('takes a few kilobytes, and after days no more than after one', () => {
    follow(TrackedDevice.unseen(deviceOf(0)), 0)
    const devices = Array.from({ length: DEVICES }, (_, nth) => TrackedDevice.unseen(deviceOf(nth)))
    const aDay = heapGrowth(() => devices.forEach((device) => follow(device, 0))) / DEVICES
    const more = heapGrowth(() => {
      for (let day = 1; day < DAYS; day++) for (const device of devices) follow(device, day)
    })
    expect(aDay).toBeLessThan(MOST_BYTES)
    expect(aDay + more / DEVICES).toBeLessThan(MOST_BYTES)
    expect(devices.every(({ trips, verdicts }) => trips.isClean && verdicts.size === 0)).toBe(true)
  })
})
