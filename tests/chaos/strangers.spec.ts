import { setTimeout as pause } from 'node:timers/promises'
import { FixValidity, Topic, type Fix, type TrackerEvent } from '@roadbook/contracts'
import { seededRandom } from '@roadbook/testing'
import { Fleet } from '../support/chaos/fleet.js'
import { Load } from '../support/chaos/load.js'
import { CLEAN, readAll } from '../support/chaos/loss-checker.js'
import { loginOf, RawTracker } from '../support/chaos/raw-tracker.js'
import { Stage, type Gateway } from '../support/chaos/stage.js'
import { until } from '@roadbook/testing/until'
import { sized } from '@roadbook/testing/proof'
import { testImei } from '../support/database/tenant-fixture.js'

/** Time-out of a login in milliseconds. It is longer than an unknown name waits for a query of the registry. */
const LOGIN_TIMEOUT_MS = 5_000
/** Time-out longer than any test, milliseconds. */
const PATIENT_MS = 600_000
/** The gateway's default of MAX_CONNECTIONS_BEFORE_LOGIN. */
const MOST_STRANGERS = 4_000
/** Number of slow strangers. One address may have a thousand connections. */
const SLOW = sized('chaos', 1_600, 10_000)
const ROW_CAP = 10_000

describe('strangers at the gateway', () => {
  let stage: Stage
  let gateway: Gateway

  beforeAll(async () => {
    stage = await Stage.open()
    gateway = await stage.startGateway({ env: { LOGIN_TIMEOUT_MS: String(LOGIN_TIMEOUT_MS) } })
    await stage.startConsumer()
  }, 300_000)
  afterAll(() => stage?.close())
  afterEach(() => {
    expect(gateway.crashes).toEqual([])
  })

  const start = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000
  const fixAt = (second: number): Fix => ({
    positionedAt: start + second * 1_000,
    validity: FixValidity.valid,
    latitude: 50,
    longitude: 8,
    altitudeM: 100,
    speedKph: 0,
    heading: 0,
    satellites: 8,
  })
  /** Opens connections of strangers that send one byte and then nothing. */
  const dripping = (to: Gateway, count: number) =>
    Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const tracker = await RawTracker.open(to.port, { localAddress: `127.0.0.${30 + Math.floor(index / 800)}` })
        tracker.send(Buffer.from([0]))
        return tracker
      }),
    )
  const unknownRows = async () => {
    const { rows } = await stage.pool.query<{ count: number }>('SELECT count(*)::int FROM unknown_devices')
    return rows[0]!.count
  }

  it('B12 refuses an IMEI of a wrong form, and one that changes during the connection', async () => {
    const known = (await stage.addVehicle()).imei
    const wrong = [
      known.slice(0, 14),
      `${known}7`,
      `${known.slice(0, 14)}x`,
      "' or 1=1 --",
      '../../etc/pass',
      '000000000000000',
      ' '.repeat(15),
    ]
    for (const text of wrong) {
      const tracker = await RawTracker.open(gateway.port)
      tracker.send(Buffer.concat([Buffer.from([0, text.length]), Buffer.from(text)]))
      await tracker.closed()
      expect(tracker.received.includes(1)).toBe(false)
    }
    const tracker = await RawTracker.login(gateway.port, known)
    const other = (await stage.addVehicle()).imei
    tracker.send(loginOf(other))
    await tracker.closed()
    expect(tracker.received.includes(1)).toBe(false)
  })

  it('B12 lists an unknown IMEI once however often it knocks, and no more than ten thousand of them', async () => {
    const knock = async (imei: string) => {
      const tracker = await RawTracker.open(gateway.port)
      tracker.send(loginOf(imei))
      await tracker.closed()
    }
    const imeis = Array.from({ length: 20 }, (_, index) => testImei(500_000 + index))
    await Promise.all(Array.from({ length: 200 }, (_, index) => knock(imeis[index % imeis.length]!)))
    const listed = async () => {
      const { rows } = await stage.pool.query('SELECT FROM unknown_devices WHERE imei = ANY ($1)', [imeis])
      return rows.length
    }
    await until('they are listed', async () => (await listed()) === imeis.length)
    await stage.pool.query(
      `INSERT INTO unknown_devices (imei, protocol, remote_address)
       SELECT (860000000000000 + n)::text, 'teltonika', '127.0.0.1' FROM generate_series(1, $1) AS n`,
      [ROW_CAP - (await unknownRows())],
    )
    // A registry that is too busy to answer also refuses the strangers, until it can look them up.
    const sentAway = async () =>
      (await gateway.metric('gateway_logins_total', { result: 'refused' })) +
      (await gateway.metric('gateway_logins_total', { result: 'unsure' }))
    const before = await sentAway()
    await Promise.all(Array.from({ length: 200 }, (_, index) => knock(testImei(600_000 + index))))
    expect(await sentAway()).toBeGreaterThanOrEqual(before + 200)
    const touched = async () => {
      await knock(imeis[0]!)
      const { rows } = await stage.pool.query<{ attempts: string }>('SELECT attempts FROM unknown_devices WHERE imei = $1', [
        imeis[0],
      ])
      return Number(rows[0]?.attempts) > 10
    }
    await until('the list is written again', touched, { everyMs: 500 })
    expect(await unknownRows()).toBeLessThanOrEqual(ROW_CAP)
  })

  it('B13 keeps the data of who claims another’s IMEI aside, raises a conflict, and lets the real tracker and all others in', async () => {
    const { imei, deviceId } = await stage.addVehicle()
    const fleet = new Fleet({ journal: stage.journal, port: gateway.port, random: seededRandom(13) })
    const load = new Load(fleet, await stage.addVehicles(4))
    const home = { localAddress: '127.0.0.21' }
    const elsewhere = { localAddress: '127.0.0.66' }
    let second = 0
    let real = await RawTracker.login(gateway.port, imei, home)
    // Reports as a tracker does: on its open connection. It logs in again only if the connection was closed.
    const report = async () => {
      const fixes = [fixAt(++second)]
      await real.deliver(imei, fixes).catch(async () => {
        real = await RawTracker.login(gateway.port, imei, home)
        await real.deliver(imei, fixes)
      })
    }
    for (let time = 0; time < 20; time++) {
      await report()
      // Sleep: an address becomes the tracker's home after it has had the tracker for some whole seconds.
      await pause(100)
    }
    for (let time = 0; time < 20; time++) {
      const thief = await RawTracker.login(gateway.port, imei, elsewhere)
      await report()
      if (time === 19) await thief.deliver(imei, [fixAt(3_000)])
      thief.end()
    }
    await report()
    const stored = async () => {
      const { rows } = await stage.pool.query<{ at: number }>(
        'SELECT (extract(epoch FROM positioned_at) * 1000)::float8 AS at FROM waypoints WHERE device_id = $1 ORDER BY 1',
        [deviceId],
      )
      return rows.map(({ at }) => at)
    }
    await until('the last fix is stored', async () => (await stored()).includes(fixAt(second).positionedAt))
    expect(await stored()).toEqual(Array.from({ length: second }, (_, index) => fixAt(index + 1).positionedAt))
    const { rows: aside } = await stage.pool.query<{ reason: number }>(
      'SELECT reason FROM waypoints_aside WHERE device_id = $1',
      [deviceId],
    )
    expect(aside).toEqual([{ reason: FixValidity.quarantined }])
    const events = await readAll<TrackerEvent>(stage.log, Topic.events)
    expect(events.filter((event) => event.imei === imei && event.type === 'conflict')).not.toHaveLength(0)
    real.end()
    load.stop()
    await fleet.flush()
    fleet.stop()
    expect(await stage.check(fleet.sent)).toMatchObject(CLEAN)
  })

  it('B14 lets real trackers log in while strangers hold their sockets and never do, so many in all and from one address', async () => {
    // This gateway does not disconnect slow clients. All strangers are therefore connected before the first login and after
    // the last.
    const patient = await stage.startGateway({ env: { LOGIN_TIMEOUT_MS: String(PATIENT_MS) } })
    const waiting = () => patient.metric('gateway_connections', { state: 'awaitingLogin' })
    const slow = await dripping(patient, SLOW)
    await until('every stranger waits', waiting, { fits: (count) => count === Math.min(SLOW, MOST_STRANGERS) })
    for (const imei of await stage.addVehicles(20)) {
      const tracker = await RawTracker.login(patient.port, imei)
      await tracker.deliver(imei, [fixAt(1)])
      tracker.end()
    }
    // When there is no room left, a login replaces the connection that was silent longest.
    expect(await waiting()).toBeGreaterThanOrEqual(Math.min(SLOW, MOST_STRANGERS - 1))
    for (const one of slow) one.end()
    await until('nobody waits', async () => (await waiting()) === 0)
    // If an address has as many connections before a login as it may have, further connections are refused when they open.
    const many = await Promise.all(
      Array.from({ length: 1_200 }, () => RawTracker.open(patient.port, { localAddress: '127.0.0.99' })),
    )
    await until('some are refused', () => many.filter(({ isClosed }) => isClosed).length === 200)
    expect(await waiting()).toBe(1_000)
    for (const one of many) one.end()
    await patient.stop()
    expect(patient.crashes).toEqual([])
  })

  it('B14 closes who drips a byte and never logs in', async () => {
    const before = await gateway.metric('gateway_closed_total', { reason: 'loginTimeout' })
    const slow = await dripping(gateway, 200)
    await Promise.all(slow.map((tracker) => tracker.closed()))
    expect(await gateway.metric('gateway_closed_total', { reason: 'loginTimeout' })).toBe(before + slow.length)
  })
})
