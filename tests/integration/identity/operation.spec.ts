import { createServer, connect, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { createAccount, setPassword } from '@roadbook/identity/accounts'
import { startIdentity, type RunningIdentity } from '@roadbook/identity/bootstrap'
import { identityShape } from '@roadbook/identity/configuration'
import { readConfiguration } from '@roadbook/platform'
import { Browser, PORTAL, PortalClient } from '../../support/identity/identity-browser.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { until } from '@roadbook/testing/until'

/** Starts a relay to the database that can be cut and restored. */
async function startWire(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((client) => {
    if (isCut) return void client.destroy()
    const upstream = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = (server.address() as AddressInfo).port
  return {
    url: Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend: () => {
      isCut = false
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

describe('operating the identity provider', () => {
  let database: TestDatabase
  let wire: Awaited<ReturnType<typeof startWire>>
  let identity: RunningIdentity
  const start = (extra: Record<string, string> = {}) =>
    startIdentity(
      readConfiguration(identityShape, {
        DATABASE_URL: wire.url,
        IDENTITY_PORT: '0',
        PORTAL_URL: PORTAL,
        LOG_LEVEL: 'silent',
        ...extra,
      }),
    )
  const ready = async () => (await fetch(new URL('/health/ready', identity.issuer))).status

  beforeAll(async () => {
    database = await createTestDatabase()
    wire = await startWire(database.urlOf('identity'))
  })
  beforeEach(async () => {
    wire.mend()
  })
  afterEach(() => identity.close())
  afterAll(async () => {
    await wire.close()
    await database.drop()
  })

  it('starts without a database, answers 503 meanwhile, and is ready when the database comes', async () => {
    wire.cut()
    identity = await start()
    expect((await fetch(new URL('/health/live', identity.issuer))).status).toBe(200)
    expect(await ready()).toBe(503)
    const page = await new Browser(identity.issuer).get(new PortalClient(identity.issuer).authorizationUrl())
    expect(page.status).toBe(503)
    expect(page.headers.get('retry-after')).toBe('5')
    wire.mend()
    await until('the identity provider is ready', ready, { fits: (status) => status === 200 })
    const after = await new Browser(identity.issuer).get(new PortalClient(identity.issuer).authorizationUrl())
    expect(after.body).toContain('<h1>Sign in</h1>')
  })

  it('answers an outage with a page that says so, and signs in on the same form afterwards', async () => {
    identity = await start()
    const account = { email: 'outage@domstad.example', password: 'vier fietsen op een rij', name: 'O', mustChangePassword: false }
    await createAccount(database.pool, account)
    const browser = new Browser(identity.issuer)
    const form = await browser.get(new PortalClient(identity.issuer).authorizationUrl())
    wire.cut()
    const { email, password } = account
    const during = await browser.submit(form, { email, password })
    expect([during.status, during.body.includes('We will be right back')]).toEqual([503, true])
    const elsewhere = await new Browser(identity.issuer).get(new PortalClient(identity.issuer).authorizationUrl())
    expect([elsewhere.status, elsewhere.body.includes('We will be right back')]).toEqual([503, true])
    expect((await new PortalClient(identity.issuer).refresh('token')).status).toBe(503)
    wire.mend()
    expect((await browser.submit(form, { email, password })).left?.searchParams.get('code')).toBeTruthy()
  })

  it('keeps everything of its own from the role that serves requests', async () => {
    identity = await start()
    const { rows } = await database.pool.query("SELECT tablename FROM pg_tables WHERE schemaname = 'identity'")
    expect(rows.length).toBeGreaterThanOrEqual(5)
    for (const { tablename } of rows) {
      const client = await database.pool.connect()
      await client.query('BEGIN')
      await client.query('SET LOCAL ROLE roadbook_api')
      await expect(client.query(`SELECT * FROM identity.${tablename}`)).rejects.toThrow('permission denied')
      await client.query('ROLLBACK')
      client.release()
    }
  })

  it('stores no session, code or refresh token that could be used', async () => {
    identity = await start()
    await createAccount(database.pool, {
      email: 'dump@domstad.example',
      password: 'een lange zin',
      name: 'D',
      mustChangePassword: false,
    })
    const browser = new Browser(identity.issuer)
    const portal = new PortalClient(identity.issuer)
    const form = await browser.get(portal.authorizationUrl())
    const answer = await browser.submit(form, { email: 'dump@domstad.example', password: 'een lange zin' })
    const code = answer.left?.searchParams.get('code') ?? ''
    const tokens = await portal.exchange(code)
    const { rows } = await database.pool.query('SELECT * FROM identity.payloads')
    const dump = JSON.stringify(rows)
    for (const secret of [browser.cookie('roadbook_session'), code, tokens.refresh_token]) {
      expect(secret).toBeTruthy()
      expect(dump).not.toContain(secret)
    }
  })

  it('ends every session of an account whose password somebody sets (G-16)', async () => {
    identity = await start()
    const email = 'reset@domstad.example'
    const id = await createAccount(database.pool, { email, password: 'een lange zin', name: 'R', mustChangePassword: false })
    const browser = new Browser(identity.issuer)
    const portal = new PortalClient(identity.issuer)
    await browser.submit(await browser.get(portal.authorizationUrl()), { email, password: 'een lange zin' })
    await setPassword(database.pool, id, 'T7hq!mZ2&pLx', { mustChangePassword: true })
    const silent = await browser.get(portal.authorizationUrl({ prompt: 'none' }))
    expect(silent.left?.searchParams.get('error')).toBe('login_required')
    const form = await browser.get(portal.authorizationUrl())
    expect((await browser.submit(form, { email, password: 'T7hq!mZ2&pLx' })).body).toContain('Choose a new password')
  })

  it('sends every page with headers that leave an attacker nothing to do', async () => {
    identity = await start()
    const page = await new Browser(identity.issuer).get(new PortalClient(identity.issuer).authorizationUrl())
    expect(page.headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "font-src 'self'",
      `form-action 'self' ${PORTAL}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.body).not.toMatch(/<script(?![^>]*\ssrc=)|\sstyle="|\son\w+="/)
  })

  it('serves every file that its pages name, to be kept for ever', async () => {
    identity = await start()
    const page = await new Browser(identity.issuer).get(new PortalClient(identity.issuer).authorizationUrl())
    const files = [...new Set([...page.body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? ''))]
    expect(files.length).toBeGreaterThanOrEqual(5)
    for (const file of files) {
      const response = await fetch(new URL(file, identity.issuer))
      expect([file, response.status, response.headers.get('cache-control')]).toEqual([
        file,
        200,
        'public, max-age=31536000, immutable',
      ])
    }
    expect((await fetch(new URL('/assets/0/../../package.json', identity.issuer))).status).toBe(404)
  })

  it('builds its addresses and cookies from an https issuer, whatever a proxy or client says', async () => {
    identity = await start({ OIDC_ISSUER: 'https://login.roadbook.example' })
    const local = `http://localhost:${identity.port}`
    const discovery = await fetch(`${local}/.well-known/openid-configuration`, {
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
    })
    const document = await discovery.json()
    expect(document).toMatchObject({
      issuer: 'https://login.roadbook.example',
      authorization_endpoint: 'https://login.roadbook.example/auth',
      token_endpoint: 'https://login.roadbook.example/token',
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
    })
    const { pathname, search } = new PortalClient(identity.issuer).authorizationUrl()
    const response = await fetch(`${local}${pathname}${search}`, { redirect: 'manual' })
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000')
    const cookies = response.headers.getSetCookie()
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) expect(cookie).toMatch(/^__(Host|Secure)-.*;\s*secure/i)
  })
})
