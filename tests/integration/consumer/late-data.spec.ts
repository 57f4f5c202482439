import type { Fix } from '@roadbook/contracts'
import { encodePacket } from '@roadbook/contracts/packet-codec'
import { Activity } from '@roadbook/consumer/activity'
import { FreshReadings } from '@roadbook/consumer/alerts/fresh-readings'
import { RememberedStays } from '@roadbook/consumer/alerts/remembered-stays'
import { RuleBook } from '@roadbook/consumer/alerts/rule-book'
import { checkpoint } from '@roadbook/consumer/checkpoint'
import type { Context } from '@roadbook/consumer/context'
import { readDevices } from '@roadbook/consumer/registry/read-devices'
import { Lane } from '@roadbook/consumer/lane'
import { createConsumerMetrics } from '@roadbook/consumer/metrics'
import { run } from '@roadbook/consumer/pipeline'
import { Quarantine } from '@roadbook/consumer/quarantine'
import { writtenTogether } from '@roadbook/consumer/written-together'
import type { Batch, EventLog, ReceivedMessage } from '@roadbook/event-log'
import { createLogger, Notices } from '@roadbook/platform'
import { TrackBuilder } from '@roadbook/trips/track-builder'
import { asRow, ConsumerBench, expectedTrips } from '../../support/consumer/consumer-bench.js'
import { expectDaysToBeSums } from '../../support/database/sums-of-days.js'
import { TRACK_DATABASES, type TrackDatabase } from '../../support/consumer/track-databases.js'
import { sized } from '@roadbook/testing/proof'
import { until } from '@roadbook/testing/until'

const DAY = 86_400_000
/** A Monday some five weeks ago. Its week has ended. */
const MONDAY = Math.floor((Date.now() - 30 * DAY) / (7 * DAY)) * 7 * DAY - 3 * DAY
const NOW = Date.now()

/** Number of days of late data. Some of them are before the edge of a chunk, which is a Thursday, and some are after it. */
const DAYS = sized('orders', 4, 7)

/** Returns two rides per day, with an odometer, a jump of the position, and a position that wanders at night. */
function week(begin: number): Fix[] {
  const track = new TrackBuilder(new Date(begin).toISOString()).withOdometer(12_000)
  for (let day = 0; day < DAYS; day++) {
    track.stand(7 * 60, { everyS: 1_800, jitterM: 20 })
    track.ride(20, 18, { everyS: 60 }).stand(9 * 60, { everyS: 600, jitterM: 20, jitterKph: 2 })
    track.silence(1).report({ latitude: 48.1, longitude: 11.5, speedKph: 12 })
    track
      .ride(30, 16, { everyS: 60 }, 270)
      .stand(30, { everyS: 300 })
      .silence(6 * 60)
  }
  return track.fixes
}

/** Shuffles the items. The result is the same in each run. */
function shuffled<T>(items: readonly T[]): T[] {
  let seed = 7
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  return items
    .map((item) => ({ item, key: random() }))
    .sort((left, right) => left.key - right.key)
    .map(({ item }) => item)
}

const inPieces = (fixes: readonly Fix[], size: number): Fix[][] =>
  Array.from({ length: Math.ceil(fixes.length / size) }, (_, n) => fixes.slice(n * size, (n + 1) * size))

describe.each(TRACK_DATABASES)('late data on $name', ({ create }) => {
  let database: TrackDatabase
  let devices = 0

  beforeAll(async () => {
    database = await create()
    await database.pool.query("INSERT INTO entities (business_id, name, vehicle_type) SELECT $1, 'bike', 'eBike' FROM devices", [
      database.businesses[0],
    ])
    await database.pool.query(
      `INSERT INTO installations (device_id, entity_id, business_id, installed_at)
       SELECT d.id, e.id, $1, '2020-01-01' FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM devices) d
       JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM entities) e USING (n)`,
      [database.businesses[0]],
    )
  })
  // In any order of arrival, the sums of the days must equal the sums of the trips.
  afterEach(() => expectDaysToBeSums(database.pool))
  afterAll(() => database?.stop())

  async function consumer(): Promise<Pipeline> {
    const deviceId = database.devices[devices++]!
    const { rows } = await database.pool.query<{ imei: string }>('SELECT imei FROM devices WHERE id = $1', [deviceId])
    return new Pipeline(database, deviceId, rows[0]!.imei)
  }

  it('F17 gives the trips of the sorted week, shuffled, doubled and in pieces, across its archiving', async () => {
    const fixes = week(MONDAY)
    const pieces = shuffled([...inPieces(fixes, 13), ...inPieces(fixes, 9)])
    const pipeline = await consumer()
    const half = pieces.length >> 1
    await pipeline.take(pieces.slice(0, half))
    await database.archive(MONDAY + 3 * DAY)
    await pipeline.take(pieces.slice(half))
    expect(await pipeline.trips()).toMatchObject(expectedTrips(fixes))
  })

  it('F17 keeps the ids of trips when the archived week comes again, and when what was missing comes at last', async () => {
    const fixes = week(MONDAY - 7 * DAY)
    const missing = fixes.filter((_, n) => n % 29 > 24)
    const pipeline = await consumer()
    await pipeline.take(
      inPieces(
        fixes.filter((fix) => !missing.includes(fix)),
        40,
      ),
    )
    const before = await pipeline.trips()
    await database.archive(MONDAY - 4 * DAY)
    await pipeline.take(shuffled(inPieces([...missing, ...fixes], 17)))
    const after = await pipeline.trips()
    expect(after).toMatchObject(expectedTrips(fixes))
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  })
})

/** Runs the steps of the consumer process for one partition, without a log. */
class Pipeline {
  private readonly lane: Lane
  private readonly context: Context
  private offset = 0n

  constructor(
    private readonly database: TrackDatabase,
    private readonly deviceId: number,
    private readonly imei: string,
  ) {
    this.lane = new Lane(deviceId)
    const log = { publish: async () => undefined, lag: async () => new Map() } as unknown as EventLog
    const metrics = createConsumerMetrics(log)
    const { pool, store } = database
    const book = new RuleBook(pool)
    const fresh = new FreshReadings()
    const notices = new Notices({}, 'work')
    this.context = {
      pool,
      log,
      store,
      together: writtenTogether({ pool, store, metrics, book, fresh, notices }),
      book,
      fresh,
      remembered: new RememberedStays(),
      notices,
      directory: { resolve: (imeis: string[]) => readDevices(pool, imeis) } as unknown as Context['directory'],
      quarantine: new Quarantine(log, metrics, () => NOW),
      metrics,
      activity: new Activity(),
      logger: createLogger('test', 'silent'),
      now: () => NOW,
    }
  }

  /** Writes packets of these fixes, a few per batch, with a checkpoint after every third batch. */
  async take(packets: readonly Fix[][]): Promise<void> {
    const { signal } = new AbortController()
    const batches = Array.from({ length: Math.ceil(packets.length / 4) }, (_, n) => packets.slice(n * 4, n * 4 + 4))
    for (const [index, batch] of batches.entries()) {
      const messages = batch.map((fixes) => this.message(fixes))
      await run({ lane: this.lane, messages, signal, packets: [], tracks: [], kept: [] }, this.context, async () => undefined)
      this.lane.uncommitted = { signal, messages, commit: async () => undefined } as unknown as Batch
      if (index % 3 === 2) await checkpoint(this.lane, this.context, signal)
    }
    await checkpoint(this.lane, this.context, signal)
  }

  async trips() {
    const trips = await this.database.store.readTrips(this.deviceId, 0, NOW)
    return trips.map((trip) => ({ id: trip.id, ...asRow(trip) }))
  }

  private message(fixes: Fix[]): ReceivedMessage {
    const { imei } = this
    const value = encodePacket({ imei, protocol: 'test', receivedAt: NOW, gateway: 'test', quarantined: false, fixes })
    return { partition: this.deviceId, offset: this.offset++, key: imei, value, headers: {}, appendedAt: NOW }
  }
}

describe('a batch of a month ago', () => {
  let bench: ConsumerBench
  let unlock: (() => Promise<void>) | undefined

  beforeAll(async () => {
    bench = await ConsumerBench.open()
  })
  afterEach(async () => {
    await unlock?.()
  })
  afterAll(() => bench.close())

  it('F17 does not hold up the fresh data of other devices while its week is being put in order', async () => {
    const fleet = await Promise.all(Array.from({ length: 12 }, () => bench.installDevice()))
    const old = new TrackBuilder(new Date(MONDAY).toISOString()).ride(30, 18, { everyS: 30 }).fixes
    const fresh = new TrackBuilder(new Date(NOW - 7_200_000).toISOString()).ride(30, 18, { everyS: 30 }).fixes
    const [late, ...others] = fleet
    // The consumer process already knows all devices, and the old week already has its partition. The partition is then
    // locked, as it is while a week is rewritten.
    await bench.sendAll(late!.imei, old.slice(0, 1), 1, NOW)
    for (const { imei } of others) await bench.sendAll(imei, fresh.slice(0, 1), 1, NOW)
    await bench.startConsumer()
    await bench.quiet()
    const { rows } = await bench.database.pool.query<{ name: string }>(
      'SELECT tableoid::regclass::text AS name FROM waypoints WHERE device_id = $1',
      [late!.deviceId],
    )
    const lock = await bench.database.pool.connect()
    unlock = async () => {
      await lock.query('ROLLBACK')
      lock.release()
    }
    await lock.query(`BEGIN; LOCK TABLE ${rows[0]!.name} IN ACCESS EXCLUSIVE MODE`)
    await bench.sendAll(late!.imei, old.slice(1), 60, NOW)
    const partition = await partitionOf(late!.imei)
    const elsewhere: number[] = []
    for (const device of others) {
      await bench.sendAll(device.imei, fresh.slice(1), 60, NOW)
      if ((await partitionOf(device.imei)) !== partition) elsewhere.push(device.deviceId)
    }
    expect(elsewhere.length).toBeGreaterThan(0)
    const recent = 'device_states WHERE device_id = ANY ($1) AND last_positioned_at >= $2'
    const last = new Date(fresh.at(-1)!.positionedAt)
    await until('the vehicles of other partitions are where they are now', () => bench.count(recent, [elsewhere, last]), {
      fits: (count) => count === elsewhere.length,
    })
    await unlock()
    unlock = undefined
    await bench.quiet()
    expect(await bench.trips(late!.deviceId)).toMatchObject(expectedTrips(old))
    for (const { deviceId } of others) expect(await bench.trips(deviceId)).toMatchObject(expectedTrips(fresh))
  })

  async function partitionOf(imei: string): Promise<number> {
    const { rows } = await bench.database.pool.query<{ partition: number }>(
      "SELECT partition FROM event_log WHERE topic = 'tracker.packets' AND key = $1 LIMIT 1",
      [Buffer.from(imei)],
    )
    return rows[0]!.partition
  }
})
