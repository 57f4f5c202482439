import type { Fix } from '@roadbook/contracts'
import type { KnownDevice } from '@roadbook/consumer/registry/known-device'
import { readDevices } from '@roadbook/consumer/registry/read-devices'
import { applyRecalculation, isEmpty, recalculateTrips } from '@roadbook/consumer/recalculation'
import { asStored, createTrackStore } from '@roadbook/track-store'
import { TrackBuilder, utc } from '@roadbook/trips/track-builder'
import { ConsumerBench, expectedTrips } from '../../support/consumer/consumer-bench.js'
import { expectDaysToBeSums } from '../../support/database/sums-of-days.js'

/** Returns three rides on three days. The last ended an hour ago. */
const days = () =>
  ['2025-11-18T07:00:00Z', '2025-11-19T07:00:00Z', '2025-11-20T07:00:00Z'].flatMap(
    (begin) => new TrackBuilder(begin).stand(10, { everyS: 60 }).ride(20, 18, { everyS: 30 }).stand(90, { everyS: 300 }).fixes,
  )
const now = utc('2025-11-20T12:00:00Z')
const wednesday = { from: utc('2025-11-19T00:00:00Z'), till: utc('2025-11-19T23:59:59Z') }
const isOfWednesday = ({ positionedAt }: Fix) => positionedAt >= wednesday.from && positionedAt <= wednesday.till

/**
 * Returns a fix of a corrected decoder. In contrast to the old one, it shows that the first half of Wednesday's ride was
 * not a ride.
 */
const corrected = (fix: Fix): Fix =>
  isOfWednesday(fix) && fix.positionedAt < utc('2025-11-19T07:20:00Z')
    ? { ...fix, latitude: 52.0907, longitude: 5.1214, speedKph: 0 }
    : fix

describe('trips that are cut again from the stored waypoints', () => {
  let bench: ConsumerBench

  beforeAll(async () => {
    bench = await ConsumerBench.open()
  })
  afterEach(() => bench.stopConsumers())
  afterEach(() => expectDaysToBeSums(bench.database.pool))
  afterAll(() => bench.close())

  async function ridden(): Promise<{ imei: string; deviceId: number; device: KnownDevice; fixes: Fix[] }> {
    const { imei, deviceId } = await bench.installDevice()
    const fixes = days()
    await bench.startConsumer({}, () => now)
    await bench.sendAll(imei, fixes)
    await bench.quiet()
    const device = (await readDevices(bench.database.pool, [imei])).get(imei)!
    return { imei, deviceId, device, fixes }
  }

  it('are those that are stored, as long as nothing was corrected', async () => {
    const { device, fixes } = await ridden()
    const store = createTrackStore(bench.database.pool)
    const whole = await recalculateTrips(store, { device, from: 0, till: now, now })
    expect(isEmpty(whole)).toBe(true)
    expect(whole).toMatchObject({ unchanged: 3, waypoints: fixes.length })
    const oneDay = await recalculateTrips(store, { device, ...wednesday, now })
    expect(isEmpty(oneDay)).toBe(true)
    expect(oneDay.waypoints).toBeLessThan(fixes.length)
  })

  it('leave a deleted trip deleted, and what people said of it said, though it becomes another one', async () => {
    const { deviceId, device, fixes } = await ridden()
    const { pool } = bench.database
    const store = createTrackStore(pool)
    const [first, second] = await bench.trips(deviceId)
    await pool.query('UPDATE trips SET deleted_at = now() WHERE id = $1', [second!.id])
    await pool.query(
      "INSERT INTO trip_purposes (trip_id, purpose, driver) VALUES ($1, 'business', 'Ada'), ($2, 'private', NULL)",
      [second!.id, first!.id],
    )
    const { rows: before } = await pool.query('SELECT distance_m FROM trips WHERE id = $1', [second!.id])
    const rows = fixes.filter(isOfWednesday).map((fix) => ({ deviceId, receivedAt: now, fix: asStored(corrected(fix)) }))
    await store.replaceWaypoints(deviceId, { remove: rows.map(({ fix }) => fix.positionedAt), rows })
    expect(await applyRecalculation(pool, store, { device, ...wednesday, now })).toMatchObject({ changed: [{}], removed: [] })
    const { rows: after } = await pool.query(
      `SELECT t.id::int, t.distance_m < $2 AS is_shorter, t.deleted_at IS NOT NULL AS is_deleted, l.purpose, l.driver
       FROM trips t LEFT JOIN trip_purposes l ON l.trip_id = t.id WHERE t.device_id = $1 ORDER BY t.started_at LIMIT 2`,
      [deviceId, before[0].distance_m],
    )
    expect(after).toEqual([
      { id: first!.id, is_shorter: false, is_deleted: false, purpose: 'private', driver: null },
      { id: second!.id, is_shorter: true, is_deleted: true, purpose: 'business', driver: 'Ada' },
    ])
  })

  it('show what a corrected decoder would change before anything is written, and become that when it is applied', async () => {
    const { imei, deviceId, device, fixes } = await ridden()
    const { pool } = bench.database
    const store = createTrackStore(pool)
    const before = await bench.trips(deviceId)
    const looked = await recalculateTrips(store, {
      device,
      ...wednesday,
      now,
      revise: (rows) => rows.map((row) => ({ ...row, fix: asStored(corrected(row.fix)) })),
    })
    expect(looked).toMatchObject({ added: [], removed: [], changed: [{ stored: { id: before[1]!.id } }] })
    expect(looked.changed[0]!.fresh.startedAt).toBeGreaterThan(looked.changed[0]!.stored.startedAt)
    expect(await bench.trips(deviceId)).toEqual(before)

    const rows = fixes.filter(isOfWednesday).map((fix) => ({ deviceId, receivedAt: now, fix: asStored(corrected(fix)) }))
    const remove = rows.map(({ fix }) => fix.positionedAt)
    expect(await store.replaceWaypoints(deviceId, { remove, rows })).toMatchObject({
      removed: rows.length,
      inserted: rows.length,
    })
    expect(await applyRecalculation(pool, store, { device, ...wednesday, now })).toEqual(looked)
    const after = await bench.trips(deviceId)
    expect(after).toMatchObject(expectedTrips(fixes.map(corrected)))
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))

    // A consumer process has had the device in memory all the time. It continues from the recalculated trips.
    const home = new TrackBuilder('2025-11-20T11:00:00Z').ride(10, 18, { everyS: 30 }).fixes
    await bench.sendAll(imei, home)
    await bench.quiet()
    expect(await bench.trips(deviceId)).toMatchObject(expectedTrips([...fixes.map(corrected), ...home]))
  })

  it('replace the one that an older segmentation has under way, when the device reports again', async () => {
    const { imei, deviceId, fixes } = await ridden()
    const track = new TrackBuilder('2025-11-20T11:00:00Z').ride(10, 18, { everyS: 30 })
    const out = [...track.fixes]
    await bench.sendAll(imei, out)
    await bench.quiet()
    await bench.stopConsumers()
    const { pool } = bench.database
    await pool.query(
      `UPDATE device_states SET segmentation = '{"version": "old", "sieve": "of another shape"}' WHERE device_id = $1`,
      [deviceId],
    )
    await pool.query(
      "UPDATE trips SET distance_m = 1, started_at = started_at + interval '1 minute' WHERE device_id = $1 AND is_open",
      [deviceId],
    )
    const before = await bench.trips(deviceId)
    await bench.startConsumer({}, () => now)
    const home = track.ride(10, 18, { everyS: 30 }).fixes.slice(out.length)
    await bench.sendAll(imei, home)
    await bench.quiet()
    const trips = await bench.trips(deviceId)
    expect(trips).toMatchObject(expectedTrips([...fixes, ...out, ...home]))
    expect(trips.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  })
})
