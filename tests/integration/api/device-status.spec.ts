import { apiForTests } from '../../support/api/api-for-tests.js'

const TECHNICIAN = 'tech@ours.example'
const STRANGER = 'tech@theirs.example'
const REPORTER = 'reporter@ours.example'

const { api, tenants } = apiForTests()
let ours: number
let theirs: number

beforeAll(async () => {
  ours = await tenants.business('Ours')
  theirs = await tenants.business('Theirs')
  await tenants.user(TECHNICIAN, 'technician', ours, { time_zone: 'Europe/Amsterdam' })
  await tenants.user(STRANGER, 'technician', theirs)
  await tenants.user(REPORTER, 'reporter', ours)
})

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)
const bike = async (more: Record<string, unknown> = {}) => {
  const entityId = await tenants.entity(ours, 'Cargo 042', more)
  return { entityId, ...(await tenants.install(ours, entityId)) }
}
const customersBike = async () => bike({ consumer_id: await tenants.consumer(ours) })
/** Adds a fix that the tracker sent. */
const fix = async (deviceId: number, seconds: number, more: Record<string, unknown> = {}) => {
  const columns = {
    device_id: deviceId,
    positioned_at: ago(seconds),
    received_at: ago(seconds),
    validity: 0,
    latitude: 494_123_456,
    longitude: 87_101_234,
    speed_tenths_kph: 185,
    heading: 312,
    hdop_hundredths: 90,
    satellites: 11,
    external_battery_mv: 36_400,
    gsm_signal: 4,
    ...more,
  }
  await tenants.pool.query('SELECT make_waypoint_partition($1)', [columns.positioned_at])
  const places = Object.keys(columns).map((_, at) => `$${at + 1}`)
  await tenants.pool.query(
    `INSERT INTO waypoints (${Object.keys(columns).join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(columns),
  )
}
const fixes = async (deviceId: number, count: number, more: (at: number) => Record<string, unknown> = () => ({})) => {
  for (let at = 0; at < count; at++) await fix(deviceId, 5 + at * 10, more(at))
}
const status = (id: string, email = TECHNICIAN) => api.get(`/debug/${id}`, email)
const trips = (id: string, query = '', email = TECHNICIAN) => api.get(`/debug/${id}/trips${query}`, email)
const looks = async (entityId: number) =>
  (
    await tenants.pool.query(
      "SELECT 1 FROM audit_log WHERE action = 'consumer.position.view' AND object_type = 'entity' AND object_id = $1",
      [String(entityId)],
    )
  ).rows.length

describe('the status of a tracker', () => {
  it('R-254 R-110 R-116 tells its last update, speed, heading, network, GPS and external battery', async () => {
    const { deviceId, imei, entityId } = await bike()
    const minuteAgo = Date.now() - 60_000
    await fixes(deviceId, 10, (at) => (at === 3 ? { validity: 1 } : {}))
    const { status: code, body } = await status(imei)
    expect(code).toBe(200)
    expect(body.data).toMatchObject({
      device_id: deviceId,
      imei,
      entity_id: entityId,
      entity_name: 'Cargo 042',
      business_name: 'Ours',
      network: 'connected',
      speed_kph: 18.5,
      heading: 312,
      gsm_signal: 4,
      location_hidden: false,
      position: { latitude: 49.412346, longitude: 8.710123 },
      gps: { quality: 'good', valid: 9, total: 10, satellites: 11 },
      external_battery: { millivolts: 36_400, percent: 53 },
    })
    expect(Date.parse(body.data.last_update)).toBeGreaterThan(minuteAgo)
    expect(body.data.fixes.map(({ valid }: { valid: boolean }) => valid)).toEqual(Array.from({ length: 10 }, (_, at) => at !== 3))
  })

  it('R-115 calls the network disconnected 3 minutes after the last update, and never connected before the first', async () => {
    const { deviceId, imei } = await bike()
    expect((await status(imei)).body.data).toMatchObject({
      network: 'never',
      last_update: null,
      position: null,
      external_battery: null,
      gps: { quality: 'unknown', total: 0 },
    })
    await fix(deviceId, 181)
    expect((await status(imei)).body.data.network).toBe('disconnected')
  })

  it('R-115 counts any message as an update, not positions alone', async () => {
    const { deviceId, imei } = await bike()
    await fix(deviceId, 600)
    await tenants.state(deviceId, ago(20))
    expect((await status(imei)).body.data.network).toBe('connected')
  })

  it('R-117 G-47 shows in which of the last 24 hours something arrived, by when it arrived', async () => {
    const { deviceId, imei } = await bike()
    await fix(deviceId, 60)
    await fix(deviceId, 90 * 60)
    // The tracker stored this fix for five hours, because it had no network.
    await fix(deviceId, 7 * 3_600 + 60, { received_at: ago(2 * 3_600 + 60) })
    await fix(deviceId, 25 * 3_600)
    const { online } = (await status(imei)).body.data
    expect(online.hours.flatMap((isOnline: boolean, hour: number) => (isOnline ? hour : []))).toEqual([21, 22, 23])
    expect(online.percent).toBe(13)
  })

  it('R-107 is found by the last six digits when they are unique in scope', async () => {
    const { imei } = await bike()
    expect((await status(imei.slice(-6))).body.data.imei).toBe(imei)
    await tenants.install(ours, await tenants.entity(ours, 'Twin'), `111111111${imei.slice(-6)}`)
    expect((await status(imei.slice(-6))).status).toBe(409)
    for (const digits of ['12345', 'abcdef', `${imei}0`]) expect((await status(digits)).status).toBe(404)
  })

  it('is there on the bench, before the tracker is on anything', async () => {
    const { id, imei } = await tenants.device(ours)
    await fixes(id, 3)
    expect((await status(imei)).body.data).toMatchObject({ entity_id: null, network: 'connected', speed_kph: 18.5 })
  })

  it('is nothing of others, nor of the time in which the tracker was theirs', async () => {
    const { deviceId, imei } = await bike()
    await fixes(deviceId, 3)
    expect((await status(imei, STRANGER)).status).toBe(404)
    expect((await status(imei, REPORTER)).status).toBe(403)
    await tenants.pool.query('UPDATE installations SET removed_at = now() WHERE device_id = $1', [deviceId])
    await tenants.pool.query('UPDATE devices SET business_id = $2 WHERE id = $1', [deviceId, theirs])
    expect((await status(imei, STRANGER)).body.data).toMatchObject({
      entity_id: null,
      last_update: null,
      network: 'never',
      position: null,
      fixes: [],
      online: { percent: 0 },
    })
  })
})

describe('a customer’s vehicle under test', () => {
  it('R-240 G-38 G-106 tells nothing without consent: not where it is, nor when it was heard or how its battery does', async () => {
    const { deviceId, imei, entityId } = await customersBike()
    await fixes(deviceId, 10)
    const tripId = await tenants.trip(deviceId, ago(60).toISOString(), ago(5).toISOString())
    const { data } = (await status(imei)).body
    expect(data).toMatchObject({
      location_hidden: true,
      position: null,
      speed_kph: null,
      heading: null,
      network: 'hidden',
      last_update: null,
      gps: { quality: 'unknown', total: 0 },
      gsm_signal: null,
      external_battery: null,
      online: { percent: 0 },
      fixes: [],
    })
    expect((await trips(imei)).body.data).toEqual([])
    expect((await api.get(`/debug/${imei}/trips/${tripId}`, TECHNICIAN)).status).toBe(404)
    expect(await looks(entityId)).toBe(0)
  })

  it('T-12 R-240 is seen with consent for 60 minutes, each viewer written down once an hour however often the page asks', async () => {
    const { deviceId, imei, entityId } = await customersBike()
    await fixes(deviceId, 3)
    await tenants.consent(entityId)
    for (let times = 0; times < 3; times++) {
      expect((await status(imei)).body.data).toMatchObject({ location_hidden: false, speed_kph: 18.5 })
    }
    expect(await looks(entityId)).toBe(1)
    await tenants.pool.query(
      "UPDATE consents SET granted_at = now() - interval '61 minutes', expires_at = now() - interval '1 minute' WHERE entity_id = $1",
      [entityId],
    )
    expect((await status(imei)).body.data).toMatchObject({ location_hidden: true, position: null })
  })

  it('G-38 hides what the tracker told of a customer’s vehicle after it was taken off it', async () => {
    const { deviceId, imei } = await customersBike()
    await fixes(deviceId, 3)
    await tenants.pool.query('UPDATE installations SET removed_at = now() WHERE device_id = $1', [deviceId])
    expect((await status(imei)).body.data).toMatchObject({
      entity_id: null,
      position: null,
      speed_kph: null,
      network: 'hidden',
    })
  })
})

describe('today’s trips of a tracker', () => {
  it('R-252 R-111 are those that began today in the asker’s time zone, newest first', async () => {
    const { deviceId, imei } = await bike()
    const { rows } = await tenants.pool.query<{ zone: string; starts: Date }>(
      `SELECT name AS zone, date_trunc('day', now() AT TIME ZONE name) AT TIME ZONE name AS starts
       FROM (VALUES ('Pacific/Kiritimati'), ('Pacific/Pago_Pago'), ('Europe/Amsterdam')) zones (name)`,
    )
    for (const { zone, starts } of rows) {
      const at = (seconds: number) => new Date(starts.getTime() + seconds * 1_000).toISOString()
      await tenants.pool.query('DELETE FROM trips WHERE device_id = $1', [deviceId])
      const [, early, late] = [
        await tenants.trip(deviceId, at(-120), at(-60)),
        await tenants.trip(deviceId, at(0), at(1)),
        await tenants.trip(deviceId, at(2), at(3)),
      ]
      // If the zone is the user's own zone, no parameter is needed.
      const query = zone === 'Europe/Amsterdam' ? '' : `?tz=${zone}`
      const { data, meta } = (await trips(imei, query)).body
      expect(data.map(({ id }: { id: number }) => id)).toEqual([late, early])
      expect(meta.time_zone).toBe(zone)
    }
    expect((await trips(imei, '?tz=Mars')).status).toBe(422)
  })

  it('R-253 R-111 come with their line one by one, and only those of this tracker', async () => {
    const { deviceId, imei } = await bike()
    const other = await bike()
    const start = ago(60)
    await tenants.waypoint(deviceId, start.toISOString(), 49.41, 8.71)
    const tripId = await tenants.trip(deviceId, start.toISOString(), ago(1).toISOString())
    const { status: code, body } = await api.get(`/debug/${imei}/trips/${tripId}`, TECHNICIAN)
    expect(code).toBe(200)
    expect(body.data).toMatchObject({ id: tripId, waypoints: [{ latitude: 49.41, longitude: 8.71 }] })
    expect((await api.get(`/debug/${other.imei}/trips/${tripId}`, TECHNICIAN)).status).toBe(404)
    expect((await trips(imei, '', STRANGER)).status).toBe(404)
  })
})
