import { apiForTests } from '../../support/api/api-for-tests.js'
import type { Answer } from '../../support/api/api-server.js'

const { api, tenants } = apiForTests({ PORTAL_URL: 'https://portal.example/' })
const DEALER = 'dealer@x.example'
const OTHER = 'other@x.example'
const REPORTER = 'reporter@x.example'
let shop: number

const call = (method: string, path: string, body?: unknown, email = DEALER, headers?: Record<string, string>): Promise<Answer> =>
  api.call(method, `/api/v1${path}`, { email, body, headers })
const share = async (entity: number, hours = 1) => (await call('POST', `/entities/${entity}/shares`, { hours })).body.data
const listed = async (entity: number) => (await call('GET', `/entities/${entity}/shares`)).body.data
const secretOf = ({ link }: { link: string }) => link.split('#')[1] ?? ''
const open = (link: string, more: object = {}) => api.call('POST', '/api/v1/shared-vehicle', { body: { link, ...more } })
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** Adds a vehicle with a tracker that has just reported. */
async function onTheRoad(name: string) {
  const looks = { frame_number: `F-${name}`, brand: 'Koga', model: 'E-Nova', color: 'Black', license_plate: 'FL 1' }
  const entity = await tenants.entity(shop, name, looks)
  const { deviceId, imei } = await tenants.install(shop, entity)
  await tenants.state(deviceId, new Date(), 47.14, 9.52)
  return { entity, deviceId, imei }
}

beforeAll(async () => {
  shop = await tenants.business('Shop')
  await tenants.user(DEALER, 'dealer', shop)
  await tenants.user(REPORTER, 'reporter', shop)
  await tenants.user(OTHER, 'manager', await tenants.business('Somebody else'))
})

describe('a link to a vehicle', () => {
  it('shows where it is, and since when it is shared, to somebody without an account, and nothing about people', async () => {
    const { entity, deviceId, imei } = await onTheRoad('Courier 1')
    await tenants.waypoint(deviceId, ago(90), 47.1, 9.5)
    const made = await share(entity, 8)
    expect(made.link).toMatch(/^https:\/\/portal\.example\/shared-vehicle#[\w-]{43}$/)
    await api.rows("UPDATE entity_shares SET created_at = now() - interval '1 hour' WHERE id = $1", [made.id])
    await tenants.waypoint(deviceId, ago(30), 47.12, 9.51)
    const answer = await open(secretOf(made))
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      vehicle: {
        name: 'Courier 1',
        vehicle_type: 'eBike',
        brand: 'Koga',
        model: 'E-Nova',
        color: 'Black',
        license_plate: 'FL 1',
      },
      position: { latitude: 47.14, longitude: 9.52, is_moving: true },
      expires_at: made.expires_at,
    })
    // Positions from the time before the link was made are not shown.
    expect(answer.body.data.trail).toEqual([expect.objectContaining({ latitude: 47.12, longitude: 9.51 })])
    const said = JSON.stringify(answer.body)
    for (const secret of ['F-Courier 1', imei, 'Shop', 'Ada', String(entity)]) expect(said).not.toContain(`"${secret}"`)
  })

  it('counts how often it was opened, and what is read again is no opening', async () => {
    const { entity, deviceId } = await onTheRoad('Courier 2')
    const made = await share(entity)
    await tenants.waypoint(deviceId, new Date().toISOString(), 47.13, 9.52)
    const [point] = (await open(secretOf(made))).body.data.trail
    await open(secretOf(made))
    expect((await open(secretOf(made), { since: point.positioned_at })).body.data.trail).toEqual([])
    expect(await listed(entity)).toEqual([
      expect.objectContaining({ id: made.id, views: 2, is_live: true, created_by: 'Ada Byron' }),
    ])
    const actions = await api.rows<{ action: string }>(
      "SELECT action FROM audit_log WHERE object_type = 'entity' AND object_id = $1 AND action LIKE 'entity.share%' ORDER BY id",
      [String(entity)],
    )
    expect(actions.map(({ action }) => action)).toEqual(['entity.share', 'entity.share.open', 'entity.share.open'])
  })

  it('keeps only the hash of its secret, which is shown once', async () => {
    const { entity } = await onTheRoad('Courier 3')
    const headers = { 'idempotency-key': 'c0a7e1f2-0000-4000-8000-000000000078' }
    const twice = [1, 2].map(() => call('POST', `/entities/${entity}/shares`, { hours: 8 }, DEALER, headers))
    const both = (await Promise.all(twice)).map(({ body }) => body.data)
    expect(both.map(({ link }) => link === null).sort()).toEqual([false, true])
    expect(both[0].id).toBe(both[1].id)
    const secret = secretOf(both.find(({ link }) => link !== null))
    const [row] = await api.rows<{ kept: string }>(
      `SELECT (SELECT count(*) FROM idempotency_keys k WHERE k.answer::text LIKE '%' || $1 || '%')
         + (SELECT count(*) FROM entity_shares s WHERE s::text LIKE '%' || $1 || '%')
         + (SELECT count(*) FROM audit_log a WHERE a::text LIKE '%' || $1 || '%') AS kept`,
      [secret],
    )
    expect(Number(row?.kept)).toBe(0)
  })

  it.each<[string, (made: { entity: number; shareId: number }) => Promise<unknown>]>([
    [
      'has expired',
      ({ shareId }) =>
        api.rows(
          "UPDATE entity_shares SET created_at = created_at - interval '2 h', expires_at = expires_at - interval '2 h' WHERE id = $1",
          [shareId],
        ),
    ],
    ['was ended', ({ entity, shareId }) => call('DELETE', `/entities/${entity}/shares/${shareId}`)],
    [
      'is of a vehicle that is somebody else’s by now',
      async ({ entity }) =>
        api.rows('UPDATE entities SET business_id = $2 WHERE id = $1', [entity, await tenants.business('Elsewhere')]),
    ],
    [
      'is of a vehicle that was deleted',
      ({ entity }) => api.rows('UPDATE entities SET deleted_at = now() WHERE id = $1', [entity]),
    ],
    [
      'is of a vehicle that is a customer’s by now, whatever they consent to (G-106)',
      async ({ entity }) => {
        await api.rows('UPDATE entities SET consumer_id = $2 WHERE id = $1', [entity, await tenants.consumer(shop)])
        await tenants.consent(entity)
      },
    ],
  ])('opens nothing once it %s', async (name, kill) => {
    const { entity } = await onTheRoad(name.slice(0, 40))
    const made = await share(entity)
    expect((await open(secretOf(made))).status).toBe(200)
    await kill({ entity, shareId: made.id })
    const dead = await open(secretOf(made))
    const unknown = await open('nobody’s')
    const told = ({ status, body }: Answer) => [status, body.type, body.detail, body.title]
    expect(told(dead)).toEqual(told(unknown))
    expect(dead.status).toBe(404)
    expect((await open(secretOf(made), { since: ago(0) })).status).toBe(404)
  })

  it('G-106 is not made of a customer’s vehicle', async () => {
    const { entity } = await onTheRoad('Customer’s')
    await api.rows('UPDATE entities SET consumer_id = $2 WHERE id = $1', [entity, await tenants.consumer(shop)])
    const refused = await call('POST', `/entities/${entity}/shares`, { hours: 1 })
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'A vehicle with a customer cannot be shared by link: only the customer decides who sees it',
    ])
    expect(await listed(entity)).toEqual([])
  })

  it('is made for a week at most, twenty at a time, by who keeps the vehicle’s data', async () => {
    const { entity } = await onTheRoad('Limited')
    for (const hours of [0, 169, 1.5, null]) {
      const refused = await call('POST', `/entities/${entity}/shares`, { hours })
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['hours']])
    }
    expect((await call('POST', `/entities/${entity}/shares`, { hours: 1 }, OTHER)).status).toBe(404)
    expect((await call('POST', `/entities/${entity}/shares`, { hours: 1 }, REPORTER)).status).toBe(403)
    expect((await call('GET', `/entities/${entity}/shares`, undefined, OTHER)).status).toBe(404)
    const { id: shareId } = await share(entity, 168)
    const another = await onTheRoad('Limited too')
    expect((await call('DELETE', `/entities/${another.entity}/shares/${shareId}`)).status).toBe(404)
    expect((await call('DELETE', `/entities/${entity}/shares/${shareId}`, undefined, OTHER)).status).toBe(404)
    for (let made = 1; made < 20; made++) await share(entity)
    const oneMore = await call('POST', `/entities/${entity}/shares`, { hours: 1 })
    expect([oneMore.status, oneMore.body.detail]).toEqual([409, 'At most 20 links of a vehicle may be open; end one first'])
  })
})
