import { asStored } from '@roadbook/track-store'
import { segment, TRIP_PARAMETERS } from '@roadbook/trips'
import { TrackBuilder, utc } from '@roadbook/trips/track-builder'
import { asRow, ConsumerBench } from '../../support/consumer/consumer-bench.js'
import { expectDaysToBeSums } from '../../support/database/sums-of-days.js'
import { until } from '@roadbook/testing/until'

/**
 * A courier's round: three rides, a lunch of an hour and a break of 20 minutes between them, and an hour at home before and
 * after.
 */
const round = new TrackBuilder('2025-02-03T07:00:00Z')
  .stand(60, { everyS: 60 })
  .ride(10, 18, { everyS: 30 })
  .stand(60, { everyS: 60 })
  .ride(10, 18, { everyS: 30 })
  .stand(20, { everyS: 60 })
  .ride(10, 18, { everyS: 30 }, 270)
  .stand(60, { everyS: 60 }).fixes
const now = utc('2025-02-03T20:00:00Z')
const byRules = segment(round.map(asStored), TRIP_PARAMETERS.eBike).trips.map(asRow)

describe('trips that somebody says were one', () => {
  let bench: ConsumerBench

  beforeAll(async () => {
    bench = await ConsumerBench.open()
  })
  afterEach(() => bench.stopConsumers())
  afterEach(() => expectDaysToBeSums(bench.database.pool))
  afterAll(() => bench.close())

  const start = (refreshMs: string) =>
    bench.startConsumer({ DEVICE_REFRESH_MS: refreshMs, RECALCULATION_SWEEP_MS: '20' }, () => now)

  async function ridden(fixes = round, refreshMs = '50') {
    const { imei, deviceId, entityId } = await bench.installDevice()
    await start(refreshMs)
    await bench.sendAll(imei, fixes, 60)
    await bench.quiet()
    const trips = await bench.trips(deviceId)
    expect(trips).toHaveLength(3)
    return { imei, deviceId, entityId, trips }
  }
  type Ridden = Awaited<ReturnType<typeof ridden>>

  /** Writes a join as the API does. */
  async function join({ deviceId, entityId }: Ridden, from: Date, till: Date): Promise<void> {
    await bench.database.pool.query(
      'INSERT INTO trip_joins (device_id, entity_id, business_id, from_at, till_at) VALUES ($1, $2, $3, $4, $5)',
      [deviceId, entityId, bench.businessId, from, till],
    )
    await cutAgain(entityId, from, till)
  }
  async function cutAgain(entityId: number, from: Date, till: Date): Promise<void> {
    const { rows } = await bench.database.pool.query<{ id: number }>(
      `INSERT INTO trip_recalculations (entity_id, business_id, installation_ids, from_at, till_at)
       SELECT e.id, e.business_id, ARRAY(SELECT i.id FROM installations i WHERE i.entity_id = e.id), $2, $3
       FROM entities e WHERE e.id = $1 RETURNING id`,
      [entityId, from, till],
    )
    await until('the trips are cut again', async () => {
      const { rows: found } = await bench.database.pool.query('SELECT state FROM trip_recalculations WHERE id = $1', [
        rows[0]!.id,
      ])
      return found[0].state === 'done'
    })
  }
  const spans = (trips: { started_at: Date; ended_at: Date }[]) => trips.map(({ started_at, ended_at }) => [started_at, ended_at])

  it('are one, with the rest between as standing, the way of both, and an id of theirs; the third stays as it was', async () => {
    const one = await ridden()
    const [first, second, third] = one.trips
    await join(one, first!.started_at, second!.ended_at)
    const after = await bench.trips(one.deviceId)
    expect(spans(after)).toEqual([
      [first!.started_at, second!.ended_at],
      [third!.started_at, third!.ended_at],
    ])
    const [joined] = after
    expect([first!.id, second!.id]).toContain(joined!.id)
    expect(Math.abs(joined!.distance_m - first!.distance_m - second!.distance_m)).toBeLessThan(5)
    expect(joined!.idle_s).toBeGreaterThanOrEqual(3_500)
    expect(after[1]).toEqual(third)
  })

  it.each([
    ['a moment later', '50'],
    ['before the consumer has read its devices again', '600000'],
  ])('stay one when readings of them come late, %s, and when others are joined to them', async (_, refreshMs) => {
    const late = round.filter((_fix, at) => at % 7 !== 3)
    const one = await ridden(late, refreshMs)
    const [first, second] = one.trips
    await join(one, first!.started_at, second!.ended_at)
    await bench.sendAll(
      one.imei,
      round.filter((_fix, at) => at % 7 === 3),
      60,
    )
    await bench.quiet()
    const [joined, last, ...more] = await bench.trips(one.deviceId)
    expect(more).toEqual([])
    await join(one, joined!.started_at, last!.ended_at)
    expect(spans(await bench.trips(one.deviceId))).toEqual([[joined!.started_at, last!.ended_at]])
  })

  it('are the trips of the rules again when that is taken back', async () => {
    const one = await ridden()
    const [first, , third] = one.trips
    await join(one, first!.started_at, third!.ended_at)
    expect(await bench.trips(one.deviceId)).toHaveLength(1)
    await bench.database.pool.query('DELETE FROM trip_joins WHERE device_id = $1', [one.deviceId])
    await cutAgain(one.entityId, first!.started_at, third!.ended_at)
    expect(await bench.trips(one.deviceId)).toMatchObject(byRules)
  })

  it('end with the last one, also where the tracker has sent nothing since', async () => {
    const dead = new TrackBuilder('2025-02-03T07:00:00Z')
    dead.stand(60, { everyS: 60 })
    for (const pause of [20, 20, 0]) {
      dead.ride(10, 18, { everyS: 30 })
      if (pause > 0) dead.stand(pause, { everyS: 60 })
    }
    const one = await ridden(dead.fixes)
    const [first, second, third] = one.trips
    await join(one, second!.started_at, third!.ended_at)
    expect(await bench.trips(one.deviceId)).toMatchObject([
      { started_at: first!.started_at, is_open: false },
      { started_at: second!.started_at, ended_at: third!.ended_at, is_open: false },
    ])
    const { rows } = await bench.database.pool.query('SELECT moving FROM device_states WHERE device_id = $1', [one.deviceId])
    expect(rows).toEqual([{ moving: false }])
  })

  it('are as long as their ways, whatever the positions wandered in the pause', async () => {
    const wandering = new TrackBuilder('2025-02-03T07:00:00Z')
      .stand(60, { everyS: 60 })
      .ride(10, 18, { everyS: 30 })
      .stand(300, { everyS: 60, jitterM: 15 })
      .ride(10, 18, { everyS: 30 })
      .stand(60, { everyS: 60 })
      .ride(10, 18, { everyS: 30 }, 270)
      .stand(60, { everyS: 60 })
    const one = await ridden(wandering.fixes)
    const [first, second] = one.trips
    await join(one, first!.started_at, second!.ended_at)
    const [joined] = await bench.trips(one.deviceId)
    expect(Math.abs(joined!.distance_m - first!.distance_m - second!.distance_m)).toBeLessThan(60)
    expect(joined!.idle_s).toBeGreaterThanOrEqual(17_800)
  })

  it('leave alone what comes after them', async () => {
    // A moped whose tracker reports on events. The ignition is switched off at the end of the second trip, and soon the
    // moped rides again.
    const off = { ignition: false, speedKph: 0 }
    const on = { ignition: true }
    const busy = new TrackBuilder('2025-02-03T07:00:00Z')
      .stand(60, { everyS: 60, says: off })
      .ride(10, 30, { everyS: 30, says: on })
      .stand(20, { everyS: 60, says: off })
      .ride(10, 30, { everyS: 30, says: on })
      .travelUnseen(0.5, 30)
      .report(off)
      .travelUnseen(1, 30, 180)
      .ride(10, 30, { everyS: 30, says: on }, 180)
      .stand(60, { everyS: 60, says: off })
    const { imei, deviceId, entityId } = await bench.installDevice()
    await bench.database.pool.query("UPDATE entities SET vehicle_type = 'moped' WHERE id = $1", [entityId])
    await start('50')
    await bench.sendAll(imei, busy.fixes, 60)
    await bench.quiet()
    const trips = await bench.trips(deviceId)
    const last = trips.at(-1)
    expect(trips).toHaveLength(3)
    await join({ imei, deviceId, entityId, trips }, trips[0]!.started_at, trips[1]!.ended_at)
    const after = await bench.trips(deviceId)
    expect(spans(after)).toEqual([
      [trips[0]!.started_at, trips[1]!.ended_at],
      [last!.started_at, last!.ended_at],
    ])
  })

  it('are two where the tracker turns out to have been on another vehicle between them', async () => {
    const one = await ridden()
    const [first, second] = one.trips
    const { pool } = bench.database
    const { rows } = await pool.query<{ id: number }>(
      "INSERT INTO entities (business_id, name, vehicle_type) VALUES ($1, 'Other', 'eBike') RETURNING id",
      [bench.businessId],
    )
    const at = (trip: { ended_at: Date } | undefined, minutes: number) => new Date(trip!.ended_at.getTime() + minutes * 60_000)
    await pool.query('UPDATE installations SET removed_at = $2 WHERE device_id = $1', [one.deviceId, at(first, 10)])
    await pool.query(
      `INSERT INTO installations (device_id, entity_id, business_id, installed_at, removed_at)
       VALUES ($1, $2, $4, $5, $6), ($1, $3, $4, $6, NULL)`,
      [one.deviceId, rows[0]!.id, one.entityId, bench.businessId, at(first, 10), at(first, 40)],
    )
    await join(one, first!.started_at, second!.ended_at)
    expect(spans(await bench.trips(one.deviceId)).slice(0, 2)).toEqual(spans([first!, second!]))
  })

  it('are one also where the tracker slept between them for longer than any trip is silent, and where the ignition went off', async () => {
    const slept = new TrackBuilder('2025-02-04T07:00:00Z')
      .stand(60, { everyS: 60, says: { ignition: false } })
      .ride(10, 18, { everyS: 30, says: { ignition: true } })
      .stand(1, { says: { ignition: false } })
      .silence(150)
      .ride(10, 18, { everyS: 30, says: { ignition: true } })
      .stand(60, { everyS: 60, says: { ignition: false } })
      .ride(10, 18, { everyS: 30 }, 270)
      .stand(60, { everyS: 60 })
    const one = await ridden(slept.fixes)
    const [first, second] = one.trips
    await join(one, first!.started_at, second!.ended_at)
    const after = await bench.trips(one.deviceId)
    expect(spans(after)[0]).toEqual([first!.started_at, second!.ended_at])
    expect(after).toHaveLength(2)
  })
})
