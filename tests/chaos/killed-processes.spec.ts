import { setTimeout as pause } from 'node:timers/promises'
import { Topic, type Fix } from '@roadbook/contracts'
import { openEventLog } from '@roadbook/event-log'
import { seededRandom, SimulatedTracker } from '@roadbook/testing'
import { twoRides } from '../support/journeys.js'
import { startKafkaBroker, type KafkaBroker } from '../support/kafka-broker.js'
import { startProduct, type Product } from '../support/product.js'
import { addBusiness, addVehicle, testImei } from '../support/tenant-fixture.js'

const VEHICLES = 12
const KILLS = 10
const RECORDS_PER_PACKET = 4
const SEED = 20_251_121
/** The twins drive the same, undisturbed. */
const TWIN = 500

const logs = process.env.ROADBOOK_WITHOUT_KAFKA ? ['postgres'] : ['postgres', 'kafka']

describe.each(logs)('gateway and consumer killed in the middle of a run, on the %s log', (kind) => {
  let product: Product
  let broker: KafkaBroker | undefined
  const random = seededRandom(SEED)
  const startAt = Math.floor(Date.now() / 1_000) * 1_000 - 5 * 3_600_000
  const journeys: Fix[][] = Array.from({ length: VEHICLES }, (_, number) => twoRides({ startAt, number }))

  beforeAll(async () => {
    if (kind === 'kafka') broker = await startKafkaBroker()
    product = await startProduct({ eventLog: kind === 'kafka' ? (broker as KafkaBroker).url : 'postgres' })
    const business = await addBusiness(product.pool, 'Chaos')
    for (let number = 0; number < VEHICLES; number++) {
      await addVehicle(product.pool, { businessId: business, name: `Disturbed ${number}`, imei: testImei(number) })
      await addVehicle(product.pool, { businessId: business, name: `Twin ${number}`, imei: testImei(TWIN + number) })
    }
  }, 120_000)
  afterAll(async () => {
    await product?.stop()
    await broker?.stop()
  }, 60_000)

  it('stores every acknowledged fix exactly once and cuts the same trips as an undisturbed run', async () => {
    const acknowledged = new Set<string>()
    const ack = countdown()
    const trackerOf = (imei: string) =>
      new SimulatedTracker({
        imei,
        host: '127.0.0.1',
        port: product.gatewayPort,
        recordsPerPacket: RECORDS_PER_PACKET,
        responseTimeoutMs: 5_000,
        backoff: { firstMs: 100, largestMs: 1_000 },
        random,
        onAcknowledged: (fixes) => {
          for (const { positionedAt } of fixes) acknowledged.add(`${imei} ${positionedAt}`)
          ack.count()
        },
      })

    const trackers = journeys.map((_, number) => trackerOf(testImei(number)))
    trackers.forEach((tracker) => tracker.start())
    for (let round = 0; round <= KILLS; round++) {
      trackers.forEach((tracker, number) => tracker.report(...sliceOf(journeys[number] as Fix[], round, KILLS + 1)))
      if (round === KILLS) break
      await ack.after(Math.floor(random() * VEHICLES))
      const victim = random() < 0.5 ? 'gateway' : 'consumer'
      const pid = product.pidOf(victim)
      product.kill(victim)
      while (product.pidOf(victim) === pid) await pause(50)
    }
    await Promise.all(trackers.map((tracker) => tracker.flush()))
    trackers.forEach((tracker) => tracker.stop())

    const twins = journeys.map((journey, number) => {
      const twin = trackerOf(testImei(TWIN + number))
      twin.start()
      twin.report(...journey)
      return twin
    })
    await Promise.all(twins.map((twin) => twin.flush()))
    twins.forEach((twin) => twin.stop())
    await quiescent()

    const { rows: stored } = await product.pool.query<{ key: string }>(
      `SELECT imei || ' ' || (extract(epoch FROM positioned_at) * 1000)::bigint AS key FROM waypoints JOIN devices ON devices.id = device_id`,
    )
    const keys = stored.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.sort()).toEqual([...acknowledged].sort())

    for (let number = 0; number < VEHICLES; number++) {
      const trips = await tripsOf(testImei(number))
      expect(trips).toHaveLength(2)
      expect(trips).toEqual(await tripsOf(testImei(TWIN + number)))
    }
  }, 240_000)

  const tripsOf = async (imei: string) => {
    const { rows } = await product.pool.query(
      `SELECT started_at, ended_at, is_open, distance_m, waypoint_count FROM trips JOIN devices ON devices.id = device_id
       WHERE imei = $1 ORDER BY started_at`,
      [imei],
    )
    return rows
  }

  /** Everything in the log is committed and no trip waits for its silence. */
  const quiescent = async () => {
    const log = openEventLog(kind === 'kafka' ? (broker as KafkaBroker).url : 'postgres', {
      databaseUrl: product.databaseUrl,
      clientId: 'checker',
    })
    try {
      for (;;) {
        const lag = [...(await log.lag(Topic.packets, 'consumer')).values()].reduce((sum, one) => sum + one, 0n)
        const { rows } = await product.pool.query<{ open: number; closed: number }>(
          'SELECT count(*) FILTER (WHERE is_open)::int AS open, count(*) FILTER (WHERE NOT is_open)::int AS closed FROM trips',
        )
        if (lag === 0n && rows[0]?.open === 0 && rows[0].closed >= 4 * VEHICLES) return
        await pause(200)
      }
    } finally {
      await log.close()
    }
  }
})

/** The `part`-th of `parts` about equal slices. */
function sliceOf<T>(all: readonly T[], part: number, parts: number): T[] {
  const edge = (index: number) => Math.floor((all.length * index) / parts)
  return all.slice(edge(part), edge(part + 1))
}

/** Awaits so many more events. */
function countdown() {
  let left = 0
  let done: () => void = () => undefined
  return {
    count: () => {
      if (left > 0 && --left === 0) done()
    },
    after: (events: number) =>
      events === 0
        ? Promise.resolve()
        : new Promise<void>((resolve) => {
            left = events
            done = resolve
          }),
  }
}
