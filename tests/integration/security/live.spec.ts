import { LiveCloseCode, type LivePositionMessage } from '@roadbook/contracts'
import { LiveClient, publishPosition } from '../../support/api/api-live-client.js'
import { apiForTests } from '../../support/api/api-for-tests.js'
import { ApiUnderTest } from '../../support/api/api-server.js'

const { api, tenants } = apiForTests()
let ours: number
let theirs: number
const clients: LiveClient[] = []
const follow = async (email: string, subscription?: Parameters<typeof LiveClient.join>[2]) => {
  const client = await LiveClient.join(api, email, subscription)
  clients.push(client)
  return client
}
const has = (entityId: number) => (message: { positions: LivePositionMessage[] }) =>
  message.positions.some((position) => position.entity_id === entityId)
const lacks = (entityId: number) => (message: { positions: LivePositionMessage[] }) => !has(entityId)(message)

/** Resolves when the entity is shown. If the entity is new, it may come after the snapshot. */
const isShown = (client: LiveClient, entityId: number, from = 0) =>
  Promise.race([client.next('snapshot', has(entityId), from), client.next('positions', has(entityId), from)])

beforeAll(async () => {
  ours = await tenants.business('Ours')
  theirs = await tenants.business('Theirs')
  await tenants.user('manager@ours.example', 'manager', ours)
  await tenants.user('manager@theirs.example', 'manager', theirs)
  await tenants.user('root@roadbook.example', 'super-admin', null)
})
afterEach(() => clients.splice(0).forEach((client) => client.close()))

interface Bike {
  entityId: number
  deviceId: number
  businessId: number
}

const bike = async (businessId: number, name = 'Bike'): Promise<Bike> => {
  const entityId = await tenants.entity(businessId, name)
  return { entityId, businessId, ...(await tenants.install(businessId, entityId)) }
}
const move = (vehicle: Bike, latitude: number, more = {}) =>
  publishPosition(api, { ...vehicle, latitude, longitude: 8.71, receivedAt: Date.now(), ...more })
/**
 * Moves a vehicle as the portal's screen does. The open installation ends, and the next installation belongs to the new
 * business.
 */
const link = (vehicle: Bike, to: number) =>
  api.call('PUT', `/api/v1/businesses/${to}/link/entities`, {
    email: 'root@roadbook.example',
    body: { entities: [vehicle.entityId] },
  })

describe('an entity that moves to another tenant in mid-stream (S1, S19)', () => {
  it('S19 leaves the former tenant’s picture, whatever its tracker says next, and is resumed by nobody', async () => {
    const vehicle = await bike(ours)
    const [former, single, admin] = await Promise.all([
      follow('manager@ours.example'),
      follow('manager@ours.example', { type: 'subscribe', channel: 'entity', id: vehicle.entityId }),
      follow('root@roadbook.example'),
    ])
    await Promise.all([former, single, admin].map((client) => client.next('snapshot')))
    await move(vehicle, 49.5)
    const { epoch, sequence } = await former.next('positions', has(vehicle.entityId))
    await single.next('positions', has(vehicle.entityId))
    const seen = [former.messages.length, single.messages.length, admin.messages.length] as const
    expect((await link(vehicle, theirs)).body.data).toMatchObject({ linked: [vehicle.entityId], failed: [] })
    await former.next('snapshot', lacks(vehicle.entityId), seen[0])
    await single.next('snapshot', lacks(vehicle.entityId), seen[1])
    const texts = [former.texts.length, single.texts.length]
    // The consumer process has not read the move yet.
    await move(vehicle, 49.6)
    await move({ ...vehicle, businessId: theirs }, 49.7)
    await admin.next('positions', ({ positions }) => positions.some(({ latitude }) => latitude === 49.7), seen[2])
    const back = await follow('manager@ours.example', { type: 'subscribe', channel: 'fleet', resume: { epoch, sequence } })
    expect(lacks(vehicle.entityId)(await back.next('snapshot'))).toBe(true)
    for (const client of [former, single, back]) {
      client.send({ type: 'ping' })
      await client.next('pong')
    }
    const told = [former.texts.slice(texts[0]), single.texts.slice(texts[1]), back.texts].flat().join()
    expect(told).not.toContain(`"entity_id":${vehicle.entityId},`)
  })

  it('S19 is shown to the new tenant from the first position of their own on, and with nothing from before', async () => {
    const vehicle = await bike(ours)
    await move(vehicle, 48.1)
    const owner = await follow('manager@theirs.example')
    const admin = await follow('root@roadbook.example')
    await Promise.all([owner.next('snapshot'), isShown(admin, vehicle.entityId)])
    await link(vehicle, theirs)
    await move(vehicle, 48.2)
    await move({ ...vehicle, businessId: theirs }, 48.3)
    await owner.next('positions', has(vehicle.entityId))
    const latitudes = owner.messages
      .flatMap((message) => ('positions' in message ? message.positions : []))
      .filter(({ entity_id }) => entity_id === vehicle.entityId)
      .map(({ latitude }) => latitude)
    expect(new Set(latitudes)).toEqual(new Set([48.3]))
  })

  it('S19 a tenant who takes over everything of another one sees its parked vehicles at once', async () => {
    const [from, to] = [await tenants.business('Closing'), await tenants.business('Going on')]
    await tenants.user('taker@x.example', 'manager', to)
    const vehicle = await bike(from, 'Parked')
    const at = new Date()
    await tenants.state(vehicle.deviceId, at, 47.5, 8.5)
    await move(vehicle, 47.5, { receivedAt: at.getTime(), positionedAt: at.getTime() })
    const admin = await follow('root@roadbook.example')
    await isShown(admin, vehicle.entityId)
    const taker = await follow('taker@x.example')
    expect(lacks(vehicle.entityId)(await taker.next('snapshot'))).toBe(true)
    const answer = await api.call('POST', `/api/v1/businesses/${from}/move-everything`, {
      email: 'root@roadbook.example',
      body: { to },
    })
    expect(answer.status).toBe(200)
    await isShown(taker, vehicle.entityId)
  })

  it('S19 is gone for everybody once it is deleted', async () => {
    const vehicle = await bike(ours)
    const [client, admin] = await Promise.all([follow('manager@ours.example'), follow('root@roadbook.example')])
    await Promise.all([client.next('snapshot'), admin.next('snapshot')])
    await move(vehicle, 46.1)
    await Promise.all([client, admin].map((one) => one.next('positions', has(vehicle.entityId))))
    const seen = [client.messages.length, admin.messages.length]
    await api.database.pool.query('UPDATE entities SET deleted_at = now() WHERE id = $1', [vehicle.entityId])
    await client.next('snapshot', lacks(vehicle.entityId), seen[0])
    await admin.next('snapshot', lacks(vehicle.entityId), seen[1])
  })
})

describe('a business that moves to another tree in mid-stream', () => {
  it('S19 takes its vehicles from who stood above it, and gives them to who stands above it now', async () => {
    const department = await tenants.business('Workshop', 'department', ours)
    const vehicle = await bike(department)
    await move(vehicle, 45.1)
    const admin = await follow('root@roadbook.example')
    await isShown(admin, vehicle.entityId)
    const [former, next] = await Promise.all([follow('manager@ours.example'), follow('manager@theirs.example')])
    await isShown(former, vehicle.entityId)
    expect(lacks(vehicle.entityId)(await next.next('snapshot'))).toBe(true)
    const seen = [former.messages.length, next.messages.length]
    const body = { parent_id: theirs }
    await api.call('PUT', `/api/v1/businesses/${department}/parent`, { email: 'root@roadbook.example', body })
    await Promise.all([former.next('snapshot', lacks(vehicle.entityId), seen[0]), isShown(next, vehicle.entityId, seen[1])])
    const texts = former.texts.length
    await move(vehicle, 45.2)
    await next.next('positions', has(vehicle.entityId))
    former.send({ type: 'ping' })
    await former.next('pong')
    expect(former.texts.slice(texts).join()).not.toContain(`"entity_id":${vehicle.entityId},`)
  })
})

describe('strangers at the live channel (M6)', () => {
  const { api: proxied, tenants: people } = apiForTests({ TRUSTED_PROXIES: 'loopback', RATE_LIMIT_ADDRESS_PER_MINUTE: '1500' })
  const strangers: LiveClient[] = []
  const stranger = async (from: string) => {
    const client = await LiveClient.connect(proxied, { from })
    strangers.push(client)
    return client
  }
  /** Signs in and takes the first messages. */
  const signIn = async (client: LiveClient) => {
    client.send({ type: 'authenticate', token: await proxied.issuer.tokenOf('viewer@ours.example') })
    return client.next('authenticated')
  }

  beforeAll(async () => {
    await people.user('viewer@ours.example', 'manager', await people.business('Ours'))
  })
  afterEach(() => strangers.splice(0).forEach((client) => client.close()))

  it('M6 a thousand silent ones of one address keep out nobody, neither elsewhere nor behind the same address', async () => {
    const silent = await Promise.all(Array.from({ length: 1_000 }, () => stranger('203.0.113.9')))
    await signIn(await stranger('198.51.100.2'))
    await signIn(await stranger('203.0.113.9'))
    expect((await silent[0]!.ended()).code).toBe(1013)
  })

  it('M6 one address that comes again and again is told to wait, others come in', async () => {
    const few = await ApiUnderTest.start({ TRUSTED_PROXIES: 'loopback', RATE_LIMIT_ADDRESS_PER_MINUTE: '20' })
    try {
      const attempt = async (from: string) => {
        const socket = await LiveClient.connect(few, { from }).catch((error: Error) => error.message)
        if (typeof socket === 'string') return socket
        socket.close()
        return 'open'
      }
      const loud = []
      for (let at = 0; at < 25; at++) loud.push(await attempt('203.0.113.10'))
      const refused = 'Unexpected server response: 429'
      expect(loud).toEqual([...Array<string>(20).fill('open'), ...Array<string>(5).fill(refused)])
      expect(await attempt('203.0.113.11')).toBe('open')
      const headers = { 'x-forwarded-for': '203.0.113.10' }
      expect((await few.call('GET', '/api/v1/auth/user', { headers })).status).toBe(429)
    } finally {
      await few.stop()
    }
  })
})

describe('pages that open the live channel (S19)', () => {
  const { api: known } = apiForTests({ PORTAL_URL: 'https://fleet.example', CORS_ORIGINS: 'https://partner.example' })
  const { api: unknown } = apiForTests()
  const opened: LiveClient[] = []
  afterEach(() => opened.splice(0).forEach((client) => client.close()))
  const opens = async (to: ApiUnderTest, origin: string | undefined, host: string) => {
    const client = await LiveClient.connect(to, { origin, host }).catch((error: Error) => error.message)
    if (typeof client === 'string') return client
    opened.push(client)
    return 'open'
  }
  const REFUSED = 'Unexpected server response: 403'

  it.each([
    ['the portal, behind a balancer that rewrites the host', 'https://fleet.example', '10.0.0.7:8080'],
    ['the portal, behind one that keeps it', 'https://fleet.example', 'fleet.example'],
    ['another origin of the operator', 'https://partner.example', 'fleet.example'],
    ['the portal by the address of its machine', 'http://192.168.178.20:8080', '192.168.178.20:8080'],
    ['the portal by an IPv6 address', 'http://[fd00::20]:8080', '[fd00::20]:8080'],
    ['the portal on the machine itself', 'http://localhost:8080', 'localhost:8080'],
    ['a program, which has no page', undefined, 'fleet.example'],
  ])('S19 may be %s', async (_, origin, host) => expect(await opens(known, origin, host)).toBe('open'))

  it.each([
    ['those of another site', 'https://evil.example', 'fleet.example'],
    ['those of a site whose name resolves to our address (DNS rebinding)', 'http://evil.example:8080', 'evil.example:8080'],
    ['those of a name that looks like an address', 'http://192.168.178.20.evil.example', '192.168.178.20.evil.example'],
    ['those of another program on the same machine', 'http://192.168.178.20:9000', '192.168.178.20:8080'],
    ['the portal over a connection that anybody can change', 'http://fleet.example', 'fleet.example'],
    ['files and sandboxed frames', 'null', 'fleet.example'],
  ])('S19 are refused: %s', async (_, origin, host) => expect(await opens(known, origin, host)).toBe(REFUSED))

  it('S19 are those of the host that was asked, where nobody said what the portal is called', async () => {
    expect(await opens(unknown, 'http://fleet.lan:8080', 'fleet.lan:8080')).toBe('open')
    expect(await opens(unknown, 'https://evil.example', 'fleet.lan:8080')).toBe(REFUSED)
  })
})

describe('sockets (S8, S19)', () => {
  const socketOf = async (token: string) => {
    const client = await LiveClient.connect(api)
    clients.push(client)
    client.send({ type: 'authenticate', token })
    client.send({ type: 'subscribe', channel: 'fleet' })
    await client.next('snapshot')
    return client
  }
  const root = (method: string, path: string, body?: unknown) =>
    api.call(method, `/api/v1${path}`, { email: 'root@roadbook.example', body })

  /** Calls with which an administrator ends a user's session. For each, the close code that is expected. */
  const ENDS: Record<string, [(id: number) => Promise<{ status: number }>, number]> = {
    'the user is deleted': [(id) => root('DELETE', `/users/${id}`), LiveCloseCode.unauthenticated],
    'the user is deleted for good': [
      async (id) => {
        await root('DELETE', `/users/${id}`)
        const { rows } = await api.database.pool.query('SELECT email FROM users WHERE id = $1', [id])
        return root('DELETE', `/users/${id}/force-destroy`, { email: rows[0].email })
      },
      LiveCloseCode.unauthenticated,
    ],
    'the role loses read:map': [
      async (id) => {
        await api.database.pool.query("INSERT INTO roles (key, name) VALUES ('blind', 'Blind') ON CONFLICT DO NOTHING")
        return root('POST', `/users/${id}/assignRole`, { role_name: 'blind' })
      },
      LiveCloseCode.forbidden,
    ],
  }
  it.each(Object.keys(ENDS))('S8 close with the access token and with the API token alike when %s', async (what) => {
    const email = `${what.replaceAll(' ', '-').replace(':', '-')}@ours.example`
    const id = await tenants.user(email, 'reporter', ours, { issuer: api.issuer.url, subject: `subject of ${email}` })
    await tenants.user(`of-${email}`, 'manager', ours)
    const made = await api.call('POST', '/api/v1/tokens', { email: `of-${email}`, body: { name: 'x', scope: 'read' } })
    await api.database.pool.query('UPDATE api_tokens SET user_id = $1 WHERE id = $2', [id, made.body.data.id])
    const token = await api.issuer.tokenOf(email)
    const sockets = [await socketOf(token), await socketOf(made.body.data.secret)]
    const [end, code] = ENDS[what]!
    expect((await end(id)).status).toBeLessThan(300)
    const ended = await Promise.all(sockets.map((socket) => socket.ended()))
    expect(ended.map((one) => one.code)).toEqual([code, code])
    for (const bearer of [token, made.body.data.secret]) {
      const { status } = await api.call('GET', '/api/v1/map/markers', { token: bearer })
      expect(status).toBe(code === LiveCloseCode.forbidden ? 403 : 401)
    }
  })

  it('S8 S17 close with a revoked API token, and the user’s other sockets stay', async () => {
    const make = async () =>
      (await api.call('POST', '/api/v1/tokens', { email: 'manager@ours.example', body: { name: 'x', scope: 'read' } })).body.data
    const [revoked, kept] = [await make(), await make()]
    const [first, second] = [await socketOf(revoked.secret), await socketOf(kept.secret)]
    expect((await api.call('DELETE', `/api/v1/tokens/${revoked.id}`, { email: 'manager@ours.example' })).status).toBe(200)
    expect((await first.ended()).code).toBe(LiveCloseCode.unauthenticated)
    second.send({ type: 'ping' })
    await second.next('pong')
  })

  it('L8 are for no API token that was made for installing', async () => {
    const body = { name: 'Rack', scope: 'install' }
    const { secret } = (await api.call('POST', '/api/v1/tokens', { email: 'manager@ours.example', body })).body.data
    const client = await LiveClient.connect(api)
    clients.push(client)
    client.send({ type: 'authenticate', token: secret })
    expect(await client.ended()).toMatchObject({ code: LiveCloseCode.forbidden })
  })

  it('S8 close with tokens from before a new password', async () => {
    const id = await tenants.user('renewed@ours.example', 'reporter', ours)
    const socket = await socketOf(await api.issuer.tokenOf('renewed@ours.example', { iat: Math.floor(Date.now() / 1000) - 5 }))
    await api.database.pool.query('UPDATE users SET tokens_valid_from = now() WHERE id = $1', [id])
    expect((await socket.ended()).code).toBe(LiveCloseCode.unauthenticated)
  })

  it('S19 take no token in their address, no binary message, and answer nothing before they are signed in', async () => {
    const token = await api.issuer.tokenOf('manager@ours.example')
    const client = await LiveClient.connect(api, { path: `/api/v1/live?access_token=${token}&token=${token}` })
    clients.push(client)
    client.send({ type: 'subscribe', channel: 'fleet' })
    expect((await client.ended()).code).toBe(LiveCloseCode.unauthenticated)
    expect(client.messages).toEqual([{ type: 'error', code: 'unauthenticated', message: 'Send authenticate first' }])
    const binary = await LiveClient.connect(api)
    clients.push(binary)
    binary.socket.send(Buffer.from(JSON.stringify({ type: 'authenticate', token })), { binary: true })
    expect((await binary.ended()).code).toBe(LiveCloseCode.unauthenticated)
  })

  it('S19 end a client that asks without end', async () => {
    const client = await socketOf(await api.issuer.tokenOf('manager@ours.example'))
    for (let at = 0; at < 10_000; at++) client.send({ type: 'subscribe', channel: 'entity', id: 2_000_000_000 - at })
    expect((await client.ended()).code).toBe(1008)
  })

  it.each([
    '{"type":"subscribe","channel":"fleet","scope":"all"}',
    '{"type":"subscribe","channel":"fleet","resume":{"epoch":"__proto__","sequence":0}}',
    '{"type":"subscribe","channel":"entity","id":"1 OR 1=1"}',
    '{"type":"subscribe","channel":"entity","id":1e400}',
    '{"type":"subscribe","channel":"entity","id":[1]}',
    '{"__proto__":{"type":"subscribe"},"channel":"fleet"}',
    '[]',
    'null',
    '"subscribe"',
    '['.repeat(60),
  ])('S19 S25 answer %s with nothing of another tenant, and go on', async (text) => {
    const vehicle = await bike(theirs, 'Not theirs')
    await move(vehicle, 44.4)
    const client = await socketOf(await api.issuer.tokenOf('manager@ours.example'))
    client.socket.send(text)
    client.send({ type: 'ping' })
    await client.next('pong')
    expect(client.texts.join()).not.toContain(`"entity_id":${vehicle.entityId},`)
  })
})
