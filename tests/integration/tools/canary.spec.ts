import { startApi } from '@roadbook/api/bootstrap'
import { startConsumer } from '@roadbook/consumer/bootstrap'
import { startGateway } from '@roadbook/gateway/bootstrap'
import { until } from '@roadbook/testing/until'
import { LiveView } from '@roadbook/tools/canary/live-view'
import { type Outcome, round } from '@roadbook/tools/canary/round'
import { watch } from '@roadbook/tools/canary/watch'
import { createToken } from '@roadbook/tools/token-create'
import { FaultProxy } from '../../support/chaos/fault-proxy.js'
import { addBusiness, addUser, addVehicle, testImei } from '../../support/database/tenant-fixture.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

const EMAIL = 'canary@roadbook.example'
const MINUTE = 60_000
/**
 * Number of bytes of the portal's answers that the canary still receives. They are enough for the handshake, but not for
 * later messages.
 */
const MUTE_BYTES = 300
/** Trouble that a view reports before its first answer. */
const NOT_YET = 'it does not answer'

describe('a canary', () => {
  let database: TestDatabase
  let gateway: Awaited<ReturnType<typeof startGateway>>
  let consumer: Awaited<ReturnType<typeof startConsumer>>
  let api: Awaited<ReturnType<typeof startApi>>
  let view: LiveView
  const imei = testImei(1)

  beforeAll(async () => {
    database = await createTestDatabase()
    const { pool } = database
    const businessId = await addBusiness(pool, 'Canary')
    await addUser(pool, { email: EMAIL, role: 'reporter', businessId })
    await pool.query("INSERT INTO user_permissions SELECT id, 'read:map' FROM users ON CONFLICT DO NOTHING")
    await addVehicle(pool, { businessId, name: 'Canary', imei })
    const common = { EVENT_LOG: 'postgres', LOG_LEVEL: 'silent' }
    const ingest = { ...common, DATABASE_URL: database.urlOf('ingest') }
    gateway = await startGateway({
      ...ingest,
      GATEWAY_HOST: '127.0.0.1',
      GATEWAY_PORT: '0',
      TELTONIKA_PORT: '0',
      GATEWAY_HEALTH_PORT: '0',
      DRAIN_MS: '100',
    })
    consumer = await startConsumer({ ...ingest, CONSUMER_HEALTH_PORT: '0' })
    api = await startApi({
      ...common,
      DATABASE_URL: database.urlOf('web'),
      PORT: '0',
      HOST: '127.0.0.1',
      API_HEALTH_PORT: '0',
      OIDC_ISSUER: 'http://127.0.0.1:9',
      PORTAL_DIR: '/nowhere',
      DRAIN_NOTICE_MS: '0',
    })
    view = new LiveView(portal(), await createToken(pool, { email: EMAIL, name: 'canary' }))
  })
  afterAll(async () => {
    view?.close()
    await Promise.all([consumer?.close(), api?.close()])
    await database?.drop()
  })

  const portal = () => `http://127.0.0.1:${api.port}`
  const options = (changes: { imei?: string; view?: LiveView } = {}) => ({
    tracker: { host: '127.0.0.1', port: gateway.ports.shared, imei: changes.imei ?? imei },
    view: changes.view ?? view,
    place: { latitude: 47.141, longitude: 9.5209 },
    withinMs: MINUTE,
  })
  /** Makes a round that ends when its position is acknowledged. For the round, this moment is its deadline. */
  async function acknowledgedRound(changes?: Parameters<typeof options>[0]): Promise<Outcome> {
    const deadline = new AbortController()
    return round({ ...options(changes), signal: deadline.signal, onAcknowledged: () => deadline.abort() })
  }

  it('sees its position on the map', async () => {
    const outcome = await round(options())
    expect(outcome).toEqual({ isSeen: true, acknowledgedMs: expect.any(Number), seenMs: expect.any(Number) })
  })

  it('says that the portal is not available to its token, although the position arrived', async () => {
    const stranger = new LiveView(portal(), 'rbk_unknown')
    await until('the portal has refused it', () => stranger.trouble, { fits: (trouble) => trouble !== NOT_YET })
    const refused = await acknowledgedRound({ view: stranger })
    stranger.close()
    expect(refused).toEqual({ isSeen: false, brokenAt: 'portal', reason: expect.stringContaining('not available: ') })
  })

  it('says that the gateway does not know its tracker', async () => {
    const refusals = async () => {
      const text = await fetch(`http://127.0.0.1:${gateway.ports.health}/metrics`).then((answer) => answer.text())
      return Number(/^gateway_logins_total\{result="refused"\} (\d+)$/m.exec(text)?.[1])
    }
    const deadline = new AbortController()
    const outcome = round({ ...options({ imei: testImei(2) }), signal: deadline.signal })
    await until('the gateway has refused it', refusals)
    deadline.abort()
    expect(await outcome).toMatchObject({ brokenAt: 'login', reason: expect.stringContaining(testImei(2)) })
  })

  it('sees its position again after a connection to the portal that died without an end', async () => {
    let connections = 0
    const muteAfterBytes = () => (connections++ === 0 ? MUTE_BYTES : undefined)
    const proxy = await FaultProxy.open({ target: () => ({ port: api.port }), faults: { muteAfterBytes } })
    const token = await createToken(database.pool, { email: EMAIL, name: 'behind a proxy' })
    const behind = new LiveView(`http://127.0.0.1:${proxy.port}`, token)
    const ending = new AbortController()
    const reports: Outcome[] = []
    const report = (outcome: Outcome) => reports.push(outcome)
    const watched = watch({ ...options({ view: behind }), withinMs: 5_000, everyMs: MINUTE, signal: ending.signal, report })
    await until('it sees its position', () => reports.some(({ isSeen }) => isSeen), { withinMs: MINUTE })
    ending.abort()
    await watched
    behind.close()
    await proxy.close()
    expect(connections).toBeGreaterThan(1)
  })

  it('reports a consumer that stands still after two rounds, and a gateway that is gone', async () => {
    await consumer.close()
    expect(await acknowledgedRound()).toMatchObject({ brokenAt: 'map' })

    await gateway.close()
    const ending = new AbortController()
    const reports: Outcome[] = []
    const watched = watch({
      ...options(),
      withinMs: 50,
      everyMs: MINUTE,
      signal: ending.signal,
      report: (outcome) => reports.push(outcome),
    })
    await until('it reports', () => reports.length)
    ending.abort()
    await watched
    expect(reports[0]).toMatchObject({ brokenAt: 'gateway', reason: expect.stringContaining('127.0.0.1:') })
  })
})
