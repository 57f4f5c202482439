import { once } from 'node:events'
import { asStored } from '@roadbook/track-store'
import { endingAfter, segment, TRIP_PARAMETERS } from '@roadbook/trips'
import { TrackBuilder, utc } from '@roadbook/trips/track-builder'
import { asRow, ConsumerBench } from '../../support/consumer/consumer-bench.js'
import { expectDaysToBeSums } from '../../support/database/sums-of-days.js'
import { sized } from '@roadbook/testing/proof'
import { until } from '@roadbook/testing/until'

const WEEKS = sized('kills', 16, 40)
const DAY_MS = 86_400_000
/** Returns a delivery round with a stop of 8 minutes. */
const roundAt = (begin: number) =>
  new TrackBuilder(new Date(begin).toISOString())
    .stand(5, { everyS: 60 })
    .ride(6, 18, { everyS: 30 })
    .stand(8, { everyS: 30 })
    .ride(6, 18, { everyS: 30 })
    .stand(30, { everyS: 60 }).fixes
const first = utc('2025-02-03T07:00:00Z')
/** One round per week. */
const fixes = Array.from({ length: WEEKS }, (_, week) => roundAt(first + week * 7 * DAY_MS)).flat()
const now = first + WEEKS * 7 * DAY_MS
const cutWith = (minutes: number) => segment(fixes.map(asStored), endingAfter(TRIP_PARAMETERS.eBike, minutes)).trips.map(asRow)

describe('trips that somebody wants recalculated', () => {
  let bench: ConsumerBench

  beforeAll(async () => {
    bench = await ConsumerBench.open()
    await choose(15)
  })
  afterEach(() => bench.stopConsumers())
  afterEach(() => expectDaysToBeSums(bench.database.pool))
  afterAll(() => bench.close())

  const choose = (minutes: number) =>
    bench.database.pool.query(
      `INSERT INTO trip_rests (business_id, vehicle_type, rest_minutes) VALUES ($1, 'eBike', $2)
       ON CONFLICT (business_id, vehicle_type) DO UPDATE SET rest_minutes = $2`,
      [bench.businessId, minutes],
    )
  const start = () => bench.startConsumer({ DEVICE_REFRESH_MS: '50', RECALCULATION_SWEEP_MS: '20' }, () => now)

  /** Adds a vehicle whose trips were made with a rest of 15 minutes. */
  async function ridden() {
    await choose(15)
    const { imei, deviceId, entityId } = await bench.installDevice()
    await start()
    await bench.sendAll(imei, fixes, 400)
    await bench.quiet()
    await bench.stopConsumers()
    const trips = await bench.trips(deviceId)
    expect(trips).toMatchObject(cutWith(15))
    expect(trips).toHaveLength(WEEKS)
    return { deviceId, entityId, trips }
  }

  /** Writes a request as the API does. */
  async function ask(entityId: number, from = first): Promise<number> {
    const { rows } = await bench.database.pool.query<{ id: number }>(
      `INSERT INTO trip_recalculations (entity_id, business_id, installation_ids, from_at, till_at)
       SELECT e.id, e.business_id, ARRAY(SELECT i.id FROM installations i WHERE i.entity_id = e.id), $2, $3
       FROM entities e WHERE e.id = $1 RETURNING id`,
      [entityId, new Date(from), new Date(now)],
    )
    return rows[0]!.id
  }
  async function told(id: number) {
    const { rows } = await bench.database.pool.query<{ state: string; done_till: Date | null; takings: number; changed: number }>(
      'SELECT state, added, changed, removed, done_till, takings FROM trip_recalculations WHERE id = $1',
      [id],
    )
    return rows[0]!
  }
  const becomes = (id: number, wanted: string) =>
    until(`recalculation ${id} is ${wanted}`, () => told(id), { fits: ({ state }) => state === wanted })
  const ended = (id: number) => becomes(id, 'done')

  it('are cut by the rests of today, and the second time nothing changes', async () => {
    const { deviceId, entityId, trips } = await ridden()
    await choose(6)
    const id = await ask(entityId)
    await start()
    await ended(id)
    expect(await told(id)).toMatchObject({ state: 'done', added: WEEKS, changed: WEEKS, removed: 0 })
    const after = await bench.trips(deviceId)
    expect(after).toMatchObject(cutWith(6))
    expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(trips.map(({ id }) => id)))

    const again = await ask(entityId)
    await ended(again)
    expect(await told(again)).toMatchObject({ state: 'done', added: 0, changed: 0, removed: 0 })
    expect(await bench.trips(deviceId)).toEqual(after)
  })

  it('stay deleted, keep what was said of them, and leave a closed month of the logbook as it was closed', async () => {
    const { deviceId, entityId, trips } = await ridden()
    const { pool } = bench.database
    const [deleted, logged] = trips
    await pool.query('UPDATE trips SET deleted_at = now() WHERE id = $1', [deleted!.id])
    await pool.query("INSERT INTO trip_purposes (trip_id, purpose, driver) VALUES ($1, 'business', 'Ada')", [logged!.id])
    await pool.query(
      `WITH month AS (INSERT INTO logbook_months (entity_id, business_id, month, time_zone)
         VALUES ($1, $2, '2025-02-01', 'UTC') RETURNING id)
       INSERT INTO logbook_entries (month_id, trip_id, started_at, ended_at, distance_m, purpose, said_at)
       SELECT month.id, t.id, t.started_at, t.ended_at, t.distance_m, 'business', now() FROM trips t, month WHERE t.id = $3`,
      [entityId, bench.businessId, logged!.id],
    )
    await choose(6)
    const id = await ask(entityId)
    await start()
    await ended(id)
    const { rows } = await pool.query(
      `SELECT t.id::int, t.deleted_at IS NOT NULL AS is_deleted, p.driver, x.distance_m
       FROM trips t LEFT JOIN trip_purposes p ON p.trip_id = t.id LEFT JOIN logbook_entries x ON x.trip_id = t.id
       WHERE t.id = ANY ($1) ORDER BY t.started_at`,
      [[deleted!.id, logged!.id]],
    )
    expect(rows).toEqual([
      { id: deleted!.id, is_deleted: true, driver: null, distance_m: null },
      { id: logged!.id, is_deleted: false, driver: 'Ada', distance_m: logged!.distance_m },
    ])
    expect((await bench.trips(deviceId)).find(({ id }) => id === logged!.id)!.distance_m).toBeLessThan(logged!.distance_m)
  })

  /** Locks a trip. A consumer process that recalculates trips waits at this trip until `release` is called. */
  async function heldAt(tripId: number) {
    const client = await bench.database.pool.connect()
    await client.query('BEGIN')
    await client.query('SELECT FROM trips WHERE id = $1 FOR UPDATE', [tripId])
    return {
      release: async () => {
        await client.query('ROLLBACK')
        client.release()
      },
    }
  }

  it('are gone on with where a consumer was killed, and each change is counted once', async () => {
    const { deviceId, entityId, trips } = await ridden()
    const { pool } = bench.database
    await choose(6)
    const id = await ask(entityId)
    const held = await heldAt(trips[WEEKS / 2]!.id)
    const child = bench.spawnConsumer({ RECALCULATION_SWEEP_MS: '20' })
    await until('half of the weeks are cut', () => told(id), { fits: ({ changed }) => changed >= WEEKS / 2 })
    child.kill('SIGKILL')
    await once(child, 'exit')
    await held.release()
    expect(await told(id)).toMatchObject({ state: 'running', takings: 1, added: WEEKS / 2, changed: WEEKS / 2 })
    // Simulates that a minute has passed, so that the dead process's claim has expired.
    await pool.query("UPDATE trip_recalculations SET stepped_at = stepped_at - interval '1 minute' WHERE id = $1", [id])
    await start()
    await ended(id)
    expect(await told(id)).toMatchObject({ state: 'done', takings: 2, added: WEEKS, changed: WEEKS, removed: 0 })
    expect(await bench.trips(deviceId)).toMatchObject(cutWith(6))
  })

  it('are left alone by a consumer that was taken for dead and wakes up', async () => {
    const { entityId, trips } = await ridden()
    const { pool } = bench.database
    const { entityId: other } = await bench.installDevice()
    await choose(6)
    const id = await ask(entityId)
    const held = await heldAt(trips[WEEKS / 2]!.id)
    await start()
    await until('half of the weeks are cut', () => told(id), { fits: ({ changed }) => changed >= WEEKS / 2 })
    // Simulates that another consumer process takes the request.
    await pool.query(
      "UPDATE trip_recalculations SET takings = takings + 1, stepped_at = now() + interval '1 hour' WHERE id = $1",
      [id],
    )
    const taken = await told(id)
    const next = await ask(other)
    await held.release()
    await ended(next)
    expect(await told(id)).toEqual(taken)
  })

  it('are handed back by a consumer that is stopped, and given up where every one of them dies of it', async () => {
    const { entityId } = await ridden()
    const { pool } = bench.database
    const id = await ask(entityId)
    await pool.query('UPDATE trip_recalculations SET takings = 10 WHERE id = $1', [id])
    await start()
    await becomes(id, 'failed')
    const next = await ask(entityId)
    await until('a part of the next one is done', () => told(next), { fits: ({ done_till }) => done_till !== null })
    await bench.stopConsumers()
    if ((await told(next)).state === 'running') {
      expect(await told(next)).toMatchObject({ takings: 0 })
      await start()
    }
    await ended(next)
  })
})
