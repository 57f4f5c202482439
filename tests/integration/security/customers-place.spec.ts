import type { LivePositionMessage } from '@roadbook/contracts'
import { LiveClient, publishPosition } from '../../support/api/api-live-client.js'
import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { document, nameOf, type Operation, operations, pathOf, resourceOf, type TenantIds } from '../../support/api/api-walk.js'
import { populate } from '../../support/api/walk-tenants.js'

const IMEI = '356307041111111'
/** Decimals that stand nowhere else in an answer, however they are rounded. */
const PLACE = { latitude: 49.4768213, longitude: 8.7935462 }
const DIGITS = /4768|7935/
/** Everybody who may read anything of the vehicle; the reporter among them. */
const VIEWERS = ['manager', 'dealer', 'technician', 'reporter'] as const
const emailOf = (viewer: string) => `${viewer}@ours.example`
const TODAY = `${new Date().toISOString().slice(0, 10)}T00:00:01.000Z`

let api: ApiUnderTest
let tenants: Tenants
let ours: TenantIds
let deviceId: number

const reads = operations.filter(({ method, isPublic }) => method === 'GET' && !isPublic)
const isEvidence = ({ path }: Operation) => path.includes('/exports/') || path.includes('/jobs')
/** The id that a path wants: of the vehicle, its tracker, its trip; one of everything else. */
const addressOf = (operation: Operation) => {
  const resource = resourceOf(operation.path)
  const path = resource === undefined ? operation.path : pathOf(operation.path, ours[resource])
  const query = operation.path.endsWith('/trips/{id}') ? '?with=waypoints' : ''
  return path.replace('/trips/1', `/trips/${ours.trip}`) + query
}

const formsOf = ({ path }: Operation) =>
  Object.keys(document.paths[path]?.get?.responses?.['200']?.content ?? { 'application/json': {} })

/** All that the API answers to somebody, as JSON and, where there is one, as CSV; by the name of the call. */
async function everythingSeenBy(email: string): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  for (const operation of reads.filter((one) => !isEvidence(one))) {
    for (const accept of formsOf(operation)) {
      const { status, text } = await api.call('GET', addressOf(operation), { email, headers: { accept } })
      if (status < 300) seen.set(`${nameOf(operation)} ${accept}`, text)
    }
  }
  const live = await LiveClient.join(api, email)
  const ended = await Promise.race([live.next('snapshot').then(() => false), live.ended().then(() => true)])
  if (!ended) {
    live.send({ type: 'subscribe', channel: 'entity', id: Number(ours.entity) })
    const before = live.messages.length
    await publishPosition(api, {
      ...PLACE,
      deviceId,
      imei: IMEI,
      entityId: Number(ours.entity),
      businessId: Number(ours.business),
    })
    await live.next('positions', ({ positions }) => positions.some(({ entity_id }) => entity_id === ours.entity), before)
    seen.set('socket', live.texts.join('\n'))
  }
  live.close()
  return seen
}
const isHidden = (one: LivePositionMessage) => one.entity_id === ours.entity && one.location_hidden
const tellingOf = (seen: Map<string, string>) => [...seen].filter(([, text]) => DIGITS.test(text)).map(([name]) => name)

beforeAll(async () => {
  api = await ApiUnderTest.start({ SHOP_URL: 'https://shop.example' })
  tenants = new Tenants(api.database.pool)
  ours = await populate(tenants, 'Ours', IMEI)
  deviceId = Number(ours.device)
  for (const viewer of VIEWERS) await tenants.user(emailOf(viewer), viewer, Number(ours.business), { first_name: viewer })
  const consumer = await tenants.consumer(Number(ours.business))
  await tenants.pool.query('UPDATE entities SET consumer_id = $2 WHERE id = $1', [ours.entity, consumer])
  await tenants.state(deviceId, new Date(), PLACE.latitude, PLACE.longitude)
  await tenants.waypoint(deviceId, TODAY, PLACE.latitude, PLACE.longitude)
  const end = [Math.round(PLACE.latitude * 1e7), Math.round(PLACE.longitude * 1e7)]
  await tenants.pool.query(
    `UPDATE trips SET started_at = $4, ended_at = now(), start_latitude = $2, stop_latitude = $2, start_longitude = $3,
       stop_longitude = $3 WHERE id = $1`,
    [ours.trip, ...end, TODAY],
  )
})
afterAll(() => api.stop())

describe('where a customer’s vehicle is, in everything that can be read', () => {
  it('T-12 D1 is told by no call, no CSV and no socket to anybody without consent', async () => {
    for (const viewer of VIEWERS) {
      const seen = await everythingSeenBy(emailOf(viewer))
      expect([viewer, tellingOf(seen)]).toEqual([viewer, []])
    }
    const manager = await everythingSeenBy(emailOf('manager'))
    const named = [...manager].filter(([, text]) => text.includes('Ours bike')).map(([name]) => name)
    expect(named).toContain('GET /api/v1/entities/index text/csv')
  })

  it('T-12 is told for the hour of a consent on map, list, page, trips, live test and socket, and at 61 minutes by none', async () => {
    const consent = await tenants.consent(Number(ours.entity))
    const during = tellingOf(await everythingSeenBy(emailOf('manager')))
    expect(during).toEqual(
      expect.arrayContaining([
        'GET /api/v1/map/markers application/json',
        'GET /api/v1/entities/{id}/position application/json',
        'GET /api/v1/trips application/json',
        'GET /api/v1/trips/{id} application/json',
        'GET /api/v1/debug/{id} application/json',
        'GET /api/v1/debug/{id}/trips application/json',
        'GET /api/v1/debug/{id}/trips/{tripId} application/json',
        'socket',
      ]),
    )
    const watching = await LiveClient.join(api, emailOf('manager'))
    await watching.next('snapshot')
    const granted = watching.messages.length
    await tenants.pool.query(
      "UPDATE consents SET granted_at = now() - interval '61 minutes', expires_at = now() - interval '1 minute' WHERE id = $1",
      [consent],
    )
    // The socket looks again who may see what once a second, and tells whoever follows that it has ended.
    await watching.next('positions', ({ positions }) => positions.some(isHidden), granted)
    watching.close()
    for (const viewer of VIEWERS) {
      expect([viewer, tellingOf(await everythingSeenBy(emailOf(viewer)))]).toEqual([viewer, []])
    }
  })

  it('T-12 R-118 each look is in the audit log, with who looked and when', async () => {
    const { rows } = await tenants.pool.query<{ actor: string; at: Date }>(
      "SELECT DISTINCT actor, max(at) OVER (PARTITION BY actor) AS at FROM audit_log WHERE action = 'consumer.position.view' AND object_id = $1",
      [String(ours.entity)],
    )
    expect(rows.map(({ actor }) => actor)).toEqual(['manager Byron'])
    expect(Date.now() - (rows[0]?.at.getTime() ?? 0)).toBeLessThan(3_600_000)
  })
})
