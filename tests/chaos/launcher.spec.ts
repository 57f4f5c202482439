import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { assertPortFree, freePort } from '@roadbook/tools/start/free-port'
import { newDataDirectory, type Product, type ProductOptions, startProduct } from '../support/product.js'
import { addBusiness } from '../support/database/tenant-fixture.js'
import { until } from '@roadbook/testing/until'
import { sized } from '@roadbook/testing/proof'

/** Time limit for a start in milliseconds. It is long, because two products may start at the same time on a small machine. */
const START_MS = 300_000

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const allGone = async (pids: number[]): Promise<void> => {
  await until('all processes are gone', () => pids.filter(isAlive), { fits: ({ length }) => length === 0 })
}

const PROCESSES = ['api', 'consumer', 'gateway', 'identity', 'mailbox', 'postgres']
const PORTS = ['IDENTITY_ADMIN_PORT', 'API_HEALTH_PORT', 'GATEWAY_HEALTH_PORT', 'CONSUMER_HEALTH_PORT', 'MAILBOX_SMTP_PORT']

describe('the launcher', () => {
  const dataDirectory = newDataDirectory()
  let product: Product
  let pids: number[]
  const start = async (options: ProductOptions = {}) => {
    product = await startProduct({ dataDirectory, ...options })
    pids = Object.values(product.processes())
  }
  afterAll(() => rmSync(dataDirectory, { recursive: true, force: true }))

  describe.each(sized('chaos', ['SIGTERM'] as const, ['SIGTERM', 'SIGINT', 'SIGKILL'] as const))(
    'under npm, to which alone %s is sent',
    (signal) => {
      const ports: Record<string, string> = {}
      beforeAll(async () => {
        for (const name of PORTS) ports[name] = String(await freePort())
        await start({ throughNpm: true, env: ports })
      }, START_MS)

      it('starts every process, and says where the first super admin is made', () => {
        expect(Object.keys(product.processes()).sort()).toEqual(PROCESSES)
        expect(product.said.join('\n')).toMatch(/Make the first super admin here.*\n\s+http:\/\/localhost:\d+\/setup\/\S+/)
      })

      it('shows days in UTC to whoever looks by psql, whatever the zone of the machine', async () => {
        expect((await product.pool.query('SHOW TimeZone')).rows).toEqual([{ TimeZone: 'UTC' }])
      })

      it('listens where every port variable says', async () => {
        for (const name of PORTS)
          await expect(assertPortFree(Number(ports[name]), name)).rejects.toThrow(`choose another with ${name}`)
      })

      it('ends with npm, and frees its ports', async () => {
        await addBusiness(product.pool, `Stays after ${signal}`)
        expect([product.launcherPid, ...pids]).not.toContain(product.starterPid)
        await product.pool.end()
        process.kill(product.starterPid, signal)
        await allGone([product.starterPid, product.launcherPid, ...pids])
        const urls = [product.portalUrl, product.identityUrl, product.mailboxUrl].map((url) => Number(new URL(url).port))
        for (const port of [...urls, product.gatewayPort, product.teltonikaPort]) await assertPortFree(port, 'PORT')
      })
    },
  )

  describe('that is killed', () => {
    beforeAll(() => start(), START_MS)

    it('started a service again that died, the database too', async () => {
      for (const name of ['api', 'postgres']) {
        const pid = product.pidOf(name)
        product.kill(name)
        await until(`${name} has another process`, () => product.pidOf(name), { fits: (now) => now !== pid })
      }
      const isReady = async () =>
        (await fetch(`${product.portalUrl}/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined))?.ok
      await until('the API is ready', isReady, { withinMs: 120_000 })
    })

    it('leaves nothing running', async () => {
      pids = Object.values(product.processes())
      await product.pool.end()
      process.kill(product.launcherPid, 'SIGKILL')
      await product.ended
      await allGone(pids)
    })

    it(
      'starts again on its data, and ends everything that it started when it is asked to',
      async () => {
        await start()
        const { rows } = await product.pool.query(
          "SELECT name FROM businesses WHERE name LIKE 'Stays after %' ORDER BY id LIMIT 1",
        )
        expect(rows).toEqual([{ name: 'Stays after SIGTERM' }])
        await product.stop()
        await allGone(pids)
      },
      START_MS,
    )
  })

  it(
    'leaves sign-in to the identity provider that its operator names: no port, no process and no accounts of its own',
    async () => {
      const taken = createServer().listen(0)
      await once(taken, 'listening')
      const issuer = 'http://localhost:9/realms/fleet'
      const identityPort = String((taken.address() as AddressInfo).port)
      const directory = newDataDirectory()
      const env = { OIDC_ISSUER: issuer, IDENTITY_PORT: identityPort }
      const own = await startProduct({ dataDirectory: directory, env })
      try {
        expect(Object.keys(own.processes()).sort()).toEqual(['api', 'consumer', 'gateway', 'mailbox', 'postgres'])
        const { rows } = await own.pool.query(`SELECT
        (SELECT count(*)::int FROM identity.accounts) AS accounts, (SELECT count(*)::int FROM identity.setup_links) AS links`)
        expect(rows).toEqual([{ accounts: 0, links: 0 }])
        expect(own.said.join('\n')).toMatch(/Make the first super admin.*\n +npx roadbook admin create/)
        const { oidc } = (await (await fetch(`${own.portalUrl}/config.json`)).json()) as { oidc: { issuer: string } }
        expect(oidc.issuer).toBe(issuer)
      } finally {
        await own.stop()
        taken.close()
        rmSync(directory, { recursive: true, force: true })
      }
    },
    START_MS,
  )
})
