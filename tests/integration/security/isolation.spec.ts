import { ScopedTransaction } from '@roadbook/api/database/scoped-transaction'
import { rotated, sized, spread } from '@roadbook/testing/proof'
import { apiForTests } from '../../support/api/api-for-tests.js'
import {
  bodyOf,
  document,
  nameOf,
  type Operation,
  operations,
  PATH_WORDS,
  pathOf,
  type Resource,
  resourceOf,
  type TenantIds,
} from '../../support/api/api-walk.js'
import { populate, spreadIds } from '../../support/api/walk-tenants.js'

/** Tenants. `below` and `beside` are businesses under `ours`. `theirs` is a separate tree. */
const { api, tenants } = apiForTests({ SHOP_URL: 'https://shop.example' })
let ours: TenantIds
let below: TenantIds
let beside: TenantIds
let theirs: TenantIds

const closed = operations.filter(({ isPublic }) => !isPublic)
const owned = closed.filter(({ path: route }) => route.includes('{id}') && !route.startsWith('/api/v1/roles/'))
const reads = owned.filter(({ method }) => method === 'GET')
const writes = closed.filter(({ method }) => method !== 'GET')
const named = (list: Operation[]) => list.map((operation) => [nameOf(operation), operation] as const)
const parametersOf = ({ path, method }: Operation) => document.paths[path]?.[method.toLowerCase()]?.parameters ?? []
/** Returns a valid id that belongs to nobody. */
const nobodys = (operation: Operation) => {
  if (resourceOf(operation.path) === 'imei') return '356307040000000'
  return String(idIn(theirs, operation)).includes('-') ? '00000000-0000-4000-8000-000000000000' : 2_000_000_000
}
/**
 * Resources that apply to a whole branch of businesses. Businesses below the owner can see them, but only the owner can
 * change them.
 */
const SEEN_FROM_BELOW = ['tag', 'tagGroup', 'brand', 'engineBrand', 'subscription']
const BELOW = 'manager@below.example'
const OURS = 'manager@ours.example'

beforeAll(async () => {
  await spreadIds(tenants)
  ours = await populate(tenants, 'Ours', '356307041111111')
  below = await populate(tenants, 'Below', '356307042222222')
  beside = await populate(tenants, 'Beside', '356307043333333')
  theirs = await populate(tenants, 'Hidden', '356307049999999')
  for (const one of [below, beside]) {
    await api.database.pool.query('UPDATE businesses SET parent_id = $1 WHERE id = $2', [ours.business, one.business])
  }
  await tenants.user(OURS, 'manager', Number(ours.business))
  await tenants.user(BELOW, 'manager', Number(below.business))
  await tenants.user('manager@beside.example', 'manager', Number(beside.business))
  await tenants.user('root@roadbook.example', 'super-admin', null)
})
afterEach(() => jest.restoreAllMocks())

const idIn = (tenant: TenantIds, operation: Operation) => tenant[resourceOf(operation.path) ?? 'business']

const told = (body: unknown, id: number | string) => {
  const { request_id: _, ...rest } = (body ?? {}) as Record<string, unknown>
  return JSON.stringify(rest).replaceAll(String(id), 'the id')
}

/** Returns the tenant's photo for a path. */
const photoIn = ({ casePhoto, maintenancePhoto, returnPhoto, vehiclePhoto }: TenantIds, { path }: Operation) => {
  if (path.includes('/missing/')) return casePhoto
  if (path.includes('/entities/')) return vehiclePhoto
  return path.includes('/maintenance-notifications/') ? maintenancePhoto : returnPhoto
}

describe('an id of somebody else (S1)', () => {
  const relations: [string, () => TenantIds][] = [
    ['the business above', () => ours],
    ['the business beside', () => beside],
    ['another tenant', () => theirs],
  ]
  it.each(
    owned.flatMap((operation, place) =>
      rotated('walks', relations, 1, place).map(([relation, tenant]) => {
        const isSeen = relation === 'the business above' && SEEN_FROM_BELOW.includes(resourceOf(operation.path) ?? '')
        const [of, from] = isSeen ? relations[2]! : [relation, tenant]
        return [nameOf(operation), of, from, operation] as const
      }),
    ),
  )('S1 %s answers an id of %s as one that nobody has, and asks the database the same', async (_name, _of, tenant, operation) => {
    const answers = []
    for (const id of [idIn(tenant(), operation), nobodys(operation)]) {
      const asked = jest.spyOn(ScopedTransaction.prototype, 'rows')
      const { status, body } = await api.call(operation.method, pathOf(operation.path, id), {
        email: BELOW,
        body: bodyOf(operation, below),
      })
      // Statements are compared without their values: the same statements take the same time. Statements that see all data
      // are left out, because they belong to timed jobs. (The requests of this test see only a part of the data.)
      const statements = asked.mock.calls
        .filter((_, at) => asked.mock.contexts[at]?.scope !== 'all')
        .map(([statement]) => statement.toQuery().text)
      jest.restoreAllMocks()
      answers.push({ status, told: told(body, id), statements })
    }
    const [foreign, unknown] = answers
    expect(foreign).toEqual(unknown)
    expect(foreign?.status).toBe(404)
  })

  // Without this test, the refusals above would show nothing. Left out: jobs, exports, presets and reports, because only
  // their author sees them, and the customer, because these vehicles have none.
  const open = reads.filter(({ path }) => !/\/(jobs|exports|presets|requests)\/|\/(consumer-entity|customer)$/.test(path))
  it.each(named(open))('S1 %s answers one’s own id, and one of what lies below', async (_name, operation) => {
    for (const tenant of [ours, below]) {
      const route = operation.path
        .replace('{tripId}', String(tenant.trip))
        .replace('{photoId}', String(photoIn(tenant, operation)))
        .replace('{documentId}', String(tenant.insuranceDocument))
      const { status } = await api.call('GET', pathOf(route, idIn(tenant, operation)), { email: OURS })
      expect(status).toBe(200)
    }
  })

  const searched = closed.filter((one) => one.method === 'GET' && parametersOf(one).some(({ name }) => name === 'search'))
  it.each(searched.map((operation, place) => [nameOf(operation), operation, place] as const))(
    'S1 %s finds nothing of another tenant by its words, its numbers or its e-mail address',
    async (_name, operation, place) => {
      const address = pathOf(operation.path, idIn(ours, operation))
      const others = ['hidden.example', '356307049999999', '999999', String(theirs.entity), String(theirs.user)]
      for (const words of ['Hidden', ...rotated('walks', others, 1, place)]) {
        const { status, body, text } = await api.call('GET', `${address}?search=${words}`, { email: OURS })
        // 422: lists that search only in named fields refuse the search.
        expect([200, 422]).toContain(status)
        for (const row of body.data ?? []) expect(Object.values(theirs)).not.toContain(row.id)
        if (status === 200) expect(text).not.toMatch(/Hidden|hidden\.example|356307049999999/)
      }
    },
  )

  /** Ids of a tenant for the second placeholder of a path. `networks` counts, so that each sender has another network. */
  let networks = 0
  const INNER: Record<string, (tenant: TenantIds, operation: Operation) => Promise<number>> = {
    entityId: async ({ entity }) => Number(entity),
    deviceId: async ({ device }) => Number(device),
    tripId: async ({ trip }) => Number(trip),
    senderId: ({ device }) => tenants.doubtedSender(Number(device), { network: `10.0.${++networks}.0/24` }),
    photoId: async (tenant, operation) => Number(photoIn(tenant, operation)),
    documentId: async ({ insuranceDocument }) => Number(insuranceDocument),
    shareId: async ({ missingCase, entity }, { path }) => {
      if (path.includes('/entities/')) return tenants.vehicleShare(Number(entity))
      const found = 'SELECT id FROM missing_case_shares WHERE case_id = $1'
      return (await api.database.pool.query<{ id: number }>(found, [missingCase])).rows[0]?.id ?? 0
    },
    commandId: async ({ device, business }) => {
      const { rows } = await api.database.pool.query<{ id: string }>(
        `INSERT INTO device_commands (device_id, business_id, kind, text, expires_at)
         VALUES ($1, $2, 'text', 'getver', now() + interval '1 day') RETURNING id`,
        [device, business],
      )
      return Number(rows[0]?.id)
    },
  }
  /**
   * Placeholders that are words, or that are ids of sessions. The identity provider looks up a session only in the caller's
   * own account.
   */
  const WORDS = ['permission', 'sessionId', 'preset', ...Object.keys(PATH_WORDS)]
  const inner = closed.flatMap((operation) =>
    [...operation.path.matchAll(/\{(\w+)\}/g)]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'id' && !WORDS.includes(name))
      .map((name) => [nameOf(operation), name, operation] as const),
  )
  it.each(inner)('S1 %s answers another tenant’s {%s} as one that nobody has', async (_name, name, operation) => {
    const find = INNER[name]
    if (!find) throw new Error(`say what {${name}} of ${nameOf(operation)} is`)
    const answers = []
    for (const id of [await find(theirs, operation), await find(beside, operation), 2_000_000_000]) {
      const route = operation.path.replace(`{${name}}`, String(id))
      const { status, body } = await api.call(operation.method, pathOf(route, idIn(below, operation)), { email: BELOW })
      answers.push([status, told(body, id)])
    }
    expect(answers.slice(0, 2)).toEqual([answers[2], answers[2]])
    expect(answers[2]?.[0]).toBe(404)
  })
})

describe('a key that another user used, too (S1, S26)', () => {
  const keyed = closed.filter((operation) => parametersOf(operation).some(({ name }) => name === 'idempotency-key'))
  it.each(named(keyed))('S1 S26 %s does not answer with what the other one wrote', async (_name, operation) => {
    const send = (email: string, own: TenantIds, key: string) =>
      api.call(operation.method, pathOf(operation.path, idIn(own, operation)), {
        email,
        body: bodyOf(operation, own),
        headers: { 'idempotency-key': key },
      })
    const key = `shared-${keyed.indexOf(operation)}`
    const first = await send('manager@beside.example', beside, key)
    const second = await send(BELOW, below, key)
    // The idempotency key belongs to the user. So the answer does not show that another user has used the key with another
    // body. It may be an error, because the first request may have taken the IMEI.
    for (const { status } of [first, second]) expect(status).toBeLessThan(500)
    expect(second.body.errors ?? {}).not.toHaveProperty('idempotency-key')
    for (const id of Object.values(beside)) {
      if (String(id).length > 8) expect(second.text).not.toContain(String(id))
    }
    expect(second.text).not.toMatch(/Beside|beside\.example/)
  })
})

describe('callers whose time is over (S8)', () => {
  let bearers: Record<string, string>
  beforeAll(async () => {
    const gone = await tenants.user('gone@ours.example', 'manager', Number(ours.business))
    const token = await api.issuer.tokenOf('gone@ours.example')
    await api.call('GET', '/api/v1/auth/user', { token })
    const make = async (email: string) =>
      (await api.call('POST', '/api/v1/tokens', { email, body: { name: 'x', scope: 'write' } })).body.data
    const [ofGone, revoked, expired] = [await make('gone@ours.example'), await make(OURS), await make(OURS)]
    await api.database.pool.query('UPDATE users SET deleted_at = now() WHERE id = $1', [gone])
    await api.call('DELETE', `/api/v1/tokens/${revoked.id}`, { email: OURS })
    await api.database.pool.query("UPDATE api_tokens SET expires_at = now() - interval '1 s' WHERE id = $1", [expired.id])
    bearers = {
      'a deleted user': token,
      'an API token of a deleted user': ofGone.secret,
      'a revoked API token': revoked.secret,
      'an expired API token': expired.secret,
    }
  })

  // `operations.spec.ts` tests every operation without a sign-in. The expiry of tokens is checked in one place for all
  // operations.
  const places = closed.map((operation, place) => [nameOf(operation), operation, place] as const)
  it.each(spread('walks', places, 3))('S8 %s answers 401 to them, as to nobody', async (_name, operation, place) => {
    const ask = (token?: string) =>
      api.call(operation.method, pathOf(operation.path, idIn(ours, operation)), { token, body: bodyOf(operation, ours) })
    const nobody = await ask()
    for (const [who, token] of rotated('walks', Object.entries(bearers), 1, place)) {
      const { status, body } = await ask(token)
      expect([who, status, told(body, '')]).toEqual([who, 401, told(nobody.body, '')])
    }
  })
})

describe('callers who may only look (S3, S17)', () => {
  let secret: string
  beforeAll(async () => {
    const made = await api.call('POST', '/api/v1/tokens', { email: OURS, body: { name: 'looks', scope: 'read' } })
    secret = made.body.data.secret
  })

  // `view-as.spec.ts` tests each of these operations in the view of a role.
  it.each(named(writes))(
    'S3 S17 %s is refused through a token for reading and in the view of a role',
    async (_name, operation) => {
      const view = { email: 'root@roadbook.example', headers: { 'x-view-as': `manager@${ours.business}` } }
      const through = { token: secret }
      for (const as of sized<object[]>('walks', [through], [through, view])) {
        const address = pathOf(operation.path, idIn(ours, operation))
        const { status } = await api.call(operation.method, address, { ...as, body: bodyOf(operation, ours) })
        expect([as, status]).toEqual([as, 403])
      }
    },
  )

  it.each(named(reads))('S1 %s shows nobody in a view more than the role there would see', async (_name, operation) => {
    const seen = await api.call('GET', pathOf(operation.path, idIn(theirs, operation)), {
      email: 'root@roadbook.example',
      headers: { 'x-view-as': `manager@${ours.business}` },
    })
    expect(seen.status).toBe(404)
    const above = await api.call('GET', pathOf(operation.path, idIn(below, operation)), {
      email: BELOW,
      headers: { 'x-view-as': `manager@${ours.business}` },
    })
    expect(above.status).toBe(404)
  })
})

describe('the walk', () => {
  it('S1 knows every kind of id that a path may hold, and has one of each for every tenant', () => {
    const kinds = new Set(owned.map(({ path }) => resourceOf(path)).filter((one): one is Resource => one !== undefined))
    for (const kind of kinds) {
      const values = [ours, below, beside, theirs].map((tenant) => tenant[kind])
      expect([kind, new Set(values).size]).toEqual([kind, 4])
    }
    expect(owned.length + closed.filter(({ path }) => !path.includes('{id}')).length).toBeGreaterThan(80)
  })
})
