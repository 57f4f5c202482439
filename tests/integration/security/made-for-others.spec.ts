import { apiForTests } from '../../support/api/api-for-tests.js'

/**
 * L8: links that a user has made for others end with this user. The tests cover each kind of link and each way in which it
 * can end.
 */
const { api, tenants } = apiForTests({ PORTAL_URL: 'https://portal.example/' })
let vendor: number
let shop: number
let product: number
let people = 0

const call = async (method: string, path: string, from: { email: string } | { token: string }, body?: unknown) =>
  api.call(method, `/api/v1${path}`, { ...from, body })

beforeAll(async () => {
  vendor = await tenants.business('Vendor')
  shop = await tenants.business('Shop', 'company', vendor)
  await api.rows('UPDATE businesses SET recovery_contract = TRUE WHERE id = ANY ($1)', [[vendor, shop]])
  product = await tenants.subscription(shop, 'Recovery plus')
})

interface Maker {
  id: number
  email: string
  /** An API token of the author. */
  secret: string
  tokenId: number
}

async function aMaker(): Promise<Maker> {
  const email = `maker-${++people}@x.example`
  const id = await tenants.user(email, 'manager', shop)
  const { secret, id: tokenId } = (await call('POST', '/tokens', { email }, { name: 'Script', scope: 'write' })).body.data
  return { id, email, secret, tokenId }
}

/** Adds a vehicle of the shop with a tracker that has just reported. */
async function aVehicle(name: string): Promise<number> {
  const entity = await tenants.entity(shop, name)
  const { deviceId } = await tenants.install(shop, entity)
  await tenants.state(deviceId, new Date(), 47.14, 9.52)
  return entity
}

interface Made {
  /**
   * Opens the link without an account. `since` is the time of the newest data that the page has already. Returns the
   * status.
   */
  open: (since?: string) => Promise<number>
  /** The vehicle that the link shows. Absent if it shows no single vehicle. */
  entity?: number
}

const openBy = (path: string, link: string) => async (since?: string) =>
  (await api.call('POST', `/api/v1${path}`, { body: { link: link.split('#')[1], since } })).status

const KINDS: Record<string, (from: { email: string } | { token: string }) => Promise<Made>> = {
  'a link to a vehicle': async (from) => {
    const entity = await aVehicle(`Shared ${++people}`)
    const { link } = (await call('POST', `/entities/${entity}/shares`, from, { hours: 24 })).body.data
    return { entity, open: openBy('/shared-vehicle', link) }
  },
  'a link to a missing vehicle': async (from) => {
    const entity = await aVehicle(`Missing ${++people}`)
    await tenants.subscribe(entity, product)
    const { id } = (await call('POST', `/entities/${entity}/missing`, from, { reason: 'stolen' })).body.data
    const { link } = (await call('POST', `/missing/${id}/shares`, from, { hours: 24 })).body.data
    return { entity, open: openBy('/shared-case', link) }
  },
  'a calendar of maintenance': async (from) => {
    const { url } = (await call('POST', '/maintenance-calendar/link', from)).body.data
    return { open: async () => (await api.call('GET', new URL(url).pathname + new URL(url).search)).status }
  },
}
const kinds = Object.keys(KINDS)
const make = (kind: string, from: { email: string } | { token: string }): Promise<Made> => KINDS[kind]!(from)

const setRole = (id: number, key: string) =>
  api.rows('UPDATE users SET role_id = (SELECT id FROM roles WHERE key = $2) WHERE id = $1', [id, key])
const setDeleted = (id: number, isDeleted: boolean) =>
  api.rows('UPDATE users SET deleted_at = CASE WHEN $2 THEN now() END WHERE id = $1', [id, isDeleted])

describe.each(kinds)('L8 %s', (kind) => {
  it('opens as long as its maker may make it', async () => {
    const { email, secret } = await aMaker()
    expect(await (await make(kind, { email })).open()).toBe(200)
    expect(await (await make(kind, { token: secret })).open()).toBe(200)
  })

  it('dies with its maker’s account, and does not come back with it', async () => {
    const { id, email } = await aMaker()
    const { open } = await make(kind, { email })
    await setDeleted(id, true)
    expect(await open()).toBe(404)
    await setDeleted(id, false)
    expect(await open()).toBe(404)
  })

  it('dies with the right to make it', async () => {
    const { id, email } = await aMaker()
    const { open } = await make(kind, { email })
    await setRole(id, 'reporter')
    expect(await open()).toBe(404)
  })

  it('dies with the API token that made it, and with no other', async () => {
    const [{ secret, tokenId }, { email, tokenId: other }] = [await aMaker(), await aMaker()]
    const [byToken, byHand] = [await make(kind, { token: secret }), await make(kind, { email })]
    await api.rows('UPDATE api_tokens SET revoked_at = now() WHERE id = ANY ($1)', [[tokenId, other]])
    expect([await byToken.open(), await byHand.open()]).toEqual([404, 200])
  })
})

describe.each(kinds.filter((kind) => kind.startsWith('a link')))('L8 %s', (kind) => {
  it('dies when its maker is given another business, and stays dead when they return', async () => {
    const { id, email } = await aMaker()
    const { open } = await make(kind, { email })
    const elsewhere = await tenants.business(`Elsewhere ${++people}`)
    await api.rows('UPDATE users SET business_id = $2 WHERE id = $1', [id, elsewhere])
    await api.rows('UPDATE users SET business_id = $2 WHERE id = $1', [id, shop])
    expect(await open()).toBe(404)
  })

  it('outlives a change of its maker that leaves them the right', async () => {
    const { id, email } = await aMaker()
    const { open } = await make(kind, { email })
    await api.rows('UPDATE users SET business_id = $2 WHERE id = $1', [id, vendor])
    await setRole(id, 'dealer')
    expect(await open()).toBe(200)
  })

  it.each<[string, (entity: number) => Promise<[there: unknown, back: unknown]>]>([
    [
      'another business’s',
      async (entity) => {
        const elsewhere = await tenants.business(`Elsewhere ${++people}`)
        return [{ business_id: elsewhere }, { business_id: shop, entity }]
      },
    ],
    ['a customer’s', async () => [{ consumer_id: await tenants.consumer(shop) }, { consumer_id: null }]],
    ['nobody’s any more', async () => [{ deleted_at: new Date() }, { deleted_at: null }]],
  ])('ends for good when its vehicle is %s, also when it comes back', async (_whose, moves) => {
    const { email } = await aMaker()
    const { open, entity = 0 } = await make(kind, { email })
    for (const move of (await moves(entity)) as Record<string, unknown>[]) {
      const [[column, value]] = Object.entries(move) as [[string, unknown]]
      await api.rows(`UPDATE entities SET ${column} = $2 WHERE id = $1`, [entity, value])
    }
    expect(await open()).toBe(404)
  })
})

describe.each([
  ['a link to a vehicle', 'entity_shares', 'entity.share.open'],
  ['a link to a missing vehicle', 'missing_case_shares', 'missing.share.open'],
])('L8 %s', (kind, table, action) => {
  it('counts views by what is answered, not by what the reader says that they have', async () => {
    await api.rows(`DELETE FROM ${table}`)
    await api.rows('DELETE FROM audit_log WHERE action = $1', [action])
    const views = () =>
      api.rows(`SELECT s.views, (SELECT count(*)::int FROM audit_log WHERE action = $1) AS audited FROM ${table} s`, [action])
    const { email } = await aMaker()
    const { open } = await make(kind, { email })
    const now = new Date().toISOString()
    await open('2020-01-01T00:00:00Z')
    expect(await views()).toEqual([{ views: 1, audited: 1 }])
    // A page that stays open requests only newer data.
    await open(now)
    expect(await views()).toEqual([{ views: 1, audited: 1 }])
    // The page was closed for some time, so the present position is new to the viewer.
    await api.rows(`UPDATE ${table} SET last_viewed_at = now() - interval '11 min'`)
    await open(now)
    expect(await views()).toEqual([{ views: 2, audited: 2 }])
  })
})

describe('L8 an API token for installing', () => {
  let secret: string
  let entity: number
  beforeAll(async () => {
    const { email } = await aMaker()
    secret = (await call('POST', '/tokens', { email }, { name: 'Rack', scope: 'install' })).body.data.secret
    entity = await aVehicle('In the rack')
  })

  it.each<[string, string, object | undefined]>([
    ['POST', '/entities/{id}/shares', { hours: 1 }],
    ['GET', '/entities/{id}/shares', undefined],
    ['GET', '/entities/{id}/track?from=2026-01-01T00:00:00Z&till=2026-01-01T01:00:00Z', undefined],
    ['GET', '/trips', undefined],
    ['GET', '/alerts', undefined],
    ['GET', '/map/markers', undefined],
    ['POST', '/entities/csv', {}],
    ['POST', '/entities/imports', { content: 'name\nX' }],
    ['POST', '/entities/{id}/trips/recalculate', {}],
    ['PUT', '/entities/{id}/commands/locate', {}],
  ])('does not do %s %s', async (method, path, body) => {
    const { status, body: problem } = await call(method, path.replace('{id}', String(entity)), { token: secret }, body)
    expect([status, problem.detail]).toEqual([403, 'This API token may only install devices'])
  })

  it.each([
    '/account/get',
    '/entities/index',
    '/entities/{id}',
    '/dropdown/brands',
    '/install-devices/businesses',
    '/install-devices/unverified',
  ])('reads %s, which installing takes', async (path) => {
    expect((await call('GET', path.replace('{id}', String(entity)), { token: secret })).status).toBe(200)
  })
})
