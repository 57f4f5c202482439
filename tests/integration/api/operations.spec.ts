import { isDeepStrictEqual } from 'node:util'
import { rotated } from '@roadbook/testing/proof'
import { describeApi } from '@roadbook/api/describe-api'
import { TOKEN_OPERATIONS } from '@roadbook/api/auth/tokens/token-operations'
import { apiForTests } from '../../support/api/api-for-tests.js'
import type { Answer } from '../../support/api/api-server.js'
import {
  bodyOf,
  document,
  idPlaces,
  nameOf,
  type Operation,
  operations,
  pathOf,
  resourceOf,
  type TenantIds,
} from '../../support/api/api-walk.js'
import { populate, spreadIds } from '../../support/api/walk-tenants.js'

const closed = operations.filter(({ isPublic }) => !isPublic)
/**
 * Operations on objects of a tenant. Roles are left out, because they belong to no tenant: their ids are not secret, and
 * only super admins change them.
 */
const owned = closed.filter(({ path: route }) => route.includes('{id}') && !route.startsWith('/api/v1/roles/'))
const named = (list: Operation[]) => list.map((operation) => [nameOf(operation), operation] as const)
const NOBODYS = 2_000_000_000
/** Operations that accept an empty body, because everything in it has a default. */
const MAY_BE_EMPTY = ['POST /api/v1/entities/{id}/trips/recalculate']

const { api, tenants } = apiForTests({ SHOP_URL: 'https://shop.example' })
let ours: TenantIds
let theirs: TenantIds
const SECRETS = ['Hidden', 'hidden.example', '356307049999999']

beforeAll(async () => {
  await spreadIds(tenants)
  ours = await populate(tenants, 'Ours', '356307041111111')
  theirs = await populate(tenants, 'Hidden', '356307049999999')
  // With this, the job that runs every minute has nothing to write between two comparisons of the tables.
  await tenants.verifyInstallations()
  await tenants.user('manager@ours.example', 'manager', Number(ours.business))
  await tenants.user('guest@ours.example', 'reporter', Number(ours.business))
  await api.database.pool.query("INSERT INTO roles (key, name) VALUES ('guest', 'Guest')")
  await api.database.pool.query(
    "UPDATE users SET role_id = (SELECT id FROM roles WHERE key = 'guest') WHERE email = 'guest@ours.example'",
  )
})

/** Returns the id of the other tenant for a path. If the path has no id, returns 1, which belongs to nobody. */
const foreignId = (operation: Operation) => theirs[resourceOf(operation.path) ?? 'business']
const call = (operation: Operation, id: number | string, email?: string) =>
  api.call(operation.method, pathOf(operation.path, id), { email, body: bodyOf(operation, ours) })

describe('the contract', () => {
  it('R-241 is the committed OpenAPI document: the code says the same', async () => {
    expect(JSON.parse(JSON.stringify(await describeApi()))).toEqual(document)
  })

  it('R-241 is served as OpenAPI 3.1 below /api/v1, and has a page', async () => {
    const served = await api.call('GET', '/api/v1/openapi.json')
    expect(served.body).toEqual(document)
    expect(served.body.openapi).toBe('3.1.0')
    const page = await api.call('GET', '/api/docs')
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.text).not.toMatch(/(src|href)=["']?(https?:)?\/\//)
    expect((await api.call('GET', '/api/docs/swagger-ui-init.js')).text).toMatch(/"docExpansion": "none"/)
    expect(Object.keys(document.paths).filter((route) => !route.startsWith('/api/v1/'))).toEqual(['/config.json'])
  })

  it.each(['entities', 'users', 'devices', 'tags', 'tag-groups'])('R-009 makes, shows, changes and deletes %s', (what) => {
    const methodsOf = (route: string) => Object.keys(document.paths[route] ?? {})
    expect(methodsOf(`/api/v1/${what}`)).toContain('post')
    expect(methodsOf(`/api/v1/${what}/{id}`).sort()).toEqual(['delete', 'get', 'put'])
  })

  it('L9 describes what is answered as JSON, GeoJSON among it, and not as a text', () => {
    const texts = Object.entries(document.paths).flatMap(([route, methods]) =>
      Object.values(methods).flatMap(({ responses }) =>
        Object.values(responses).flatMap(({ content = {} }) =>
          Object.entries(content).flatMap(([type, { schema }]) =>
            /[/+]json/.test(type) && schema?.type === 'string' ? [`${route} ${type}`] : [],
          ),
        ),
      ),
    )
    expect(texts).toEqual([])
  })

  it('has a problem answer for every way in which access can fail', () => {
    for (const { method, path: route, permissions } of closed) {
      const responses = document.paths[route]?.[method.toLowerCase()]?.responses ?? {}
      expect([route, Object.keys(responses)]).toEqual([
        route,
        expect.arrayContaining(permissions ? ['401', '403', '429'] : ['401', '429']),
      ])
    }
  })
})

describe('what API tokens may call', () => {
  const PEOPLES =
    /^(AccountSecurity_|Tokens_(create|revoke|revokeMany)$|Webhooks_(create|delete|update|rotate|test)$|WebhookDeliveries_replay$)/
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ security, operationId }) => (security ? [operationId] : [])),
  )

  it('L8 is named operation by operation; what is named nowhere is for people, and this is all of it', () => {
    expect(ids.filter((id) => !TOKEN_OPERATIONS.write.has(id)).filter((id) => !PEOPLES.test(id))).toEqual([])
  })

  it('L8 names operations that there are, and the live channel', () => {
    const named = new Set(Object.values(TOKEN_OPERATIONS).flatMap((set) => [...set]))
    expect([...named].filter((id) => !ids.includes(id))).toEqual(['Live_positions'])
    expect([...TOKEN_OPERATIONS.install].filter((id) => !TOKEN_OPERATIONS.write.has(id))).toEqual([])
  })

  it('L8 refuses what is for people with a sentence that says so, by the name that the description gives it', async () => {
    await tenants.user('maker@ours.example', 'manager', Number(ours.business))
    const made = await api.call('POST', '/api/v1/tokens', { email: 'maker@ours.example', body: { name: 'All', scope: 'write' } })
    const through = (path: string) => api.call('GET', `/api/v1${path}`, { token: made.body.data.secret })
    const { status, body } = await through('/account/sessions')
    expect([status, body.detail]).toEqual([403, 'This is for signed-in users, not for API tokens'])
    // This operation has another name in the document than in the code, so it is called separately.
    expect((await through(`/debug/${ours.imei}/messages`)).status).not.toBe(403)
  })
})

describe('every operation', () => {
  const expectEveryHeader = (headers: Headers) => {
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': expect.stringMatching(/script-src 'self' 'wasm-unsafe-eval';.*/),
      'permissions-policy': expect.stringContaining('camera=(self)'),
      'strict-transport-security': expect.stringContaining('max-age='),
      'x-content-type-options': 'nosniff',
      'referrer-policy': expect.any(String),
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': expect.stringMatching(/no-store/),
      'x-request-id': expect.stringMatching(/^[\w-]{8,}$/),
    })
    expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*'unsafe/)
    expect(headers.get('x-powered-by')).toBeNull()
  }

  it.each(named(closed))('%s answers 401 to nobody, with every security header (S10)', async (_name, operation) => {
    const { status, body, headers } = await call(operation, 1)
    expect([status, body.type]).toEqual([401, '/problems/unauthenticated'])
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expectEveryHeader(headers)
  })

  it.each(named(operations.filter(({ isPublic }) => isPublic)))(
    '%s, which is for everybody, answers with every security header (S10)',
    async (_name, operation) => {
      expectEveryHeader((await call(operation, 1)).headers)
    },
  )

  it.each(named(closed.filter(({ permissions }) => permissions)))(
    '%s answers 403 that names the permission to somebody without it (G-07)',
    async (_name, operation) => {
      const { status, body } = await call(operation, 1, 'guest@ours.example')
      expect([status, body.permission]).toEqual([403, operation.permissions?.[0]])
    },
  )

  const expectNothingOfTheirs = ({ status, text }: Answer) => {
    expect(status).toBeLessThan(500)
    for (const secret of SECRETS) expect(text).not.toContain(secret)
  }

  it.each(owned.map((operation, place) => [nameOf(operation), operation, place] as const))(
    '%s answers another tenant’s id exactly like one that nobody has',
    async (_name, operation, place) => {
      const foreign = await call(operation, foreignId(operation), 'manager@ours.example')
      const essence = (answer: Answer) => [answer.status, answer.body.type, answer.body.detail]
      expect(essence(foreign)).toEqual([404, '/problems/not-found', expect.any(String)])
      expectNothingOfTheirs(foreign)
      for (const one of rotated('walks', [NOBODYS, 'x', 1e15], 1, place))
        expect(essence(await call(operation, one, 'manager@ours.example'))).toEqual(essence(foreign))
    },
  )

  it.each(named(closed.filter((operation) => !owned.includes(operation))))(
    '%s tells a manager nothing of another tenant',
    async (_name, operation) => {
      expectNothingOfTheirs(await call(operation, foreignId(operation), 'manager@ours.example'))
    },
  )

  it.each(closed.flatMap(idPlaces).map((one) => [nameOf(one.operation), one.name, one] as const))(
    '%s answers another tenant’s id in %s exactly like one that nobody has (S1)',
    async (_name, _place, { operation, resource, with: put }) => {
      const answers = []
      for (const id of [theirs[resource], resource === 'imei' ? '356307040000000' : NOBODYS]) {
        const { query, body } = put(ours, id)
        const own = ours[resourceOf(operation.path) ?? 'business']
        const address = `${pathOf(operation.path, own)}${query}`
        const answer = await api.call(operation.method, address, { email: 'manager@ours.example', body })
        const { request_id: _, ...told } = answer.body ?? {}
        answers.push([answer.status, JSON.stringify(told).replaceAll(String(id), 'the id')])
      }
      const [foreign, nobodys] = answers
      expect(foreign).toEqual(nobodys)
    },
  )

  it('changes no table where it is a GET (S3)', async () => {
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
    const changing = async (reads: readonly Operation[]): Promise<string[]> => {
      const before = await checksum()
      for (const operation of reads) await call(operation, 1, 'manager@ours.example')
      if (isDeepStrictEqual(await checksum(), before)) return []
      if (reads.length === 1) return reads.map(nameOf)
      const half = Math.ceil(reads.length / 2)
      return [...(await changing(reads.slice(0, half))), ...(await changing(reads.slice(half)))]
    }
    expect(await changing(closed.filter(({ method }) => method === 'GET'))).toEqual([])
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
    writes.flatMap((operation, place) =>
      rotated('walks', MALFORMED, 1, place).map(
        ([what, body, expected]) => [what, operation.path, body, expected, operation] as const,
      ),
    ),
  )('of %s sent to %s are refused and never fail (S25)', async (_what, route, body, expected, operation) => {
    const { status, text } = await api.call(operation.method, pathOf(route, 1), {
      email: 'manager@ours.example',
      body,
      headers: { 'content-type': 'application/json' },
    })
    const isTaken = MAY_BE_EMPTY.includes(nameOf(operation)) && ['null', '{}'].includes(body)
    expect(isTaken ? [404] : [expected, 422]).toContain(status)
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

// The last test, because all operations must have been called, refused and sent invalid requests by then.
it('all these calls together are measured in 2 000 series at most', async () => {
  const metrics = await (await fetch(`http://127.0.0.1:${api.api.healthPort}/metrics`)).text()
  const series = metrics.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const routes = new Set(series.map((line) => /http_request_seconds_count\{route="([^"]+)"\}/.exec(line)?.[1]))
  for (const { path: route } of operations) expect(routes).toContain(route.replaceAll(/\{(\w+)\}/g, ':$1'))
  expect(series.length).toBeLessThanOrEqual(2_000)
})
