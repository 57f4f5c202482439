import { Agent, request } from 'node:http'
import path from 'node:path'
import pg from 'pg'
import { createToken } from '@roadbook/tools/token-create'
import { until } from '@roadbook/testing/until'
import { ManagedProcess, NODE } from '../../support/chaos/managed-process.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { freePort } from '../../support/free-port.mjs'

interface Outcome {
  status?: number
  connection?: string
  code?: string
}

describe('an API that is told to end', () => {
  let database: TestDatabase
  let token: string
  let api: ManagedProcess
  let port: number
  let healthPort: number
  /** Session that has the lock for which a request waits. */
  let holder: pg.Client | undefined
  beforeAll(async () => {
    database = await createTestDatabase()
    await new Tenants(database.pool).user('root@x.example', 'super-admin', null)
    token = await createToken(database.pool, { email: 'root@x.example', name: 'drain' })
  })
  afterAll(() => database.drop())
  afterEach(async () => {
    await api.kill({ stay: true })
    await holder?.end()
    holder = undefined
  })

  async function start(env: Record<string, string>): Promise<void> {
    ;[port, healthPort] = [await freePort(), await freePort()]
    api = new ManagedProcess({
      name: 'api',
      command: [NODE, path.resolve('apps/api/dist/main.js')],
      env: {
        DATABASE_URL: database.urlOf('web'),
        PORT: String(port),
        HOST: '127.0.0.1',
        API_HEALTH_PORT: String(healthPort),
        OIDC_ISSUER: 'http://127.0.0.1:9',
        PORTAL_DIR: '/nowhere',
        API_WORK: 'requests',
        // The event log may be the only part that is not prepared in this database yet.
        EVENT_LOG: 'postgres',
        RATE_LIMIT_TOKEN_PER_MINUTE: '1000000',
        RATE_LIMIT_ADDRESS_PER_MINUTE: '1000000',
        ...env,
      },
      logFile: '/dev/null',
      healthPort,
    })
    api.start()
    await api.ready()
  }

  const ask = (where: string, agent: Agent): Promise<Outcome> =>
    new Promise((resolve) => {
      const headers = { authorization: `Bearer ${token}` }
      request({ port, host: '127.0.0.1', path: where, agent, headers }, (response) => {
        const { statusCode: status, headers: answered } = response
        response.resume().once('end', () => resolve({ status, ...(answered.connection && { connection: answered.connection }) }))
        response.once('error', (error: NodeJS.ErrnoException) => resolve({ code: error.code ?? error.message }))
      })
        .once('error', (error: NodeJS.ErrnoException) => resolve({ code: error.code ?? error.message }))
        .end()
    })

  /** Sends requests on one connection until the server refuses it. */
  async function asker(): Promise<Outcome[]> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const outcomes: Outcome[] = []
    while (outcomes.at(-1)?.code === undefined) outcomes.push(await ask('/api/v1/tags?limit=1', agent))
    agent.destroy()
    return outcomes
  }

  it.each(['0', '400'])('F18 resets none of three that ask again and again, with a notice of %s ms', async (DRAIN_NOTICE_MS) => {
    await start({ DRAIN_NOTICE_MS })
    const askers = [asker(), asker(), asker()]
    await until('it answers', async () => (await ask('/config.json', new Agent())).status === 200)
    expect(await api.stop()).toEqual({ code: 0, signal: null })
    for (const outcomes of await Promise.all(askers)) {
      expect(outcomes.pop()).toEqual({ code: 'ECONNREFUSED' })
      expect([...new Set(outcomes.map(({ status }) => status))]).toEqual([200])
      // The last answer has announced that the connection ends.
      expect(outcomes.at(-1)).toMatchObject({ connection: 'close' })
    }
  })

  it('F18 is not ready, and goes on to answer what is under way and what comes before the notice is over', async () => {
    await start({ DRAIN_NOTICE_MS: '5000' })
    holder = new pg.Client({ connectionString: database.url })
    await holder.connect()
    await holder.query('BEGIN; LOCK TABLE tags')
    const agent = new Agent()
    const slow = ask('/api/v1/tags', agent)
    await until('the request waits in the database', async () => {
      const { rowCount } = await database.pool.query(
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'roadbook-api'",
      )
      return rowCount
    })
    const ended = api.stop()
    await until('it is not ready', async () => (await ask('/health/ready', agent)).status === 503)
    expect((await api.readiness()).draining).toBe('draining')
    expect((await ask('/config.json', agent)).status).toBe(200)
    await holder.query('ROLLBACK')
    expect(await slow).toEqual({ status: 200, connection: 'close' })
    expect(await ended).toEqual({ code: 0, signal: null })
  })
})
