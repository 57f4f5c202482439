import { LiveCloseCode, type LivePositionMessage } from '@roadbook/contracts'
import { startApi } from '@roadbook/api/bootstrap'
import { until } from '@roadbook/testing/until'
import { WebSocket } from 'ws'
import { LiveClient, publishPosition } from '../../support/api/api-live-client.js'
import { apiForTests } from '../../support/api/api-for-tests.js'
import { ApiUnderTest } from '../../support/api/api-server.js'

const { api, tenants } = apiForTests({ CORS_ORIGINS: 'https://portal.example' })
let bike: { businessId: number; entityId: number; deviceId: number; imei: string }
let foreign: { businessId: number; entityId: number; deviceId: number }
const clients: LiveClient[] = []
const follow = async (client: Promise<LiveClient>) => {
  clients.push(await client)
  return client
}
const of = (entityId: number) => (message: { positions: LivePositionMessage[] }) =>
  message.positions.some((position) => position.entity_id === entityId)

beforeAll(async () => {
  const ours = await tenants.business('Bikes of Ours')
  const theirs = await tenants.business('Bikes of Theirs')
  await tenants.user('manager@ours.example', 'manager', ours)
  await tenants.user('reader@ours.example', 'reporter', ours)
  await tenants.user('manager@theirs.example', 'manager', theirs)
  await tenants.user('root@roadbook.example', 'super-admin', null)
  const entityId = await tenants.entity(ours, 'Bike')
  bike = { businessId: ours, entityId, ...(await tenants.install(ours, entityId)) }
  const foreignId = await tenants.entity(theirs, 'Other bike')
  foreign = { businessId: theirs, entityId: foreignId, ...(await tenants.install(theirs, foreignId)) }
})
afterEach(() => clients.splice(0).forEach((client) => client.close()))

const move = (vehicle: { businessId: number; entityId: number; deviceId: number }, more = {}) =>
  publishPosition(api, { ...vehicle, latitude: 49.41, longitude: 8.71, speedKph: 20, heading: 90, ...more })

describe('live channel', () => {
  it('R-340 sends a snapshot of the fleet and then what moves, numbered', async () => {
    await move(bike, { latitude: 49.4000001 })
    const client = await follow(LiveClient.join(api, 'manager@ours.example'))
    const snapshot = await client.next('snapshot')
    expect(snapshot.positions).toEqual([
      expect.objectContaining({ entity_id: bike.entityId, latitude: 49.4, longitude: 8.71, heading: 90, location_hidden: false }),
    ])
    await move(bike, { latitude: 49.5 })
    const delta = await client.next('positions')
    expect(delta).toMatchObject({ channel: 'fleet', epoch: snapshot.epoch, sequence: snapshot.sequence + 1 })
    expect(delta.positions[0]).toMatchObject({ entity_id: bike.entityId, latitude: 49.5, moving: true })
  })

  it('joins what one entity does within a frame into its newest position', async () => {
    const client = await follow(LiveClient.join(api, 'manager@ours.example'))
    await client.next('snapshot')
    for (const latitude of [49.1, 49.2, 49.3]) await move(bike, { latitude })
    const { positions } = await client.next('positions')
    expect(positions.map(({ latitude }) => latitude)).toEqual([49.3])
  })

  it('never goes back to a position that arrived earlier', async () => {
    const client = await follow(LiveClient.join(api, 'manager@ours.example'))
    await client.next('snapshot')
    await move(bike, { latitude: 49.2, receivedAt: Date.now() + 1_000 })
    await move(bike, { latitude: 49.1, receivedAt: Date.now() - 60_000 })
    await move(bike, { latitude: 49.3, receivedAt: Date.now() + 2_000 })
    await client.next('positions', ({ positions }) => positions.some(({ latitude }) => latitude === 49.3))
    expect(client.texts.join()).not.toContain('49.1,')
  })

  it('resumes with what changed meanwhile, and nothing else', async () => {
    const first = await follow(LiveClient.join(api, 'manager@ours.example'))
    const { epoch, sequence } = await first.next('snapshot')
    const watcher = await follow(LiveClient.join(api, 'manager@ours.example'))
    await watcher.next('snapshot')
    first.close()
    await move(bike, { latitude: 49.6, receivedAt: Date.now() + 3_000 })
    await watcher.next('positions', of(bike.entityId))
    await move(bike, { latitude: 49.7, receivedAt: Date.now() + 4_000 })
    await watcher.next('positions', ({ positions }) => positions[0]?.latitude === 49.7)
    const again = await follow(
      LiveClient.join(api, 'manager@ours.example', { type: 'subscribe', channel: 'fleet', resume: { epoch, sequence } }),
    )
    const missed = await again.next('positions')
    expect(missed.positions.map(({ latitude }) => latitude)).toEqual([49.7])
    expect(missed.sequence).toBe(sequence + 2)
    expect(again.messages.some(({ type }) => type === 'snapshot')).toBe(false)
  })

  it('answers a resume from another run of the server with a snapshot', async () => {
    const resume = { epoch: 'of yesterday', sequence: 12 }
    const client = await follow(LiveClient.join(api, 'manager@ours.example', { type: 'subscribe', channel: 'fleet', resume }))
    expect((await client.next('snapshot')).epoch).not.toBe('of yesterday')
  })

  it('tells when a trip begins and when it ends', async () => {
    const client = await follow(LiveClient.join(api, 'manager@ours.example'))
    await client.next('snapshot')
    await move(bike, { receivedAt: Date.now() + 5_000, openTripId: 77 })
    expect((await client.next('trip')).trip).toEqual({ entity_id: bike.entityId, trip_id: 77 })
    const seen = client.messages.length
    await move(bike, { receivedAt: Date.now() + 6_000 })
    expect((await client.next('trip', () => true, seen)).trip).toEqual({ entity_id: bike.entityId, trip_id: 77 })
  })

  it('T-08 tells who looks at a fleet that one of it was edited, once, and nobody else', async () => {
    const client = await follow(LiveClient.join(api, 'manager@ours.example'))
    const stranger = await follow(LiveClient.join(api, 'manager@theirs.example'))
    await Promise.all([client.next('snapshot'), stranger.next('snapshot')])
    await api.rows("UPDATE entities SET name = 'Renamed', short_name = 'R' WHERE id = $1", [bike.entityId])
    expect((await client.next('edit')).edit).toEqual({ entity_ids: [bike.entityId] })
    const seen = client.messages.length
    await api.rows("UPDATE entities SET name = 'Renamed' WHERE id = $1", [bike.entityId])
    await api.rows("UPDATE entities SET name = 'Again' WHERE id = $1", [bike.entityId])
    await client.next('edit', () => true, seen)
    expect(client.messages.filter(({ type }) => type === 'edit')).toHaveLength(2)
    expect(stranger.messages.some(({ type }) => type === 'edit')).toBe(false)
  })

  it('follows one entity on the entity channel', async () => {
    const client = await follow(
      LiveClient.join(api, 'manager@ours.example', { type: 'subscribe', channel: 'entity', id: bike.entityId }),
    )
    expect(await client.next('snapshot')).toMatchObject({ channel: 'entity', id: bike.entityId })
    await move(bike, { latitude: 49.8, receivedAt: Date.now() + 7_000 })
    expect(await client.next('positions')).toMatchObject({ channel: 'entity', id: bike.entityId })
  })

  it('begins with the positions that were stored before it started, and says good-bye when it stops', async () => {
    const stored = await tenants.entity(bike.businessId, 'Stored')
    const { deviceId } = await tenants.install(bike.businessId, stored)
    await tenants.state(deviceId, new Date(), 50.1, 9.2)
    const environment = {
      DATABASE_URL: api.database.urlOf('web'),
      PORT: '0',
      HOST: '127.0.0.1',
      API_HEALTH_PORT: '0',
      LOG_LEVEL: 'silent',
    }
    const second = await startApi({ ...environment, OIDC_ISSUER: api.issuer.url }, { log: api.log })
    const elsewhere = Object.assign(Object.create(api), { api: second }) as ApiUnderTest
    const client = await follow(LiveClient.join(elsewhere, 'manager@ours.example'))
    try {
      expect((await client.next('snapshot', of(stored))).positions.find(({ entity_id }) => entity_id === stored)).toMatchObject({
        latitude: 50.1,
        longitude: 9.2,
      })
    } finally {
      await second.close()
    }
    expect((await client.ended()).code).toBe(1001)
  })
})

describe('live channel and tenants', () => {
  it('sends nothing of another tenant, in snapshot or delta', async () => {
    await move(foreign)
    const client = await follow(LiveClient.join(api, 'manager@ours.example'))
    const admin = await follow(LiveClient.join(api, 'root@roadbook.example'))
    await Promise.all([client.next('snapshot'), admin.next('snapshot', of(foreign.entityId))])
    await move(foreign, { receivedAt: Date.now() + 1_000 })
    await admin.next('positions', of(foreign.entityId))
    client.send({ type: 'ping' })
    await client.next('pong')
    expect(client.texts.join()).not.toContain(`"entity_id":${foreign.entityId},`)
  })

  it('knows no entity of another tenant', async () => {
    const client = await follow(
      LiveClient.join(api, 'manager@ours.example', { type: 'subscribe', channel: 'entity', id: foreign.entityId }),
    )
    expect(await client.next('error')).toMatchObject({ code: 'not_found' })
  })

  it('follows a user who is moved to another business, and tells nothing of the former one', async () => {
    const userId = await tenants.user('mover@ours.example', 'manager', bike.businessId)
    const client = await follow(LiveClient.join(api, 'mover@ours.example'))
    await client.next('snapshot', of(bike.entityId))
    await api.database.pool.query('UPDATE users SET business_id = $1 WHERE id = $2', [foreign.businessId, userId])
    const snapshot = await client.next('snapshot', of(foreign.entityId))
    expect(of(bike.entityId)(snapshot)).toBe(false)
  })

  it('closes within moments when read:map is taken away', async () => {
    const userId = await tenants.user('loser@ours.example', 'reporter', bike.businessId)
    const client = await follow(LiveClient.join(api, 'loser@ours.example'))
    await client.next('snapshot')
    await api.database.pool.query(
      "WITH r AS (INSERT INTO roles (key, name) VALUES ('nothing', 'Nothing') RETURNING id) UPDATE users SET role_id = (SELECT id FROM r) WHERE id = $1",
      [userId],
    )
    expect((await client.ended()).code).toBe(LiveCloseCode.forbidden)
  })

  it('closes within moments when the user is deleted', async () => {
    const userId = await tenants.user('leaver@ours.example', 'reporter', bike.businessId)
    const client = await follow(LiveClient.join(api, 'leaver@ours.example'))
    await client.next('snapshot')
    await api.database.pool.query('UPDATE users SET deleted_at = now() WHERE id = $1', [userId])
    expect((await client.ended()).code).toBe(LiveCloseCode.unauthenticated)
  })
})

describe('live channel and consumer privacy', () => {
  it('R-084 hides where a consumer’s vehicle is, until consent is given, and again when it ends', async () => {
    const consumerId = await tenants.consumer(bike.businessId)
    const entityId = await tenants.entity(bike.businessId, 'Private bike', { consumer_id: consumerId })
    const vehicle = { businessId: bike.businessId, entityId, ...(await tenants.install(bike.businessId, entityId)) }
    await move(vehicle, { latitude: 51.123456, openTripId: 5 })
    // Packets of a hidden vehicle are not sent, because they would show that it rides. Only a snapshot contains the
    // vehicle.
    const client = await until('a snapshot has the vehicle', async () => {
      const one = await follow(LiveClient.join(api, 'manager@ours.example'))
      return of(entityId)(await one.next('snapshot')) ? one : undefined
    })
    const { positions } = await client.next('snapshot')
    const hidden = positions.find(({ entity_id }) => entity_id === entityId)
    expect(hidden).toMatchObject({
      latitude: null,
      longitude: null,
      speed_kph: null,
      heading: null,
      moving: false,
      positioned_at: null,
      open_trip_id: null,
      location_hidden: true,
    })
    const before = client.messages.length
    const consent = await tenants.consent(entityId)
    const isShown = (shown: boolean) => (message: { positions: LivePositionMessage[] }) =>
      message.positions.some((one) => one.entity_id === entityId && one.location_hidden === !shown)
    await client.next('positions', isShown(true), before)
    const granted = client.messages.length
    await api.database.pool.query("UPDATE consents SET revoked_at = now(), revoked_by = 'customer' WHERE id = $1", [consent])
    await client.next('positions', isShown(false), granted)
    expect(client.texts.slice(0, before).join()).not.toContain('51.123456')
  })

  it('R-084 shows it during an open missing case to those who manage missing entities alone', async () => {
    const consumerId = await tenants.consumer(bike.businessId)
    const entityId = await tenants.entity(bike.businessId, 'Stolen bike', { consumer_id: consumerId })
    const vehicle = { businessId: bike.businessId, entityId, ...(await tenants.install(bike.businessId, entityId)) }
    await tenants.openCase(entityId)
    const [manager, reporter] = await Promise.all([
      follow(LiveClient.join(api, 'manager@ours.example')),
      follow(LiveClient.join(api, 'reader@ours.example')),
    ])
    await Promise.all([manager.next('snapshot'), reporter.next('snapshot')])
    await move(vehicle, { latitude: 52.5 })
    const isAt = (latitude: number) => (message: { positions: LivePositionMessage[] }) =>
      message.positions.some((one) => one.entity_id === entityId && one.latitude === latitude)
    await Promise.all([manager.next('positions', isAt(52.5)), reporter.next('positions', of(entityId))])
    await move(vehicle, { latitude: 52.6, receivedAt: Date.now() + 1_000 })
    await manager.next('positions', isAt(52.6))
    reporter.send({ type: 'ping' })
    await reporter.next('pong')
    expect(reporter.texts.join()).not.toContain('"latitude":52.')
  })
})

describe('live channel and strangers', () => {
  it('closes a client whose first words are not its authentication', async () => {
    const client = await follow(LiveClient.connect(api))
    client.send({ type: 'ping' })
    expect((await client.ended()).code).toBe(LiveCloseCode.unauthenticated)
    expect(client.messages).toEqual([expect.objectContaining({ type: 'error', code: 'unauthenticated' })])
  })

  it('answers nothing that a client sends behind a token that is not valid', async () => {
    const client = await follow(LiveClient.connect(api))
    client.send({ type: 'authenticate', token: await api.issuer.token({ aud: 'somebody else' }) })
    client.send({ type: 'ping' })
    client.send({ type: 'subscribe', channel: 'fleet' })
    expect((await client.ended()).code).toBe(LiveCloseCode.unauthenticated)
    expect(client.messages.map(({ type }) => type)).toEqual(['error'])
  })

  it('closes when the token expires', async () => {
    const client = await follow(LiveClient.connect(api))
    const soon = Math.floor(Date.now() / 1000) + 2
    client.send({ type: 'authenticate', token: await api.issuer.tokenOf('manager@ours.example', { exp: soon }) })
    expect(await client.next('authenticated')).toEqual({
      type: 'authenticated',
      expires_at: new Date(soon * 1000).toISOString(),
    })
    expect((await client.ended()).code).toBe(LiveCloseCode.unauthenticated)
  })

  it('outlives a token when the client brings a newer one of the same user, and of no other', async () => {
    const client = await follow(LiveClient.connect(api))
    client.send({ type: 'authenticate', token: await api.issuer.tokenOf('manager@ours.example') })
    await client.next('authenticated')
    client.send({ type: 'authenticate', token: await api.issuer.tokenOf('manager@ours.example', { jti: 'newer' }) })
    client.send({ type: 'ping' })
    await client.next('pong')
    client.send({ type: 'authenticate', token: await api.issuer.tokenOf('reader@ours.example') })
    expect((await client.ended()).code).toBe(LiveCloseCode.forbidden)
  })

  it('closes a client that says nothing for five seconds', async () => {
    const client = await follow(LiveClient.connect(api))
    expect((await client.ended()).code).toBe(LiveCloseCode.timeout)
  })

  it('refuses pages of foreign origins and paths that are not the channel', async () => {
    await expect(LiveClient.connect(api, { origin: 'https://evil.example' })).rejects.toThrow('403')
    await expect(LiveClient.connect(api, { path: '/api/v1/other' })).rejects.toThrow('404')
    await follow(LiveClient.connect(api, { origin: 'https://portal.example' }))
    await follow(LiveClient.connect(api, { origin: api.url }))
  })

  it('closes on a message beyond 64 KiB, and answers nonsense without closing', async () => {
    const client = await follow(LiveClient.join(api, 'manager@ours.example'))
    await client.next('snapshot')
    client.socket.send('no JSON')
    client.send({ type: 'subscribe', channel: 'everything' })
    expect(await client.next('error')).toMatchObject({ code: 'bad_request' })
    client.socket.send('x'.repeat(70_000))
    expect((await client.ended()).code).toBe(1009)
  })

  it('lets a client have fifty subscriptions and no more', async () => {
    const client = await follow(LiveClient.join(api, 'manager@ours.example'))
    await client.next('snapshot')
    const ids = await Promise.all(Array.from({ length: 50 }, (_, at) => tenants.entity(bike.businessId, `Bike ${at}`)))
    for (const id of ids) client.send({ type: 'subscribe', channel: 'entity', id })
    expect(await client.next('error')).toMatchObject({ code: 'bad_request', message: 'at most 50 subscriptions' })
  })

  it('spares a client that does not read, and brings it up to date when it does (L9)', async () => {
    const slow = await follow(LiveClient.join(api, 'root@roadbook.example'))
    const healthy = await follow(LiveClient.join(api, 'root@roadbook.example'))
    await Promise.all([slow.next('snapshot'), healthy.next('snapshot')])
    slow.socket.pause()
    const { rows } = await api.database.pool.query<{ id: number }>(
      `INSERT INTO entities (business_id, name, vehicle_type) SELECT $1, 'Bike ' || n, 'eBike' FROM generate_series(1, 4000) n
       RETURNING id`,
      [bike.businessId],
    )
    const crowd = rows.map(({ id }) => id)
    const dropped = async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${api.api.healthPort}/metrics`)).text()
      return Number(/^live_dropped_frames_total (\d+)$/m.exec(metrics)?.[1])
    }
    const before = await dropped()
    let round = 0
    let latitude = 40
    const moveAll = async () => {
      latitude = 40 + ++round / 100
      const seen = healthy.messages.length
      await Promise.all(
        crowd.map((entityId) => move({ ...bike, entityId, deviceId: entityId }, { latitude, receivedAt: Date.now() + round })),
      )
      await healthy.next('positions', ({ positions }) => positions.some((one) => one.latitude === latitude), seen)
    }
    // The system's buffers are filled first. Frames are dropped only when these buffers are full.
    while (round < 40 && (await dropped()) < before + 3) await moveAll()
    expect(await dropped()).toBeGreaterThanOrEqual(before + 3)
    slow.socket.resume()
    const last = crowd.at(-1)
    await slow.next('positions', ({ positions }) => positions.some((one) => one.entity_id === last && one.latitude === latitude))
    expect(slow.socket.readyState).toBe(WebSocket.OPEN)
    expect(slow.messages.length).toBeLessThan(healthy.messages.length)
  })
})
