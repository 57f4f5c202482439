import { startConsumer } from '@roadbook/consumer/bootstrap'
import { FixValidity, Topic, type Fix } from '@roadbook/contracts'
import { findProtocol } from '@roadbook/protocols'
import { GatewayStage, Talker, encoder, type RunningGateway } from '../../support/gateway/gateway-stage.js'
import { until } from '@roadbook/testing/until'

/** A stranger read it off the box. */
const IMEI = '352625698106299'
const NEIGHBOUR = '352625698106307'
const HOME = { latitude: 49.41, longitude: 8.69 }
/** 33 km from there. */
const ELSEWHERE = { latitude: 49.7, longitude: 8.7 }
/** Networks of the tracker's carrier, of another carrier, and of the stranger. */
const [CARRIER, OTHER_CARRIER, STRANGER] = ['127.0.10.5', '127.0.20.5', '127.6.6.6'] as const
const osmand = findProtocol('osmand')!.tracker!

let stage: GatewayStage
let gateway: RunningGateway
let consumer: { close(): Promise<void> }

beforeAll(async () => {
  stage = await GatewayStage.open()
  for (const imei of [IMEI, NEIGHBOUR]) await stage.register(imei)
  const { rows } = await stage.database.pool.query<{ id: number }>(
    "INSERT INTO entities (business_id, name, vehicle_type) SELECT id, 'Bike', 'eBike' FROM businesses RETURNING id",
  )
  await stage.database.pool.query(
    `INSERT INTO installations (device_id, entity_id, business_id, installed_at, network_passed_at, gps_passed_at, position_passed_at, verified_at)
     SELECT d.id, $2, d.business_id, t, t, t, t, t FROM devices d, (SELECT now() - interval '2 days' AS t) long_ago WHERE d.imei = $1`,
    [IMEI, rows[0]!.id],
  )
  gateway = await stage.start()
  consumer = await startConsumer(consumerEnvironment())
})
afterAll(async () => {
  await consumer.close()
  await stage.close()
})

const consumerEnvironment = () => ({
  DATABASE_URL: stage.database.urlOf('ingest'),
  EVENT_LOG: 'postgres',
  LOG_LEVEL: 'silent',
  CONSUMER_HEALTH_PORT: '0',
  CHECKPOINT_MS: '50',
  TAKE_IN_MS: '100',
})

const fix = (place: { latitude: number; longitude: number }, at: number, more: Partial<Fix> = {}): Fix => ({
  positionedAt: Math.floor(at / 1_000) * 1_000,
  validity: FixValidity.valid,
  satellites: 9,
  ...place,
  ...more,
})

/** What the stranger claims: a ride far away, each fix fitting the one before it. */
const ride = (from: number): Fix[] =>
  Array.from({ length: 10 }, (_, nth) =>
    fix({ latitude: ELSEWHERE.latitude + nth * 0.0006, longitude: ELSEWHERE.longitude }, from + nth * 15_000, {
      speedKph: 20,
      odometerM: 99_000_000,
    }),
  )

async function speakTeltonika(fixes: readonly Fix[], from: string, imei = IMEI): Promise<void> {
  const talker = await Talker.open(gateway.ports.shared, from)
  await talker.ask(encoder.login!(imei), 1)
  for (const one of fixes) expect(await talker.ask(encoder.packet(imei, [one]), 4)).toEqual(Buffer.from([0, 0, 0, 1]))
  talker.socket.end()
  await talker.isClosed()
}

async function speakOsmand(fixes: readonly Fix[], from: string): Promise<void> {
  const talker = await Talker.open(gateway.ports.shared, from)
  for (const one of fixes) expect((await talker.ask(osmand.packet(IMEI, [one]), 15)).toString()).toMatch(/^HTTP\/1\.1 200/)
  talker.socket.end()
  await talker.isClosed()
}

const query = async <T extends object>(sql: string, values: unknown[] = []) =>
  (await stage.database.pool.query<T>(sql, values)).rows

/** Everything that a fleet manager would see move. */
const seen = async () => ({
  state: await query(
    `SELECT latitude, longitude, moving, odometer_m, last_received_at, last_positioned_at, valid_positioned_at FROM device_states
     WHERE imei = $1`,
    [IMEI],
  ),
  trips: await query('SELECT t.* FROM trips t JOIN devices d ON d.id = t.device_id WHERE d.imei = $1', [IMEI]),
  waypoints: await query<{ positioned_at: Date; validity: number }>(
    'SELECT w.positioned_at, w.validity FROM waypoints w JOIN devices d ON d.id = w.device_id WHERE d.imei = $1 ORDER BY 1',
    [IMEI],
  ),
  facts: await query('SELECT protocol, iccid, firmware_version FROM devices WHERE imei = $1', [IMEI]),
})

/** Resolves when the consumer is through with everything that was answered. */
async function handled(): Promise<void> {
  const lags = () => Promise.all([Topic.packets, Topic.events].map((topic) => stage.log.lag(topic, 'consumer')))
  await until('the consumer is through with everything', lags, {
    everyMs: 20,
    fits: (topics) => topics.every((lag) => lag.size > 0 && [...lag.values()].every((messages) => messages === 0n)),
  })
}

/** Whoever claimed to be the tracker and waits for review. */
const doubted = () =>
  query<{ decision: string | null }>(
    `SELECT s.reason, s.protocol, s.network, s.packets, s.fixes, s.latitude, s.decision FROM doubted_senders s
     JOIN devices d ON d.id = s.device_id WHERE d.imei = $1 ORDER BY s.id`,
    [IMEI],
  )
const decide = (reason: string, decision: string) =>
  query(`UPDATE doubted_senders SET decision = $2, decided_at = now() WHERE reason = $1 AND decision IS NULL`, [reason, decision])
const isAt = (imei: string, at: number) =>
  until(
    `${imei} is where it was at ${wholeSecond(at).toISOString()}`,
    () => query<{ valid_positioned_at: Date | null }>('SELECT * FROM device_states WHERE imei = $1', [imei]),
    { fits: ([state]) => state?.valid_positioned_at?.getTime() === wholeSecond(at).getTime() },
  )
const wholeSecond = (at: number) => new Date(Math.floor(at / 1_000) * 1_000)

describe('a tracker that stands still (H1, G-105)', () => {
  const parkedAt = Date.now() - 8 * 60_000

  beforeAll(async () => {
    await speakTeltonika([fix(HOME, parkedAt - 60_000, { odometerM: 5_000 }), fix(HOME, parkedAt, { odometerM: 5_000 })], CARRIER)
    await isAt(IMEI, parkedAt)
    await handled()
    // Hours pass in which gateways come and go: what is believed is the database's.
    await gateway.close()
    gateway = await stage.start()
  })

  it('is bound to what it spoke when it was first verified', async () => {
    expect(await query('SELECT bound_protocol FROM devices WHERE imei = $1', [IMEI])).toEqual([{ bound_protocol: 'teltonika' }])
  })

  it('is not moved by a stranger who speaks another protocol than it does', async () => {
    const before = await seen()
    await speakOsmand(ride(Date.now() - 150_000), STRANGER)
    await handled()
    expect(await seen()).toEqual(before)
    const sender = { reason: 'protocol', protocol: 'osmand', network: '127.6.6.0/24', packets: 10, fixes: 10 }
    expect(await doubted()).toEqual([{ ...sender, latitude: 497_054_000, decision: null }])
  })

  it('is not moved by a stranger who speaks its own protocol from another network and claims what nothing can have driven', async () => {
    const before = await seen()
    await speakTeltonika(ride(Date.now() - 150_000), STRANGER)
    await handled()
    expect(await seen()).toEqual(before)
    expect(await doubted()).toMatchObject([
      { reason: 'protocol' },
      { reason: 'place', protocol: 'teltonika', network: '127.6.6.0/24', packets: 10, fixes: 10, decision: null },
    ])
  })

  it('goes on as it did, also from another network of its carrier', async () => {
    const now = Date.now() - 22_000
    await speakTeltonika([fix(HOME, now)], OTHER_CARRIER)
    await isAt(IMEI, now)
  })

  it('is not moved by what was refused, and loses nothing of what turns out to be its own', async () => {
    await decide('place', 'refused')
    const { waypoints } = await seen()
    await decide('protocol', 'accepted')
    await until('ten waypoints more', async () => (await seen()).waypoints.length, {
      fits: (count) => count === waypoints.length + 10,
    })
    expect((await seen()).waypoints.filter(({ validity }) => validity === FixValidity.quarantined)).toEqual([])
    expect((await doubted()).map(({ decision }) => decision)).toEqual(['accepted', 'refused'])
  })

  it('is listed once, however often the log is read again', async () => {
    const before = await doubted()
    await consumer.close()
    await query("UPDATE event_log_leases SET committed = 0 WHERE topic = 'tracker.packets' AND group_name = 'consumer'")
    consumer = await startConsumer(consumerEnvironment())
    await handled()
    expect(await doubted()).toEqual(before)
  })
})

describe('a tracker that was off and carried', () => {
  it('G-105 is believed where it wakes up, once it can have got there', async () => {
    const yesterday = Date.now() - 24 * 3_600_000
    await speakTeltonika([fix(HOME, yesterday)], CARRIER, NEIGHBOUR)
    await isAt(NEIGHBOUR, yesterday)
    await gateway.close()
    gateway = await stage.start()
    const now = Date.now() - 10_000
    await speakTeltonika([fix(ELSEWHERE, now)], OTHER_CARRIER, NEIGHBOUR)
    await isAt(NEIGHBOUR, now)
  })
})
