import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'

let api: ApiUnderTest
let portal: string
const get = (address: string, headers: Record<string, string> = {}) => api.call('GET', address, { headers })

beforeAll(async () => {
  portal = mkdtempSync(path.join(tmpdir(), 'portal-'))
  mkdirSync(path.join(portal, 'assets'))
  writeFileSync(path.join(portal, 'index.html'), '<!doctype html><title>Roadbook</title>')
  writeFileSync(path.join(portal, 'assets/app-4f3a.js'), 'export {}')
  writeFileSync(path.join(portal, 'assets/app-4f3a.js.map'), '{"mappings":""}')
  writeFileSync(path.join(portal, 'favicon.svg'), '<svg/>')
  writeFileSync(path.join(portal, '.secret'), 'secret')
  api = await ApiUnderTest.start({
    PORTAL_DIR: portal,
    CORS_ORIGINS: 'https://portal.example',
    LIVE_URL: 'wss://live.acceptance.example/api/v1/live',
    TILE_URL: 'https://tiles.example/{z}/{x}/{y}.png',
  })
  const business = await new Tenants(api.database.pool).business('Fleet')
  await new Tenants(api.database.pool).user('manager@x.example', 'manager', business)
})
afterAll(async () => {
  await api.stop()
  rmSync(portal, { recursive: true })
})

describe('portal', () => {
  it('is served at its root and at every address of its own, never from a cache', async () => {
    for (const address of ['/', '/map/356307042441013', '/entity-status/12?tab=trips', '/auth/callback?code=x']) {
      const { status, text, headers } = await get(address)
      expect([address, status, headers.get('cache-control')]).toEqual([address, 200, 'no-store'])
      expect(text).toContain('<title>Roadbook</title>')
    }
  })

  it('has files with a hash in their name cached for good, others asked for anew', async () => {
    expect((await get('/assets/app-4f3a.js')).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await get('/favicon.svg')).headers.get('cache-control')).toBe('no-cache')
  })

  it.each([
    '/assets/gone.js',
    '/assets/app-4f3a.js.map',
    '/favicon.ico',
    '/api/v1/nothing',
    '/api',
    '/.secret',
    '/..%2f..%2fetc%2fpasswd',
    '/.git/config',
  ])('is not what %s answers with', async (address) => {
    const { status, text } = await get(address)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(text).not.toMatch(/<title>Roadbook|secret|root:|mappings/)
  })

  it('R-341 R-225 R-024 learns where to sign in, where the live channel and the tiles are, and when maintenance is', async () => {
    const { body, headers } = await get('/config.json')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({
      oidc: { issuer: api.issuer.url, client_id: 'roadbook-portal', resource: 'urn:roadbook:api', scope: 'openid profile email' },
      live_url: 'wss://live.acceptance.example/api/v1/live',
      tiles: {
        url: 'https://tiles.example/{z}/{x}/{y}.png',
        vector_url: null,
        attribution: '© OpenStreetMap contributors',
        max_zoom: 19,
      },
      support: { email: '', phone: '' },
      maintenance_url: '/maintenance.html',
      shop_url: null,
      accounts: { are_made: false, are_mailed: false },
      push_key: null,
      payments_at: null,
      report_max_entities: 100,
      planned_maintenance: {
        window_from: '2025-11-02T06:00:00.000Z',
        window_till: '2025-11-03T20:00:00.000Z',
        shown_from: '2022-11-07T13:00:00.000Z',
        shown_till: '2025-11-04T15:00:00.000Z',
      },
    })
  })

  it('may load scripts from us alone, tiles, sign-in and live data from where they are (S10)', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? ''
    expect(policy.split(';')).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "object-src 'none'",
        "frame-ancestors 'self'",
        "img-src 'self' data: blob: https://tiles.example",
        `connect-src 'self' ${api.issuer.url} wss://live.acceptance.example`,
        `frame-src 'self' ${api.issuer.url}`,
      ]),
    )
  })

  it('R-102 G-107 may use the camera and the place, and nothing else of the phone (S10)', async () => {
    const policy = (await get('/')).headers.get('permissions-policy') ?? ''
    expect(policy.split(', ').sort()).toEqual([
      'camera=(self)',
      'display-capture=()',
      'geolocation=(self)',
      ...['microphone', 'payment', 'usb'].map((name) => `${name}=()`),
    ])
  })
})

describe('HTTP', () => {
  it('lets pages of listed origins call, and no others (S9)', async () => {
    const preflight = (origin: string) =>
      api.call('OPTIONS', '/api/v1/auth/user', {
        headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
      })
    const listed = await preflight('https://portal.example')
    expect(listed.headers.get('access-control-allow-origin')).toBe('https://portal.example')
    expect(listed.headers.get('access-control-allow-credentials')).toBe('true')
    for (const origin of ['https://evil.example', 'null', 'https://portal.example.evil.example', 'http://portal.example']) {
      expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('gives every answer an id, the caller’s own when it is one', async () => {
    const own = await get('/api/v1/auth/user', { 'x-request-id': 'abcdef-123456' })
    expect([own.headers.get('x-request-id'), own.body.request_id]).toEqual(['abcdef-123456', 'abcdef-123456'])
    const made = await get('/api/v1/auth/user', { 'x-request-id': 'a b\u00e4"<script>' })
    expect(made.body.request_id).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('is alive and ready, and tells why not on the internal port alone', async () => {
    expect((await get('/health/live')).body).toEqual({ status: 'ok' })
    expect((await get('/health/ready')).body).toEqual({ status: 'ok' })
    const internal = await fetch(`http://127.0.0.1:${api.api.healthPort}/health/ready`)
    expect(await internal.json()).toEqual({ status: 'ok', parts: { database: 'ok', 'live positions': 'ok', draining: 'ok' } })
    expect((await get('/metrics')).text).not.toContain('http_request_seconds')
  })

  it('measures by method, route and status, never by address or id', async () => {
    await api.get('/entities/123456', 'manager@x.example')
    await fetch(`${api.url}/api/v1/nothing/654321`, { method: 'PUT' })
    const metrics = await (await fetch(`http://127.0.0.1:${api.api.healthPort}/metrics`)).text()
    expect(metrics).toContain('http_requests_total{method="GET",route="/api/v1/entities/:id",status="4xx"} 1')
    expect(metrics).toContain('http_request_seconds_count{route="/api/v1/entities/:id"} 1')
    expect(metrics).not.toMatch(/123456|654321/)
  })

  it('takes no method, spelling or header that goes round a declaration (S3)', async () => {
    const attempts = [
      '/api/v1/Businesses/tree',
      '/api/v1//businesses/tree',
      '/api/v1/businesses/tree/',
      '/api/v1/%62usinesses/tree',
    ]
    for (const address of attempts) expect([401, 404, 405]).toContain((await get(address)).status)
    const override = await api.call('POST', '/api/v1/auth/user', { headers: { 'x-http-method-override': 'GET' } })
    expect(override.status).toBe(405)
  })

  it('believes nobody about where a request comes from, unless they are a proxy of ours', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-user-id': '1' }
    const body = { first_name: 'A', last_name: 'B' }
    await api.call('PUT', '/api/v1/account/update', { email: 'manager@x.example', body, headers })
    const { rows } = await api.database.pool.query('SELECT DISTINCT remote_address FROM audit_log')
    expect(rows).toEqual([{ remote_address: '127.0.0.1' }])
  })

  it('closes a client that drips its request byte by byte (S23)', async () => {
    const socket = connect(api.api.port, '127.0.0.1')
    socket.write(
      'POST /api/v1/geocode-address HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n',
    )
    const drip = setInterval(() => socket.write(' '), 500)
    await new Promise((resolve) =>
      socket
        .once('close', resolve)
        .on('error', () => undefined)
        .resume(),
    )
    clearInterval(drip)
    expect(socket.destroyed).toBe(true)
  })
})

describe('limits and outages', () => {
  it('G-31 answers 429 with Retry-After to who asks too often, and to nobody else', async () => {
    const limited = await ApiUnderTest.start({ RATE_LIMIT_TOKEN_PER_MINUTE: '5' })
    try {
      const tenants = new Tenants(limited.database.pool)
      const business = await tenants.business('Fleet')
      await tenants.user('busy@x.example', 'manager', business)
      await tenants.user('calm@x.example', 'manager', business)
      const token = await limited.issuer.tokenOf('busy@x.example')
      const answers = []
      for (let at = 0; at < 7; at++) answers.push(await limited.call('GET', '/api/v1/account/get', { token }))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429])
      expect(Number(answers[6]?.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(answers[6]?.body.type).toBe('/problems/too-many-requests')
      expect((await limited.get('/account/get', 'calm@x.example')).status).toBe(200)
    } finally {
      await limited.stop()
    }
  })

  it('answers 503 with Retry-After while the database is away, and works again when it is back (F4)', async () => {
    const name = new URL(api.database.url).pathname.slice(1)
    const token = await api.issuer.tokenOf('manager@x.example')
    const ask = () => api.call('GET', '/api/v1/account/get', { token })
    expect((await ask()).status).toBe(200)
    const admin = new (await import('pg')).default.Client({ connectionString: process.env.TEST_POSTGRES_URL })
    await admin.connect()
    try {
      await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
      await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
      for (const away of [await ask(), await ask()]) {
        expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5'])
        expect(away.text).not.toContain(name)
      }
      expect((await get('/health/ready')).status).toBe(503)
    } finally {
      await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
      await admin.end()
    }
    expect((await ask()).status).toBe(200)
  })
})
