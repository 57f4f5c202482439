import { PacketHeader, Topic, type TrackerEvent } from '@roadbook/contracts'
import { encodePacket } from '@roadbook/contracts/packet-codec'
import { aFix, aPacket } from '@roadbook/testing'
import { inProof, sized } from '@roadbook/testing/proof'
import { publishPosition } from '../../support/api/api-live-client.js'
import { apiForTests } from '../../support/api/api-for-tests.js'
import type { TenantIds } from '../../support/api/api-walk.js'
import { everythingAnswered, everythingTold } from '../../support/api/everything-seen.js'
import { evaluationOn } from '../../support/api/maintenance-rig.js'
import { populate } from '../../support/api/walk-tenants.js'
import { printedOn } from '../../support/pdf-text.js'

const IMEI = '356307041111111'
const EVERYBODY = ['manager', 'dealer', 'technician', 'reporter'] as const
const VIEWERS = sized<readonly (typeof EVERYBODY)[number][]>('walks', ['manager', 'technician'], EVERYBODY)
const emailOf = (viewer: string) => `${viewer}@ours.example`
const MINUTE = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE)
/** Fields of an answer that change only with the clock. */
const BY_THE_CLOCK = /"(waited_s|silent_s|from|searched_from|generated_at|expires_in|parked|\w+_share)":("[^"]*"|[\d.]+)/g
/**
 * Returns true for answers about the viewer, such as when the viewer last signed in. Also returns true for a PDF, because
 * PDFs are compared separately by their text.
 */
const isOfViewer = (name: string) => /\/(users|account|audit-log|auth)|\/service-book /.test(name)

const { api, tenants } = apiForTests({ SHOP_URL: 'https://shop.example' })
let ours: TenantIds
let deviceId: number
let other: { deviceId: number; imei: string; entityId: number; businessId: number }

/** Puts the vehicle at rest some time ago. The tracker has sent a message recently. */
async function parked(): Promise<void> {
  await tenants.state(deviceId, ago(70))
  await tenants.pool.query(
    `UPDATE device_states SET odometer_m = 10000, external_battery_mv = 36000, battery_percent = 80, moving = FALSE, speed_kph = 0,
       gsm_signal = 2, satellites = 5, ignition = FALSE WHERE device_id = $1`,
    [deviceId],
  )
}

/** Writes a tracker's answer to a command. The answer contains the tracker's position. */
const replied = (reply: string) =>
  tenants.pool.query('UPDATE device_commands SET reply = $2 WHERE device_id = $1', [deviceId, reply])

/** Writes a trip as the consumer process and the gateway do. */
async function ridden(): Promise<void> {
  await replied('GPS:1 Sat:9 Lat:49.5321 Long:8.8471')
  await tenants.state(deviceId, ago(0), 49.5321, 8.8471)
  await tenants.pool.query(
    `UPDATE device_states SET odometer_m = 30000, external_battery_mv = 35000, battery_percent = 60, moving = TRUE, speed_kph = 24,
       gsm_signal = 4, satellites = 11, ignition = TRUE, revision = revision + 1 WHERE device_id = $1`,
    [deviceId],
  )
  for (const minutes of [20, 10, 1])
    await tenants.waypoint(deviceId, ago(minutes).toISOString(), 49.5321, 8.8471 + minutes / 1_000)
  await tenants.trip(deviceId, ago(20).toISOString(), ago(1).toISOString())
  const packet = aPacket({ imei: IMEI, receivedAt: Date.now(), fixes: [aFix({ positionedAt: Date.now() - 1_000 })] })
  const headers = { [PacketHeader.raw]: Buffer.from('c0ffee', 'hex') }
  await api.log.publish(Topic.packets, [{ key: IMEI, value: encodePacket(packet), headers }])
  const event = { imei: IMEI, protocol: 'teltonika', at: Date.now(), gateway: 'g1', type: 'connected', remoteAddress: '10.0.0.1' }
  await api.log.publish(Topic.events, [{ key: IMEI, value: Buffer.from(JSON.stringify(event as TrackerEvent)) }])
}

const told = (email: string, isRidden: boolean) =>
  everythingTold(
    api,
    email,
    ours,
    async () => {
      const vehicle = { deviceId, imei: IMEI, entityId: Number(ours.entity), businessId: other.businessId }
      if (isRidden) await publishPosition(api, { ...vehicle, odometerM: 31_000 })
      await publishPosition(api, { ...other, latitude: 1, longitude: 1 })
    },
    (text) => text.includes(`"entity_id":${other.entityId}`),
  )

async function answered(email: string, only?: readonly string[]): Promise<Map<string, string>> {
  const everything = await everythingAnswered(api, email, ours, { everyView: email === emailOf('manager'), only })
  return new Map(
    [...everything].filter(([name]) => !isOfViewer(name)).map(([name, text]) => [name, text.replace(BY_THE_CLOCK, '')]),
  )
}

/** Returns all lines of the vehicle's service book. */
async function serviceBook(email: string): Promise<string> {
  const headers = { authorization: `Bearer ${await api.issuer.tokenOf(email)}` }
  const book = await fetch(`${api.url}/api/v1/entities/${ours.entity}/service-book`, { headers })
  return book.ok ? printedOn(Buffer.from(await book.arrayBuffer())).text : String(book.status)
}

/** Calls whose answers change with a trip. */
const TELLING = [
  'GET /api/v1/entities/index text/csv',
  'GET /api/v1/entities/index?orderBy=odo&sortedBy=asc application/json',
  'GET /api/v1/entities/index?search=is_live:true&searchFields=is_live:= application/json',
  'GET /api/v1/devices?orderBy=last_seen&sortedBy=asc application/json',
  'GET /api/v1/debug/{id} application/json',
  'GET /api/v1/debug/{id}/messages application/json',
]

const changed = (one: Map<string, string>, another: Map<string, string>) =>
  [...new Set([...one.keys(), ...another.keys()])].filter((name) => one.get(name) !== another.get(name))

beforeAll(async () => {
  ours = await populate(tenants, 'Ours', IMEI)
  deviceId = Number(ours.device)
  const businessId = Number(ours.business)
  for (const viewer of EVERYBODY) await tenants.user(emailOf(viewer), viewer, businessId, { first_name: viewer })
  const consumer = await tenants.consumer(businessId)
  await tenants.pool.query('UPDATE entities SET consumer_id = $2 WHERE id = $1', [ours.entity, consumer])
  await tenants.pool.query(
    `INSERT INTO device_commands (device_id, entity_id, business_id, kind, text, state, gateway, serial, created_at, expires_at, sent_at,
       answer_by, replied_at, ended_at, reply)
     VALUES ($1, $2, $3, 'text', 'getgps', 'acknowledged', 'g1', 1, $4, now() + interval '1 day', $4, now(), $4, $4, 'GPS:0')`,
    [deviceId, ours.entity, businessId, ago(60)],
  )
  // In every order of a list, the other vehicle comes between the two states of the first vehicle.
  const entityId = await tenants.entity(businessId, 'Van')
  other = { entityId, businessId, ...(await tenants.install(businessId, entityId)) }
  await tenants.state(other.deviceId, ago(30))
  await tenants.pool.query('UPDATE device_states SET odometer_m = 20000 WHERE device_id = $1', [other.deviceId])
  // The installation on the hidden vehicle stays unverified, because the list of its checks must not show anything either.
  await tenants.verifyInstallations(deviceId)
})

/**
 * Compares the view by which lists are ordered with the view of each vehicle: both must hide the same facts, at every moment of
 * these tests.
 */
afterEach(async () => {
  const facts = 'entity_id, device_id, is_hidden, judged_at, last_received_at, moving, odometer_m, external_battery_mv'
  const each = `SELECT DISTINCT ON (entity_id) ${facts} FROM told_states WHERE entity_id IS NOT NULL
    ORDER BY entity_id, judged_at DESC, device_id DESC`
  const client = await tenants.pool.connect()
  try {
    await client.query("BEGIN READ ONLY; SET LOCAL roadbook.scope = 'all'")
    const newest = await client.query(`SELECT ${facts} FROM told_newest ORDER BY entity_id`)
    expect(newest.rows).toEqual((await client.query(each)).rows)
    expect(newest.rows.length).toBeGreaterThan(1)
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
})

describe('a customer’s vehicle without consent, at rest and ridden', () => {
  const atRest = new Map<string, { answers: Map<string, string>; book: string }>()
  beforeAll(async () => {
    await parked()
    await evaluationOn(api.database.pool).byClock()
  })

  it.each(VIEWERS)('G-106 is there for a %s at rest', async (viewer) => {
    atRest.set(viewer, { answers: await answered(emailOf(viewer)), book: await serviceBook(emailOf(viewer)) })
    expect(atRest.get(viewer)!.answers.size).toBeGreaterThan(20)
  })

  it('G-106 has a service book at rest', () => {
    expect(atRest.get('manager')!.book).toContain('Ours')
  })

  // A difference here would also appear in the following tests. This test shows that only the clock causes it.
  inProof('walks', () => {
    it('G-106 is the same when nothing but the clock goes on', async () => {
      expect(changed(atRest.get('manager')!.answers, await answered(emailOf('manager')))).toEqual([])
    })
  })

  describe('once it was ridden', () => {
    beforeAll(async () => {
      await ridden()
      // A service that is due by distance is found and forecast only from facts that everybody may know.
      await evaluationOn(api.database.pool).byClock()
    })

    it.each(VIEWERS)('G-106 is the same to a %s in every answer, list, order, filter, count and file', async (viewer) => {
      const { answers, book } = atRest.get(viewer)!
      expect(changed(answers, await answered(emailOf(viewer)))).toEqual([])
      expect(await serviceBook(emailOf(viewer))).toEqual(book)
    })
  })

  it('G-106 is not spoken of on the live channel, not even that it was heard', async () => {
    for (const viewer of VIEWERS) {
      // The first viewer receives every vehicle until the API has determined who may see which vehicle.
      await told(emailOf(viewer), false)
      const text = await told(emailOf(viewer), true)
      const frames = (text ?? '').split('\n').filter((frame) => frame.includes(`"entity_id":${ours.entity},`))
      expect([viewer, frames.filter((frame) => frame.includes('"type":"positions"'))]).toEqual([viewer, []])
      const ofVehicle = new RegExp(`"entity_id":${ours.entity},[^}]*"last_activity":"([^"]*)"`)
      const times = frames.flatMap((frame) => ofVehicle.exec(frame)?.[1] ?? [])
      expect([viewer, times.filter((time) => !time.endsWith('T00:00:00.000Z'))]).toEqual([viewer, []])
    }
  })

  it('G-106 is told again by all of them while consent is in force', async () => {
    await tenants.consent(Number(ours.entity))
    const { answers } = atRest.get('manager')!
    // Only the views that `npm test` has requested.
    const asked = TELLING.filter((name) => answers.has(name))
    expect(asked.length).toBeGreaterThan(TELLING.length / 2)
    const during = await answered(emailOf('manager'), asked)
    expect(asked.filter((name) => during.has(name) && during.get(name) !== answers.get(name))).toEqual(asked)
  })
})

describe('a tracker that came off a customer’s vehicle on paper, while the customer rides on', () => {
  const DIGITS = /49\.5321|8\.8471/
  const DEALER = 'dealer@ours.example'
  /** Returns the names of calls whose answers show the place of the trip, for any vehicle. */
  const telling = async (own: TenantIds, only?: readonly string[]) =>
    [...(await everythingAnswered(api, DEALER, own, { only }))].filter(([, text]) => DIGITS.test(text)).map(([name]) => name)
  const install = (entityId: number | string) =>
    api.call('POST', '/api/v1/entities/install-device', { email: DEALER, body: { entity_id: entityId, imei: IMEI } })
  const detach = () => api.call('POST', `/api/v1/devices/${deviceId}/detach`, { email: DEALER, body: { reason: 'Broken' } })

  const forgetRide = async () => {
    for (const table of ['device_states', 'trips', 'waypoints'])
      await tenants.pool.query(`DELETE FROM ${table} WHERE device_id = $1`, [deviceId])
  }

  it('G-107 stays hidden on nothing, on another vehicle and on it again, with the trips made meanwhile', async () => {
    await tenants.pool.query('UPDATE consents SET revoked_at = now(), revoked_by = $1', ['business'])
    const dummy = await tenants.entity(other.businessId, 'Dummy')
    expect((await detach()).status).toBe(200)
    expect(await telling(ours)).toEqual([])
    expect((await install(dummy)).status).toBe(200)
    // Simulates that half an hour has passed.
    await tenants.pool.query(
      `UPDATE trips SET started_at = started_at - interval '40 minutes', ended_at = ended_at - interval '40 minutes'
       WHERE device_id = $1 AND started_at > now() - interval '1 hour'`,
      [deviceId],
    )
    await tenants.pool.query("UPDATE installations SET removed_at = now() - interval '31 minutes' WHERE removed_at IS NOT NULL")
    await tenants.pool.query("UPDATE installations SET installed_at = now() - interval '30 minutes' WHERE entity_id = $1", [
      dummy,
    ])
    await forgetRide()
    await ridden()
    const { rows } = await tenants.pool.query<{ id: number }>('SELECT max(id)::int AS id FROM trips WHERE entity_id = $1', [
      dummy,
    ])
    const onDummy = { ...ours, entity: dummy, trip: rows[0]?.id ?? 0 }
    expect(await telling(onDummy)).toEqual([])
    expect((await detach()).status).toBe(200)
    expect((await install(ours.entity)).status).toBe(200)
    expect(await telling(onDummy)).toEqual([])
    expect(await telling(ours)).toEqual([])
  })

  it('G-107 is shown on another vehicle from when it was shown that it moved there', async () => {
    const van = await tenants.entity(other.businessId, 'Its new vehicle')
    await detach()
    await install(van)
    await forgetRide()
    await ridden()
    const onVan = { ...ours, entity: van }
    expect(await telling(onVan)).toEqual([])
    await tenants.pool.query('UPDATE installations SET moved_at = now() WHERE entity_id = $1', [van])
    const vehicle = 'GET /api/v1/entities/{id} application/json'
    expect(await telling(onVan, [vehicle])).toEqual([vehicle])
  })
})
