import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { assertPortFree, freePort } from '@roadbook/tools/start/free-port'
import { newDataDirectory, startProduct } from '../support/product.js'
import { addBusiness } from '../support/database/tenant-fixture.js'
import { until } from '@roadbook/testing/until'
import { sized } from '@roadbook/testing/proof'

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

describe('the launcher', () => {
  const dataDirectory = newDataDirectory()
  afterAll(() => rmSync(dataDirectory, { recursive: true, force: true }))

  it('ends everything that it started within 10 s of a signal', async () => {
    const product = await startProduct({ dataDirectory })
    const pids = Object.values(product.processes())
    expect(Object.keys(product.processes()).sort()).toEqual(['api', 'consumer', 'gateway', 'identity', 'mailbox', 'postgres'])
    expect(product.said.join('\n')).toMatch(/Make the first super admin here.*\n\s+http:\/\/localhost:\d+\/setup\/\S+/)
    // Whoever looks by psql reads the days that the product counts, whatever the zone of the machine.
    expect((await product.pool.query('SHOW TimeZone')).rows).toEqual([{ TimeZone: 'UTC' }])
    await addBusiness(product.pool, 'Stays')
    const ended = product.stop().then(() => allGone(pids))
    await expect(Promise.race([ended.then(() => 'ended'), pause(10_000, 'still running')])).resolves.toBe('ended')
  }, 300_000)

  it.each(sized('chaos', ['SIGTERM'] as const, ['SIGTERM', 'SIGINT', 'SIGKILL'] as const))(
    'ends with the npm that started it, to which alone %s was sent, and frees its ports',
    async (signal) => {
      const product = await startProduct({ dataDirectory, throughNpm: true })
      const pids = [product.launcherPid, ...Object.values(product.processes())]
      expect(pids).not.toContain(product.starterPid)
      await product.pool.end()
      process.kill(product.starterPid, signal)
      const ended = allGone([product.starterPid, ...pids])
      await expect(Promise.race([ended.then(() => 'ended'), pause(10_000, 'still running')])).resolves.toBe('ended')
      const ports = [product.portalUrl, product.identityUrl, product.mailboxUrl].map((url) => Number(new URL(url).port))
      for (const port of [...ports, product.gatewayPort, product.teltonikaPort]) await assertPortFree(port, 'PORT')
    },
    300_000,
  )

  it('leaves sign-in to the identity provider that its operator names: no port, no process and no accounts of its own', async () => {
    const taken = createServer().listen(0)
    await once(taken, 'listening')
    const issuer = 'http://localhost:9/realms/fleet'
    const identityPort = String((taken.address() as AddressInfo).port)
    const directory = newDataDirectory()
    const env = { OIDC_ISSUER: issuer, IDENTITY_PORT: identityPort }
    const product = await startProduct({ dataDirectory: directory, env })
    try {
      expect(Object.keys(product.processes()).sort()).toEqual(['api', 'consumer', 'gateway', 'mailbox', 'postgres'])
      const { rows } = await product.pool.query(`SELECT
        (SELECT count(*)::int FROM identity.accounts) AS accounts, (SELECT count(*)::int FROM identity.setup_links) AS links`)
      expect(rows).toEqual([{ accounts: 0, links: 0 }])
      expect(product.said.join('\n')).toMatch(/Make the first super admin.*\n +npx roadbook admin create/)
      const { oidc } = (await (await fetch(`${product.portalUrl}/config.json`)).json()) as { oidc: { issuer: string } }
      expect(oidc.issuer).toBe(issuer)
    } finally {
      await product.stop()
      taken.close()
      rmSync(directory, { recursive: true, force: true })
    }
  }, 300_000)

  it('listens where every port variable says', async () => {
    const names = ['IDENTITY_ADMIN_PORT', 'API_HEALTH_PORT', 'GATEWAY_HEALTH_PORT', 'CONSUMER_HEALTH_PORT', 'MAILBOX_SMTP_PORT']
    const env: Record<string, string> = {}
    for (const name of names) env[name] = String(await freePort())
    const product = await startProduct({ dataDirectory, env })
    for (const name of names) await expect(assertPortFree(Number(env[name]), name)).rejects.toThrow(`choose another with ${name}`)
    await product.stop()
  }, 300_000)

  it('leaves nothing running when it is killed, and starts again on its data', async () => {
    const product = await startProduct({ dataDirectory })
    const pids = Object.values(product.processes())
    await product.pool.end()
    process.kill(product.launcherPid, 'SIGKILL')
    await product.ended
    await allGone(pids)
    const again = await startProduct({ dataDirectory })
    const { rows } = await again.pool.query('SELECT name FROM businesses')
    expect(rows).toEqual([{ name: 'Stays' }])
    await again.stop()
  })

  it('starts a service again that died, the database too', async () => {
    const product = await startProduct({ dataDirectory })
    for (const name of ['api', 'postgres']) {
      const pid = product.pidOf(name)
      product.kill(name)
      await until(`${name} has another process`, () => product.pidOf(name), { fits: (now) => now !== pid })
    }
    const isReady = async () =>
      (await fetch(`${product.portalUrl}/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined))?.ok
    await until('the API is ready', isReady, { withinMs: 120_000 })
    await product.stop()
  })
})
