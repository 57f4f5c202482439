import { startConsumer } from '@roadbook/consumer/bootstrap'
import { FixValidity, Topic, type Fix } from '@roadbook/contracts'
import { findProtocol } from '@roadbook/protocols'
import { GatewayStage, Talker, encoder, type RunningGateway } from '../../support/gateway/gateway-stage.js'
import { until } from '@roadbook/testing/until'

/** An IMEI that an attacker has read on the box of the tracker. */
const IMEI = '352625698106299'
const NEIGHBOUR = '352625698106307'
const SLEEPER = '352625698106315'
const FORWARDED = '352625698106323'
const TWICE = '352625698106331'
const PARKED = '352625698106349'
const SECRET = 'a-secret-for-tests-that-is-long-enough'
const HOME = { latitude: 49.41, longitude: 8.69 }
/** A place that is 33 km away from the vehicle's home. */
const ELSEWHERE = { latitude: 49.7, longitude: 8.7 }
/** Networks of the tracker's carrier, of another carrier, and of the attacker. */
const [CARRIER, OTHER_CARRIER, STRANGER] = ['127.0.10.5', '127.0.20.5', '127.6.6.6'] as const
const osmand = findProtocol('osmand')!.tracker!

let stage: GatewayStage
let gateway: RunningGateway
let consumer: { close(): Promise<void> }

beforeAll(async () => {
  stage = await GatewayStage.open()
  for (const imei of [IMEI, NEIGHBOUR, SLEEPER, FORWARDED, TWICE, PARKED]) await stage.register(imei)
  for (const imei of [IMEI, SLEEPER]) await putOnVehicle(imei)
  gateway = await start()
  consumer = await startConsumer(consumerEnvironment())
})
afterAll(async () => {
  await consumer.close()
  await stage.close()
})

const start = () => stage.start({ FORWARDING_SECRET: SECRET, FORWARDING_PORT: '0' })

async function putOnVehicle(imei: string): Promise<void> {
  const [vehicle] = await query<{ id: number }>(
    "INSERT INTO entities (business_id, name, vehicle_type) SELECT id, 'Bike', 'eBike' FROM businesses RETURNING id",
  )
  await query(
    `INSERT INTO installations (device_id, entity_id, business_id, installed_at, network_passed_at, gps_passed_at, position_passed_at, verified_at)
     SELECT d.id, $2, d.business_id, t, t, t, t, t FROM devices d, (SELECT now() - interval '2 days' AS t) long_ago WHERE d.imei = $1`,
    [imei, vehicle!.id],
  )
}

const consumerEnvironment = () => ({
  DATABASE_URL: stage.database.urlOf('ingest'),
  EVENT_LOG: 'postgres',
  LOG_LEVEL: 'silent',
  CONSUMER_HEALTH_PORT: '0',
  CHECKPOINT_MS: '50',
  TAKE_IN_MS: '100',
  ALERT_SWEEP_MS: '100',
})

const fix = (place: { latitude: number; longitude: number }, at: number, more: Partial<Fix> = {}): Fix => ({
  positionedAt: Math.floor(at / 1_000) * 1_000,
  validity: FixValidity.valid,
  satellites: 9,
  ...place,
  ...more,
})

/** Returns the attacker's fixes. They are a ride far away, in which each fix is plausible after the previous one. */
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

/** Returns everything in which a fleet manager would see the vehicle move. */
const seen = async (imei = IMEI) => ({
  state: await query(
    `SELECT latitude, longitude, moving, odometer_m, last_received_at, last_positioned_at, valid_positioned_at FROM device_states
     WHERE imei = $1`,
    [imei],
  ),
  trips: await query('SELECT t.* FROM trips t JOIN devices d ON d.id = t.device_id WHERE d.imei = $1', [imei]),
  waypoints: await query<{ positioned_at: Date; validity: number }>(
    'SELECT w.positioned_at, w.validity FROM waypoints w JOIN devices d ON d.id = w.device_id WHERE d.imei = $1 ORDER BY 1',
    [imei],
  ),
  facts: await query('SELECT protocol, iccid, firmware_version FROM devices WHERE imei = $1', [imei]),
})

/** Resolves when the consumer process has processed everything that was acknowledged. */
async function handled(): Promise<void> {
  const lags = () => Promise.all([Topic.packets, Topic.events].map((topic) => stage.log.lag(topic, 'consumer')))
  await until('the consumer is through with everything', lags, {
    everyMs: 20,
    fits: (topics) => topics.every((lag) => lag.size > 0 && [...lag.values()].every((messages) => messages === 0n)),
  })
}

/** Returns the senders that claim to be the tracker and wait for review. */
const doubted = () =>
  query<{ decision: string | null }>(
    `SELECT s.reason, s.protocol, s.network, s.packets, s.fixes, s.latitude, s.decision FROM doubted_senders s
     JOIN devices d ON d.id = s.device_id WHERE d.imei = $1 ORDER BY s.id`,
    [IMEI],
  )
/** Records a decision as the portal does. */
const decide = (reason: string, decision: string) =>
  query(`UPDATE doubted_senders SET decision = $2, decided_at = now() WHERE reason = $1 AND decision IS NULL`, [reason, decision])
const isAt = (imei: string, at: number) =>
  until(
    `${imei} is where it was at ${wholeSecond(at).toISOString()}`,
    () => query<{ valid_positioned_at: Date | null }>('SELECT * FROM device_states WHERE imei = $1', [imei]),
    { fits: ([state]) => state?.valid_positioned_at?.getTime() === wholeSecond(at).getTime() },
  )
const standings = (imei = SLEEPER) =>
  query<{ network: string; standing: string }>(
    `SELECT n.network, n.standing FROM tracker_networks n JOIN devices d ON d.id = n.device_id WHERE d.imei = $1 ORDER BY n.first_at`,
    [imei],
  )
/** Returns the disputes about a tracker. The managers get a mail about each of them. */
const disputes = (imei = SLEEPER) =>
  query(
    `SELECT p.network, p.protocol, p.was_believed, p.ended_at FROM tracker_disputes p JOIN devices d ON d.id = p.device_id
     WHERE d.imei = $1 ORDER BY p.id`,
    [imei],
  )
/**
 * Makes a tracker appear to have been silent for this long. Restarts the gateway, because it reads the times of the last
 * messages when it starts.
 */
async function asIfSilentFor(interval: string, imei = SLEEPER): Promise<void> {
  await gateway.close()
  await query(
    `UPDATE device_states SET last_received_at = now() - $2::interval, moving = FALSE, updated_at = now() WHERE imei = $1`,
    [imei, interval],
  )
  gateway = await start()
}
/** Returns a schedule with one hour per day. This hour is not near the present time. */
function otherHours() {
  const clock = (inHours: number) => `${String((new Date().getUTCHours() + inHours) % 24).padStart(2, '0')}:00`
  return { days: [1, 2, 3, 4, 5, 6, 7], from: clock(12), till: clock(13) }
}
const wholeSecond = (at: number) => new Date(Math.floor(at / 1_000) * 1_000)

describe('a tracker that stands still (H1, G-105)', () => {
  const parkedAt = Date.now() - 8 * 60_000

  beforeAll(async () => {
    await speakTeltonika([fix(HOME, parkedAt - 60_000, { odometerM: 5_000 }), fix(HOME, parkedAt, { odometerM: 5_000 })], CARRIER)
    await isAt(IMEI, parkedAt)
    await handled()
    // Hours pass and gateways restart, but this has no effect: trust in senders is kept in the database.
    await gateway.close()
    gateway = await start()
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

  it('H1b is not moved by a stranger who speaks its own protocol from another network, whatever they claim', async () => {
    const before = await seen()
    await speakTeltonika(ride(Date.now() - 150_000), STRANGER)
    await handled()
    expect(await seen()).toEqual(before)
    expect(await doubted()).toMatchObject([
      { reason: 'protocol' },
      { reason: 'newcomer', protocol: 'teltonika', network: '127.6.6.0/24', packets: 10, fixes: 10, decision: null },
    ])
  })

  it('goes on as it did, also from another network of its carrier', async () => {
    const now = Date.now() - 22_000
    await speakTeltonika([fix(HOME, now)], OTHER_CARRIER)
    await isAt(IMEI, now)
  })

  it('is not moved by what was refused, and loses nothing of what turns out to be its own', async () => {
    await decide('newcomer', 'refused')
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

describe('a tracker in whose name somebody else speaks while it sleeps (H1b)', () => {
  const sleptAt = Date.now() - 8 * 3_600_000
  /** Returns everything about the present and earlier places of the vehicle. Times of messages are left out. */
  const told = async () => {
    const { state, trips, waypoints } = await seen(SLEEPER)
    const [{ last_received_at: _, ...place } = {}] = state as Record<string, unknown>[]
    return { place, trips, waypoints: waypoints.filter(({ validity }) => validity !== FixValidity.quarantined) }
  }
  /** Returns the vehicle's alerts with their rules. For each: whether it was withdrawn, and whether it is news. */
  const alerts = () =>
    query(
      `SELECT r.name, a.kind, a.began_at = p.noticed_at AND a.ended_at = p.noticed_at AS is_of_that_moment, a.latitude, a.value, a.late,
         a.withdrawn_at, (SELECT array_agg(change) FROM alert_news n WHERE n.alert_id = a.id) AS news
       FROM alerts a JOIN alert_rules r ON r.id = a.rule_id JOIN devices d ON d.id = a.device_id
       LEFT JOIN tracker_disputes p ON p.device_id = a.device_id AND p.entity_id = a.entity_id
       WHERE d.imei = $1 ORDER BY r.name`,
      [SLEEPER],
    )
  const ANOTHER_SENDER = {
    kind: 'dispute',
    is_of_that_moment: true,
    latitude: null,
    value: null,
    late: false,
    withdrawn_at: null,
    news: ['raised'],
  }
  const ALERTS = ['Another sender', 'Of bikes'].map((name) => ({ ...ANOTHER_SENDER, name }))
  let before: Awaited<ReturnType<typeof told>>

  beforeAll(async () => {
    await query(
      `INSERT INTO alert_rules (business_id, name, kind, hours, time_zone, effective_from)
       SELECT b.id, r.name, r.kind, r.hours::jsonb, 'UTC', now() + r.after::interval FROM businesses b, (VALUES
         ('Another sender', 'dispute', NULL, '-1 day'), ('Of later', 'dispute', NULL, '1 day'), ('Power', 'powerCut', NULL, '-1 day'),
         ('Of vans', 'dispute', NULL, '-1 day'), ('Of bikes', 'dispute', NULL, '-1 day'), ('At other hours', 'dispute', $1, '-1 day')) r (name, kind, hours, after)`,
      [JSON.stringify([otherHours()])],
    )
    await query(
      `WITH other AS (INSERT INTO businesses (kind, name) VALUES ('vendor', 'Other') RETURNING id)
       INSERT INTO alert_rules (business_id, name, kind, time_zone, effective_from)
       SELECT id, 'Of others', 'dispute', 'UTC', now() - interval '1 day' FROM other`,
    )
    await query(
      `WITH made AS (INSERT INTO tags (name, type) VALUES ('vans', 'general'), ('bikes', 'general') RETURNING id, name)
       INSERT INTO alert_rule_tags (rule_id, tag_id) SELECT r.id, made.id FROM alert_rules r JOIN made ON r.name = 'Of ' || made.name`,
    )
    await query(
      `INSERT INTO entity_tags (entity_id, tag_id) SELECT i.entity_id, t.id FROM tags t, installations i JOIN devices d ON d.id = i.device_id
       WHERE t.name = 'bikes' AND d.imei = $1`,
      [SLEEPER],
    )
    await speakTeltonika(
      [fix(HOME, sleptAt - 60_000, { odometerM: 5_000 }), fix(HOME, sleptAt, { odometerM: 5_000 })],
      CARRIER,
      SLEEPER,
    )
    await isAt(SLEEPER, sleptAt)
    await handled()
    before = await told()
  })

  it('is moved by nobody within its rhythm, though anything could have carried it there', async () => {
    await asIfSilentFor('390 seconds')
    await speakTeltonika(ride(Date.now() - 150_000), STRANGER, SLEEPER)
    await handled()
    expect(await told()).toEqual(before)
    expect(await standings()).toEqual([
      { network: '127.0.0.0/16', standing: 'known' },
      { network: '127.6.0.0/16', standing: 'trial' },
    ])
  })

  it('is moved once it has been silent for longer, with all that was kept aside', async () => {
    await asIfSilentFor('3 hours')
    const now = Date.now() - 5_000
    // At the end of the ride there are two readings with the same time. Both must be accepted, in any order of evaluation.
    const { latitude } = ride(now).at(-1) as Required<Fix>
    const arrived = (odometerM: number) => fix({ ...ELSEWHERE, latitude }, now, { odometerM })
    await speakTeltonika([arrived(99_000_000), arrived(99_000_007)], STRANGER, SLEEPER)
    await isAt(SLEEPER, now)
    await until('what was kept aside is in the track', async () => (await told()).waypoints.length, {
      fits: (count) => count === before.waypoints.length + 12,
    })
    expect((await standings())[1]).toMatchObject({ standing: 'believed' })
    expect(await disputes()).toEqual([])
  })

  it('is where it was as soon as it speaks again, without anything that the newcomer said, and the dispute is written down', async () => {
    const now = Date.now() - 2_000
    await speakTeltonika([fix(HOME, now, { odometerM: 5_000 })], CARRIER, SLEEPER)
    await isAt(SLEEPER, now)
    await until('the newcomer is out of the track', async () => (await told()).waypoints.length, {
      fits: (count) => count === before.waypoints.length + 1,
    })
    const after = await told()
    expect(after.trips).toEqual(before.trips)
    expect(after.place).toMatchObject({
      latitude: 494_100_000,
      longitude: 86_900_000,
      moving: false,
      odometer_m: before.place.odometer_m,
      last_positioned_at: wholeSecond(now),
    })
    expect(await disputes()).toEqual([{ network: '127.6.0.0/16', protocol: 'teltonika', was_believed: true, ended_at: null }])
  })

  it('raises an alert on its vehicle by each rule that asks for that, once', async () => {
    expect(await alerts()).toEqual(ALERTS)
    await consumer.close()
    await query("UPDATE event_log_leases SET committed = 0 WHERE topic = 'tracker.packets' AND group_name = 'consumer'")
    consumer = await startConsumer(consumerEnvironment())
    await handled()
    expect(await alerts()).toEqual(ALERTS)
  })

  it('keeps that alert when its readings are judged again, because none of them raised it', async () => {
    await query(
      "INSERT INTO alert_marks (device_id, from_at) SELECT id, now() - interval '2 days' FROM devices WHERE imei = $1",
      [SLEEPER],
    )
    await until('the alerts are judged', () => query('SELECT FROM alert_marks UNION ALL SELECT FROM alert_batches'), {
      fits: (waiting) => waiting.length === 0,
    })
    expect(await alerts()).toEqual(ALERTS)
  })

  it('is not moved by the newcomer any more, also when it sleeps for longer than ever', async () => {
    const home = await told()
    await asIfSilentFor('3 days')
    await speakTeltonika([fix(ELSEWHERE, Date.now() - 1_000)], STRANGER, SLEEPER)
    await handled()
    expect((await told()).waypoints).toEqual(home.waypoints)
  })
})

describe('a tracker that was off and carried', () => {
  it('G-105 is believed where it wakes up, once it can have got there', async () => {
    const yesterday = Date.now() - 24 * 3_600_000
    await speakTeltonika([fix(HOME, yesterday)], CARRIER, NEIGHBOUR)
    await isAt(NEIGHBOUR, yesterday)
    await gateway.close()
    gateway = await start()
    const now = Date.now() - 10_000
    await speakTeltonika([fix(ELSEWHERE, now)], OTHER_CARRIER, NEIGHBOUR)
    await isAt(NEIGHBOUR, now)
  })
})

describe('a tracker that a forwarding server sends for', () => {
  const begunAt = Date.now() - 10 * 60_000
  const goal = { latitude: HOME.latitude + 0.1, longitude: HOME.longitude }

  async function forward(imei: string, place: typeof HOME, at: number): Promise<void> {
    const positions = [{ id: imei, time: wholeSecond(at).toISOString(), ...place, protocol: 'teltonika' }]
    const { status } = await fetch(`http://127.0.0.1:${gateway.ports.forwarding}/v1/positions`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${SECRET}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ positions }),
    })
    expect(status).toBe(200)
    await handled()
  }
  async function sendDirectly(imei: string, place: typeof HOME, at: number, from: string): Promise<void> {
    await speakTeltonika([fix(place, at)], from, imei)
    await handled()
  }
  /** Restarts the gateway. It reads the known senders when it starts, and again every few seconds. */
  async function restart(): Promise<void> {
    await gateway.close()
    gateway = await start()
  }

  it('is not taken over by a stranger who tries one place after another, and the managers learn of it', async () => {
    await forward(FORWARDED, HOME, begunAt)
    const grid = Array.from({ length: 5 }, (_, nth) => ({ ...goal, latitude: goal.latitude + 0.02 * (4 - nth) }))
    let at = begunAt + 300_000
    for (const [nth, guess] of grid.entries()) {
      await sendDirectly(FORWARDED, guess, (at += 10_000), STRANGER)
      if (nth === 0) await restart()
      await forward(FORWARDED, goal, at + 5_000)
    }
    expect(await standings(FORWARDED)).toEqual([
      { network: 'forwarded', standing: 'known' },
      { network: '127.6.0.0/16', standing: 'disputed' },
    ])
    expect(await disputes(FORWARDED)).toEqual([
      { network: '127.6.0.0/16', protocol: expect.stringContaining('teltonika') as string, was_believed: false, ended_at: null },
    ])
    expect((await seen(FORWARDED)).waypoints.filter(({ validity }) => validity !== FixValidity.quarantined)).toHaveLength(6)
  })

  it('is accepted by itself when it sends the same to both, whichever arrives first, and nobody is troubled', async () => {
    await forward(TWICE, HOME, begunAt)
    // The vehicle drives 11 km in five minutes. Of each pair of messages, the one through the server comes first.
    for (let nth = 0; nth <= 10; nth++) {
      const place = { ...HOME, latitude: HOME.latitude + nth * 0.01 }
      await forward(TWICE, place, begunAt + 30_000 * (nth + 1))
      await sendDirectly(TWICE, place, begunAt + 30_000 * (nth + 1), OTHER_CARRIER)
      if (nth === 0) await restart()
    }
    expect(await standings(TWICE)).toEqual([
      { network: 'forwarded', standing: 'known' },
      { network: '127.0.0.0/16', standing: 'known' },
    ])
    expect(await disputes(TWICE)).toEqual([])
  })
})

describe('a tracker in whose name one stranger speaks from two networks (H1b)', () => {
  it('is not taken over by the place where it stands, after the first network has moved it away', async () => {
    const ACCOMPLICE = '127.7.7.7'
    const sleptAt = Date.now() - 8 * 3_600_000
    await speakTeltonika([fix(HOME, sleptAt)], CARRIER, PARKED)
    await handled()
    await asIfSilentFor('3 hours', PARKED)
    const movedAt = Date.now() - 60_000
    await speakTeltonika([fix(ELSEWHERE, movedAt)], STRANGER, PARKED)
    await isAt(PARKED, movedAt)
    await speakTeltonika([fix(HOME, movedAt + 30_000)], ACCOMPLICE, PARKED)
    await handled()
    await speakTeltonika([fix(HOME, movedAt + 40_000)], CARRIER, PARKED)
    await handled()
    expect((await standings(PARKED)).map(({ standing }) => standing)).toEqual(['known', 'disputed', 'disputed'])
    expect(await disputes(PARKED)).toHaveLength(2)
  })
})
