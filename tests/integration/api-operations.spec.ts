import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describeApi } from '@roadbook/api/describe-api'
import { ApiUnderTest } from '../support/api-server.js'
import { Tenants } from '../support/api-tenants.js'

interface Operation {
  method: string
  path: string
  /** Any one of these suffices; absent: signing in does. */
  permissions?: string[]
  isPublic: boolean
  takesBody: boolean
}

const document = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../apps/api/openapi.json'), 'utf8'))
const operations: Operation[] = Object.entries<Record<string, Record<string, unknown>>>(document.paths).flatMap(
  ([route, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: route,
      permissions: operation['x-permissions'] as string[] | undefined,
      isPublic: operation.security === undefined,
      takesBody: operation.requestBody !== undefined,
    })),
)
const closed = operations.filter(({ isPublic }) => !isPublic)
const named = (list: Operation[]) => list.map((operation) => [`${operation.method} ${operation.path}`, operation] as const)

/** A good body for each operation that wants one; an operation without an entry here fails the walk. */
const BODIES: Record<string, unknown> = {
  'PUT /api/v1/account/update': { first_name: 'A', last_name: 'B' },
  'POST /api/v1/geocode-address': { latitude: 49.41, longitude: 8.71 },
  'POST /api/v1/shop/exchange': { token: 'rbs_unknown' },
  'POST /api/v1/devices/{id}/commands': { text: 'getver' },
}

let api: ApiUnderTest
let tenants: Tenants
/** Ids of the other tenant, by the path they belong in. */
let foreign: Record<string, number | string>
const SECRETS = ['Hidden Vendor', 'Secret bike', '356307049999999', 'boss@theirs.example']

beforeAll(async () => {
  api = await ApiUnderTest.start({ SHOP_URL: 'https://shop.example' })
  tenants = new Tenants(api.database.pool)
  const ours = await tenants.business('Ours')
  await tenants.user('manager@ours.example', 'manager', ours)
  await tenants.user('guest@ours.example', 'reporter', ours)
  await api.database.pool.query("INSERT INTO roles (key, name) VALUES ('guest', 'Guest')")
  await api.database.pool.query(
    "UPDATE users SET role_id = (SELECT id FROM roles WHERE key = 'guest') WHERE email = 'guest@ours.example'",
  )
  const theirs = await tenants.business('Hidden Vendor')
  await tenants.user('boss@theirs.example', 'manager', theirs)
  const entity = await tenants.entity(theirs, 'Secret bike')
  const { deviceId } = await tenants.install(theirs, entity, '356307049999999')
  await tenants.state(deviceId, new Date())
  const trip = await tenants.trip(deviceId, '2025-06-01T10:00Z', '2025-06-01T11:00Z')
  await tenants.waypoint(deviceId, '2025-06-01T10:10Z', 49.4, 8.7)
  foreign = {
    '/api/v1/entities/{id}': entity,
    '/api/v1/entities/{id}/position': entity,
    '/api/v1/entities/{id}/commands/locate': entity,
    '/api/v1/devices/{id}/commands': deviceId,
    '/api/v1/devices/{id}/commands/{commandId}': deviceId,
    '/api/v1/debug/{id}/messages': '356307049999999',
    '/api/v1/trips/{id}': trip,
  }
})
afterAll(() => api.stop())

const pathOf = (route: string, id: number | string) => route.replace('{id}', String(id)).replace('{commandId}', '1')
const call = (operation: Operation, id: number | string, email?: string) =>
  api.call(operation.method, pathOf(operation.path, id), {
    email,
    body: BODIES[`${operation.method} ${operation.path}`],
  })

describe('the contract', () => {
  it('R-241 is the committed OpenAPI document: the code says the same', async () => {
    expect(JSON.parse(JSON.stringify(await describeApi()))).toEqual(document)
  })

  it('R-241 is served as OpenAPI 3.1 below /api/v1, and has a page', async () => {
    const served = await api.call('GET', '/api/v1/openapi.json')
    expect(served.body).toEqual(document)
    expect(served.body.openapi).toBe('3.1.0')
    expect((await api.call('GET', '/api/docs')).headers.get('content-type')).toContain('text/html')
    expect(Object.keys(document.paths).filter((route) => !route.startsWith('/api/v1/'))).toEqual(['/config.json'])
  })

  it('has a problem answer for every way in which access can fail', () => {
    for (const { method, path: route, permissions } of closed) {
      const responses = document.paths[route][method.toLowerCase()].responses
      expect([route, Object.keys(responses)]).toEqual([
        route,
        expect.arrayContaining(permissions ? ['401', '403', '429'] : ['401', '429']),
      ])
    }
  })
})

describe('every operation', () => {
  it.each(named(closed))('%s answers 401 to nobody', async (_name, operation) => {
    const { status, body, headers } = await call(operation, 1)
    expect([status, body.type]).toEqual([401, '/problems/unauthenticated'])
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  })

  it.each(named(closed.filter(({ permissions }) => permissions)))(
    '%s answers 403 that names the permission to somebody without it (G-07)',
    async (_name, operation) => {
      const { status, body } = await call(operation, 1, 'guest@ours.example')
      expect([status, body.permission]).toEqual([403, operation.permissions?.[0]])
    },
  )

  it.each(named(closed.filter(({ path: route }) => route.includes('{id}'))))(
    '%s answers another tenant’s id exactly like one that nobody has',
    async (_name, operation) => {
      const id = foreign[operation.path]
      if (id === undefined) throw new Error(`name a foreign id for ${operation.path}`)
      const [theirs, nobodys, text, huge] = await Promise.all(
        [id, 2_000_000_000, 'x', 1e15].map((one) => call(operation, one, 'manager@ours.example')),
      )
      const essence = (answer: typeof theirs) => [answer?.status, answer?.body.type, answer?.body.detail]
      expect(essence(theirs)).toEqual([404, '/problems/not-found', expect.any(String)])
      for (const other of [nobodys, text, huge]) expect(essence(other)).toEqual(essence(theirs))
    },
  )

  it.each(named(closed))('%s tells a manager nothing of another tenant', async (_name, operation) => {
    const { status, text } = await call(operation, foreign[operation.path] ?? 1, 'manager@ours.example')
    expect(status).toBeLessThan(500)
    for (const secret of SECRETS) expect(text).not.toContain(secret)
  })

  it.each(named(operations))('%s answers with every security header, also when it fails (S10)', async (_name, operation) => {
    const { headers } = await call(operation, 1)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': expect.stringMatching(/script-src 'self';.*/),
      'strict-transport-security': expect.stringContaining('max-age='),
      'x-content-type-options': 'nosniff',
      'referrer-policy': expect.any(String),
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': expect.stringMatching(/no-store/),
      'x-request-id': expect.stringMatching(/^[\w-]{8,}$/),
    })
    expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/)
    expect(headers.get('x-powered-by')).toBeNull()
  })

  it.each(named(closed.filter(({ method }) => method === 'GET')))('%s changes no table (S3)', async (_name, operation) => {
    const tables = [
      'businesses',
      'entities',
      'devices',
      'installations',
      'trips',
      'device_states',
      'device_commands',
      'audit_log',
      'user_permissions',
    ]
    const checksum = async () =>
      (
        await Promise.all(tables.map((table) => api.database.pool.query(`SELECT md5(string_agg(t::text, '|')) FROM ${table} t`)))
      ).map(({ rows }) => rows[0])
    const before = await checksum()
    await call(operation, 1, 'manager@ours.example')
    expect(await checksum()).toEqual(before)
  })
})

describe('bodies', () => {
  const writes = closed.filter(({ takesBody }) => takesBody)
  const MALFORMED: [string, string, number][] = [
    ['no JSON', '{', 400],
    ['nothing', '', 400],
    ['null', 'null', 422],
    ['a number', '7', 422],
    ['text', '"x"', 422],
    ['an empty list', '[]', 422],
    ['an empty object', '{}', 422],
    ['a prototype', '{"__proto__":{"isAdmin":true}}', 400],
    ['a constructor', '{"constructor":{"prototype":{"x":1}}}', 400],
    ['an unknown property', '{"nonsense":true}', 422],
    ['numbers beyond numbers', '{"latitude":1e309,"longitude":0}', 422],
    ['nested far too deep', '['.repeat(5_000) + ']'.repeat(5_000), 422],
    ['a list of nothing', '[null]', 422],
    ['1 MiB and more', `{"x":"${'x'.repeat(1_100_000)}"}`, 413],
  ]
  it.each(
    writes.flatMap((operation) =>
      MALFORMED.map(([what, body, expected]) => [what, operation.path, body, expected, operation] as const),
    ),
  )('of %s sent to %s are refused and never fail (S25)', async (_what, route, body, expected, operation) => {
    const { status, text } = await api.call(operation.method, pathOf(route, 1), {
      email: 'manager@ours.example',
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect([expected, 422]).toContain(status)
    expect(text).not.toMatch(/at \w+ \(|node_modules|SELECT|\/src\//)
  })

  it('of another type than JSON are refused', async () => {
    const { status } = await api.call('PUT', '/api/v1/account/update', {
      email: 'manager@ours.example',
      body: 'first_name=A',
      headers: { 'content-type': 'text/xml' },
    })
    expect(status).toBe(415)
  })
})
