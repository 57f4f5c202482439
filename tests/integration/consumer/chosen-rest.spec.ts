import { readDevices } from '@roadbook/consumer/registry/read-devices'
import { recalculateBusiness } from '@roadbook/tools/trips/recalculate-business'
import { asStored } from '@roadbook/track-store'
import { endingAfter, segment, TRIP_PARAMETERS } from '@roadbook/trips'
import { TrackBuilder, utc } from '@roadbook/trips/track-builder'
import { asRow, ConsumerBench } from '../../support/consumer/consumer-bench.js'
import { expectDaysToBeSums } from '../../support/database/sums-of-days.js'
import { until } from '@roadbook/testing/until'

/** Returns a delivery round with stops of 4, 8 and 14 minutes. */
function roundAt(begin: string) {
  const track = new TrackBuilder(begin).stand(5, { everyS: 60 }).ride(6, 18, { everyS: 30 })
  for (const minutes of [4, 8, 14]) track.stand(minutes, { everyS: 30 }).ride(6, 18, { everyS: 30 })
  return track.stand(30, { everyS: 60 }).fixes
}
const first = roundAt('2025-11-19T07:00:00Z')
const second = roundAt('2025-11-20T07:00:00Z')
const now = utc('2025-11-20T12:00:00Z')
const cutWith = (fixes: typeof first, minutes: number) =>
  segment(fixes.map(asStored), endingAfter(TRIP_PARAMETERS.eBike, minutes)).trips.map(asRow)

describe('a business that chose the rest that ends its trips', () => {
  let bench: ConsumerBench

  beforeAll(async () => {
    bench = await ConsumerBench.open()
  })
  afterEach(() => bench.stopConsumers())
  afterEach(() => expectDaysToBeSums(bench.database.pool))
  afterAll(() => bench.close())

  const choose = (minutes: number, type = 'eBike') =>
    bench.database.pool.query(
      `INSERT INTO trip_rests (business_id, vehicle_type, rest_minutes) VALUES ($1, $2, $3)
       ON CONFLICT (business_id, vehicle_type) DO UPDATE SET rest_minutes = $3`,
      [bench.businessId, type, minutes],
    )
  const start = () => bench.startConsumer({ DEVICE_REFRESH_MS: '50' }, () => now)
  const sent = async (imei: string, fixes: typeof first) => {
    await bench.sendAll(imei, fixes)
    await bench.quiet()
  }

  it('G-104 gets its next trips cut by it without a restart, and keeps the older ones until they are cut again', async () => {
    const { pool } = bench.database
    await choose(15)
    await choose(1, 'moped')
    const { imei, deviceId } = await bench.installDevice()
    const other = await bench.installDevice()
    await start()
    await sent(imei, first)
    await sent(other.imei, roundAt('2025-09-01T07:00:00Z'))
    expect(cutWith(first, 15)).toHaveLength(1)
    expect(await bench.trips(deviceId)).toMatchObject(cutWith(first, 15))

    await choose(6)
    // All devices are reloaded at the same time. So the trips of another known device show that this has happened.
    let day = 1
    await until('another vehicle’s trips are cut by it', async () => {
      const before = (await bench.trips(other.deviceId)).length
      await sent(other.imei, roundAt(`2025-10-${String(day++).padStart(2, '0')}T07:00:00Z`))
      return (await bench.trips(other.deviceId)).length === before + 3
    })
    await sent(imei, second)
    expect(await bench.trips(deviceId)).toMatchObject([...cutWith(first, 15), ...cutWith(second, 6)])

    const between = { from: utc('2025-11-19T00:00:00Z'), till: now, now: () => now }
    const { rows } = await pool.query<{ id: number }>(
      "INSERT INTO businesses (kind, name) VALUES ('vendor', 'Elsewhere') RETURNING id",
    )
    expect(await recalculateBusiness(pool, { ...between, businessId: rows[0]!.id, dryRun: false })).toMatchObject({ trackers: 0 })
    const businessId = bench.businessId
    const told = await recalculateBusiness(pool, { ...between, businessId, dryRun: true })
    expect(told).toEqual({ trackers: 2, added: 2, changed: 1, removed: 0 })
    expect(await bench.trips(deviceId)).toMatchObject([...cutWith(first, 15), ...cutWith(second, 6)])
    expect(await recalculateBusiness(pool, { ...between, businessId, dryRun: false })).toEqual(told)
    expect(await bench.trips(deviceId)).toMatchObject([...cutWith(first, 6), ...cutWith(second, 6)])
    expect(await recalculateBusiness(pool, { ...between, businessId, dryRun: false })).toMatchObject({ added: 0, changed: 0 })
    // Trips whose waypoints have expired cannot be recalculated, so they stay unchanged.
    await choose(2)
    await pool.query('DELETE FROM waypoints WHERE device_id = $1 AND positioned_at < $2', [deviceId, '2025-11-19T07:30Z'])
    await recalculateBusiness(pool, { ...between, businessId, dryRun: false })
    expect((await bench.trips(deviceId)).slice(0, 3)).toMatchObject(cutWith(first, 6))
    await expect(recalculateBusiness(pool, { ...between, businessId: 0, dryRun: false })).rejects.toThrow('no business 0')
  })

  it('G-104 gets the surroundings of a late fix cut by the rest that is in force when it comes', async () => {
    await choose(15)
    const { imei, deviceId } = await bench.installDevice()
    const late = first.slice(8, 12)
    await start()
    await sent(
      imei,
      first.filter((fix) => !late.includes(fix)),
    )
    await sent(imei, second)
    await bench.stopConsumers()
    await choose(6)
    await start()
    await sent(imei, late)
    expect(await bench.trips(deviceId)).toMatchObject([...cutWith(first, 6), ...cutWith(second, 15)])
  })

  it('G-104 has vehicles of businesses below cut by its word, unless those say another', async () => {
    const { pool } = bench.database
    await choose(15)
    const { rows } = await pool.query<{ id: number }>(
      "INSERT INTO businesses (kind, name, parent_id) VALUES ('company', 'Below', $1) RETURNING id",
      [bench.businessId],
    )
    const below = rows[0]!.id
    const { imei, entityId } = await bench.installDevice()
    const restOf = async () => (await readDevices(pool, [imei])).get(imei)!.installations.at(-1)!.restMinutes
    await pool.query('UPDATE installations SET business_id = $1 WHERE entity_id = $2', [below, entityId])
    expect(await restOf()).toBe(15)
    await pool.query("INSERT INTO trip_rests (business_id, vehicle_type, rest_minutes) VALUES ($1, 'eBike', 2)", [below])
    expect(await restOf()).toBe(2)
    await pool.query("UPDATE entities SET vehicle_type = 'moped' WHERE id = $1", [entityId])
    expect(await restOf()).toBe(1)
    await pool.query('DELETE FROM trip_rests')
    expect(await restOf()).toBeUndefined()
  })
})
