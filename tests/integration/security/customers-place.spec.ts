import type { LivePositionMessage } from '@roadbook/contracts'
import { sized } from '@roadbook/testing/proof'
import { LiveClient, publishPosition } from '../../support/api/api-live-client.js'
import { apiForTests } from '../../support/api/api-for-tests.js'
import type { TenantIds } from '../../support/api/api-walk.js'
import { everythingAnswered, everythingTold } from '../../support/api/everything-seen.js'
import { populate } from '../../support/api/walk-tenants.js'

const IMEI = '356307041111111'
/**
 * A place whose digits occur nowhere else in an answer, in whatever way it is rounded. By chance, an id could contain only
 * the decimals, so the digits before them are compared, too.
 */
const PLACE = { latitude: 49.4768213, longitude: 8.7935462 }
const DIGITS = /49\.?4768|8\.?7935/
/** All roles that may read anything about the vehicle, including the reporter. */
const EVERYBODY = ['manager', 'dealer', 'technician', 'reporter'] as const
const VIEWERS = sized<readonly (typeof EVERYBODY)[number][]>('walks', ['manager', 'reporter'], EVERYBODY)
const emailOf = (viewer: string) => `${viewer}@ours.example`
/** Time when the test starts. In the viewers' time zone it is then noon, so that their day does not change during the test. */
const BEGAN = Date.now()
const TODAY = new Date(Date.now() - 3_600_000).toISOString()
const eastOfUtc = 12 - new Date().getUTCHours()
const ZONE = `Etc/GMT${eastOfUtc > 0 ? '-' : '+'}${Math.abs(eastOfUtc)}`

const { api, tenants } = apiForTests({ SHOP_URL: 'https://shop.example' })
let ours: TenantIds
let deviceId: number
/** A vehicle that belongs to the business itself. */
let other: { deviceId: number; imei: string; entityId: number; businessId: number }

/** Returns everything that the API answers and the live channel sends to a user, by the name of the call. */
async function everythingSeenBy(email: string): Promise<Map<string, string>> {
  const seen = await everythingAnswered(api, email, ours)
  const at = { deviceId, imei: IMEI, entityId: Number(ours.entity), businessId: Number(ours.business) }
  // The other vehicle is not hidden. When its position arrives, everything that was sent before has arrived, too.
  const move = async () => {
    await publishPosition(api, { ...PLACE, ...at })
    await publishPosition(api, { ...other, latitude: 1, longitude: 1 })
  }
  const told = await everythingTold(api, email, ours, move, (text) => text.includes(`"entity_id":${other.entityId}`))
  return told === undefined ? seen : seen.set('socket', told)
}
const isHidden = (one: LivePositionMessage) => one.entity_id === ours.entity && one.location_hidden
const tellingOf = (seen: Map<string, string>) => [...seen].filter(([, text]) => DIGITS.test(text)).map(([name]) => name)

beforeAll(async () => {
  ours = await populate(tenants, 'Ours', IMEI)
  deviceId = Number(ours.device)
  for (const viewer of EVERYBODY) await tenants.user(emailOf(viewer), viewer, Number(ours.business), { first_name: viewer })
  await tenants.pool.query('UPDATE users SET time_zone = $1', [ZONE])
  const businessId = Number(ours.business)
  const entityId = await tenants.entity(businessId, 'Van')
  other = { entityId, businessId, ...(await tenants.install(businessId, entityId)) }
  await tenants.state(other.deviceId, new Date())
  const consumer = await tenants.consumer(businessId)
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

describe('where a customer’s vehicle is, in everything that can be read', () => {
  it('T-12 D1 is told by no call, no CSV and no socket to anybody without consent', async () => {
    const everything = new Map<string, Map<string, string>>()
    for (const viewer of VIEWERS) {
      const seen = await everythingSeenBy(emailOf(viewer))
      expect([viewer, tellingOf(seen)]).toEqual([viewer, []])
      everything.set(viewer, seen)
    }
    const named = [...everything.get('manager')!].filter(([, text]) => text.includes('Ours bike')).map(([name]) => name)
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
        'GET /api/v1/trips/{id}/export?format=gpx application/gpx+xml',
        'GET /api/v1/trips/{id}/export?format=csv text/csv',
        'GET /api/v1/entities/{id}/track application/json',
        'GET /api/v1/entities/{id}/track application/gpx+xml',
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
    // The socket checks once per second who may see which vehicle, and notifies followers when their access has ended.
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
    expect(rows[0]?.at.getTime()).toBeGreaterThanOrEqual(BEGAN)
  })
})
