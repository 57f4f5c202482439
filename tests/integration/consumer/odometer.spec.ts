import { readDevices } from '@roadbook/consumer/registry/read-devices'
import { applyRecalculation } from '@roadbook/consumer/recalculation'
import type { Fix } from '@roadbook/contracts'
import { asStored, createTrackStore } from '@roadbook/track-store'
import { TrackBuilder, utc } from '@roadbook/trips/track-builder'
import { ConsumerBench } from '../../support/consumer/consumer-bench.js'

const now = utc('2025-11-21T00:00:00Z')
/** Distances of a day's rides in kilometres. There is an hour between two rides. */
const RIDES = [5.8, 5.8, 9.7, 9.5]
const RIDDEN_M = 30_800

/** Returns a day of rides at 18 km/h with a fix every 10 s. The odometer starts at `from`. */
function day(from = 0, rides: readonly number[] = RIDES, begin = '2025-11-20T06:00:00Z'): Fix[] {
  const track = new TrackBuilder(begin).withOdometer(from).stand(10, { everyS: 60 })
  for (const kilometres of rides) track.ride((kilometres * 60) / 18, 18).stand(60, { everyS: 300 })
  return track.fixes
}
type Showing = (odometerM: number, index: number, ridden: number) => number | undefined
/** Returns the same day with other readings of the counter. */
const shown = (from: number, change: Showing): Fix[] =>
  day(from).map((fix, index) => ({ ...fix, odometerM: change(fix.odometerM!, index, fix.odometerM! - from) }))

describe('the odometer of a vehicle', () => {
  let bench: ConsumerBench
  beforeAll(async () => {
    bench = await ConsumerBench.open()
    await bench.startConsumer({}, () => now)
  })
  afterAll(() => bench.close())

  const odometer = async (entityId: number): Promise<number> => {
    const { rows } = await bench.database.pool.query<{ m: string }>('SELECT vehicle_odometer_m($1) AS m', [entityId])
    return Number(rows[0]!.m)
  }
  const rode = async (fixes: readonly Fix[], size = 20) => {
    const vehicle = await bench.installDevice()
    await bench.sendAll(vehicle.imei, fixes, size)
    await bench.quiet()
    return { ...vehicle, odometerM: await odometer(vehicle.entityId) }
  }
  /** Expects a value that differs from the expected one by at most a hundredth of the distance ridden. */
  const expectAbout = (metres: number, expected: number) =>
    expect(Math.abs(metres - expected)).toBeLessThanOrEqual(RIDDEN_M / 100)

  it('T-04 goes on where the tracker’s counter starts again: 12,000,000 … 12,005,800, then 0 … 5,800 gives 12,011,600', async () => {
    const twice = [...day(12_000_000, [5.8]), ...day(0, [5.8], '2025-11-20T12:00:00Z')]
    for (const size of [5, 20, 10_000]) expect((await rode(twice, size)).odometerM).toBe(12_011_600)
  })

  it.each<[string, number, Showing]>([
    ['runs', 480_000, (odometerM) => odometerM],
    ['is missing', 0, () => undefined],
    ['stands still', 12_345, () => 12_345],
    ['stands still from the second ride on', 480_000, (odometerM) => Math.min(odometerM, 485_800)],
    ['stands still until the third ride', 480_000, (odometerM) => Math.max(odometerM, 491_600) - 11_600],
    ['is told now and then', 480_000, (odometerM, index) => (index % 7 === 0 ? odometerM : undefined)],
    ['is no longer told after the first ride', 480_000, (odometerM) => (odometerM > 485_800 ? undefined : odometerM)],
    ['starts again on each ride', 480_000, (odometerM, _, ridden) => (ridden < 5_800 ? odometerM : (ridden - 5_800) % 5_800)],
    ['starts again in the middle of a ride', 480_000, (odometerM, _, ridden) => (ridden < 8_000 ? odometerM : ridden - 8_000)],
    ['starts again at another number', 480_000, (odometerM, _, ridden) => (ridden < 8_000 ? odometerM : odometerM - 300_000)],
    ['shows 0 once', 480_000, (odometerM, index) => (index === 200 ? 0 : odometerM)],
    ['shows 0 before it knows', 480_000, (odometerM, index) => (index < 5 ? 0 : odometerM)],
    ['shows all ones once', 480_000, (odometerM, index) => (index === 200 ? 4_294_967_295 : odometerM)],
    ['leaps by 5 000 km', 480_000, (odometerM, index) => (index < 200 ? odometerM : odometerM + 5_000_000)],
    [
      'leaps by 5 000 km and back',
      480_000,
      (odometerM, index) => (index < 200 || index > 300 ? odometerM : odometerM + 5_000_000),
    ],
    ['wraps at 16 bits', 60_000, (odometerM) => odometerM % 65_536],
    ['runs backwards', 480_000, (odometerM, _, ridden) => odometerM - 2 * ridden],
    ['counts a tenth', 480_000, (_, __, ridden) => 480_000 + Math.round(ridden / 10)],
    ['counts ten times too much', 480_000, (_, __, ridden) => 480_000 + ridden * 10],
  ])('T-04 is what was ridden, to a hundredth, where the counter %s', async (_title, from, change) => {
    const fixes = shown(from, change)
    const began = fixes.find(({ odometerM }) => odometerM)?.odometerM ?? 0
    for (const size of [20, 10_000]) expectAbout((await rode(fixes, size)).odometerM - began, RIDDEN_M)
  })

  it('T-04 is what was ridden, to a kilometre, where the counter tells no less', async () => {
    const fixes = shown(480_000, (odometerM) => Math.floor(odometerM / 1_000) * 1_000)
    for (const size of [20, 10_000]) {
      const { odometerM } = await rode(fixes, size)
      expect(Math.abs(odometerM - 480_000 - RIDDEN_M)).toBeLessThanOrEqual(1_000)
    }
  })

  it.each([
    ['a counter', 480_000, (odometerM: number) => odometerM],
    ['none', 0, () => undefined],
  ])('T-04 is the same where a tracker with %s sends its buffer newest first', async (_title, from, change: Showing) => {
    const fixes = shown(from, change)
    const vehicle = await bench.installDevice()
    const packets = Array.from({ length: Math.ceil(fixes.length / 20) }, (_, nth) => fixes.slice(nth * 20, nth * 20 + 20))
    for (const packet of packets.reverse()) await bench.send(vehicle.imei, packet, now)
    await bench.quiet()
    const { odometerM } = await rode(fixes)
    expectAbout(await odometer(vehicle.entityId), odometerM)
  })

  it('T-04 never falls on a day of rides', async () => {
    const vehicle = await bench.installDevice()
    const read: number[] = []
    const fixes = [...day(12_000_000, [2, 2]), ...day(0, [2, 2], '2025-11-20T14:00:00Z')]
    for (let at = 0; at < fixes.length; at += 40) {
      await bench.send(vehicle.imei, fixes.slice(at, at + 40))
      await bench.quiet()
      read.push(await odometer(vehicle.entityId))
    }
    expect(read).toEqual([...read].sort((one, other) => one - other))
    expect(read.at(-1)).toBe(12_008_000)
  })

  it('T-04 goes on with a tracker of another counter, and with one that has none', async () => {
    const { pool } = bench.database
    const { entityId, deviceId, odometerM } = await rode(day(480_000))
    expect(odometerM).toBe(480_000 + RIDDEN_M)
    const exchange = async (old: number, at: string) => {
      await pool.query('UPDATE installations SET removed_at = $2 WHERE device_id = $1', [old, at])
      const next = await bench.installDevice()
      await pool.query('DELETE FROM installations WHERE device_id = $1', [next.deviceId])
      await pool.query('INSERT INTO installations (device_id, entity_id, business_id, installed_at) VALUES ($1, $2, $3, $4)', [
        ...[next.deviceId, entityId, bench.businessId, at],
      ])
      return next
    }
    const second = await exchange(deviceId, '2025-11-20T16:00:00Z')
    await bench.sendAll(second.imei, day(77_000_000, [5.8], '2025-11-20T16:30:00Z'))
    await bench.quiet()
    expect(await odometer(entityId)).toBe(480_000 + RIDDEN_M + 5_800)
    const third = await exchange(second.deviceId, '2025-11-20T19:00:00Z')
    const silent = day(0, [5.8], '2025-11-20T19:30:00Z').map(({ odometerM: _, ...fix }) => fix)
    await bench.sendAll(third.imei, silent)
    await bench.quiet()
    expectAbout(await odometer(entityId), 480_000 + RIDDEN_M + 11_600)
  })

  it('T-04 follows trips that are corrected: a ride that was none is ridden no more', async () => {
    const fixes = shown(0, () => undefined)
    const { imei, deviceId, entityId } = await rode(fixes)
    const { pool } = bench.database
    const store = createTrackStore(pool)
    const device = (await readDevices(pool, [imei])).get(imei)!
    // During the last ride, the counter kept the value that it had at the end of the previous ride.
    const from = utc('2025-11-20T10:12:00Z')
    const { latitude, longitude } = fixes.findLast(({ positionedAt }) => positionedAt < from)!
    const rows = fixes
      .filter(({ positionedAt }) => positionedAt >= from)
      .map((fix) => ({ deviceId, receivedAt: now, fix: asStored({ ...fix, latitude, longitude, speedKph: 0 }) }))
    await store.replaceWaypoints(deviceId, { remove: rows.map(({ fix }) => fix.positionedAt), rows })
    await applyRecalculation(pool, store, { device, from: 0, till: now, now })
    const { rows: sums } = await pool.query<{ metres: string }>(
      'SELECT sum(distance_m) AS metres FROM trips WHERE device_id = $1',
      [deviceId],
    )
    expect(await odometer(entityId)).toBe(Number(sums[0]!.metres))
    expect(await odometer(entityId)).toBeLessThan(22_000)
  })
})
