import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'

const TECHNICIAN = 'tech@ours.example'
const READER = 'reader@ours.example'
const STRANGER = 'tech@theirs.example'
/** The installer's place, and the place of the customer's vehicle. */
const HERE = { latitude: 52.0907, longitude: 5.1214 }
const THERE = { latitude: 52.2, longitude: 5.3 }

let api: ApiUnderTest
let tenants: Tenants
let ours: number

beforeAll(async () => {
  api = await ApiUnderTest.start()
  tenants = new Tenants(api.database.pool)
  ours = await tenants.business('Ours')
  await tenants.user(TECHNICIAN, 'technician', ours)
  await tenants.user(READER, 'reporter', ours)
  await tenants.user(STRANGER, 'technician', await tenants.business('Theirs'))
})
afterAll(() => api.stop())

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)

async function fix(deviceId: number, seconds: number, { latitude, longitude } = HERE, external_battery_mv = 12_600) {
  await tenants.pool.query('SELECT make_waypoint_partition($1)', [ago(seconds)])
  await tenants.pool.query(
    `INSERT INTO waypoints (device_id, positioned_at, received_at, validity, latitude, longitude, satellites, hdop_hundredths,
       external_battery_mv) VALUES ($1, $2, $2, 0, $3, $4, 9, 90, $5)`,
    [deviceId, ago(seconds), Math.round(latitude * 1e7), Math.round(longitude * 1e7), external_battery_mv],
  )
}

/**
 * Adds a van on which a customer's tracker was installed an hour ago. Half an hour before, the tracker was removed from the
 * customer's bike.
 */
async function followed(consumerId?: number) {
  const bike = await tenants.entity(ours, 'Bike', { consumer_id: consumerId ?? (await tenants.consumer(ours)) })
  const { deviceId, imei } = await tenants.install(ours, bike)
  await tenants.pool.query('UPDATE devices SET protocol = $2 WHERE id = $1', [deviceId, 'teltonika'])
  await fix(deviceId, 6_000, THERE)
  await tenants.pool.query("UPDATE installations SET removed_at = now() - interval '90 minutes' WHERE device_id = $1", [deviceId])
  const van = await tenants.entity(ours, 'Van')
  await onto(deviceId, van, 3_600)
  return { bike, van, deviceId, imei }
}
const onto = (deviceId: number, entityId: number, seconds: number) =>
  tenants.pool.query('INSERT INTO installations (device_id, entity_id, business_id, installed_at) VALUES ($1, $2, $3, $4)', [
    ...[deviceId, entityId, ours, ago(seconds)],
  ])
/** Adds fixes with the power off and on, and a place afterwards. */
async function powered(deviceId: number, place = HERE) {
  await fix(deviceId, 400, place)
  await fix(deviceId, 300, place, 0)
  await fix(deviceId, 200, place)
  await fix(deviceId, 30, place)
}
const show = (entityId: number, more: object = {}, email = TECHNICIAN) =>
  api.call('POST', `/api/v1/install-devices/verification/${entityId}/moved`, {
    email,
    body: { ...HERE, accuracy_m: 12, ...more },
  })
const look = async (entityId: number) => (await api.get(`/install-devices/verification/${entityId}`, TECHNICIAN)).body.data
const isHidden = async (entityId: number) =>
  (await api.get(`/entities/${entityId}/position`, TECHNICIAN)).body.data.location_hidden
const tries = async (deviceId: number) =>
  (
    await tenants.pool.query<{ actor: string; after: object }>(
      "SELECT actor, after FROM audit_log WHERE object_type = 'device' AND object_id = $1 AND action = 'device.move' ORDER BY id",
      [String(deviceId)],
    )
  ).rows

describe('a tracker that came off a customer’s vehicle', () => {
  it('G-107 M2 is shown again once its power was off and on and somebody stands beside it, from then on', async () => {
    const { van, deviceId, imei } = await followed()
    await fix(deviceId, 3_000, THERE)
    expect(await look(van)).toMatchObject({ must_show_move: true, state: 'suspect', verified_at: null })
    expect((await show(van)).body).toEqual({ data: { moved: false } })
    const before = ago(200)
    await powered(deviceId)
    const after = ago(200)
    await tenants.state(deviceId, ago(30), HERE.latitude, HERE.longitude)
    expect(await isHidden(van)).toBe(true)
    const shown = await show(van)
    expect([shown.status, shown.body]).toEqual([200, { data: { moved: true } }])
    expect(await isHidden(van)).toBe(false)
    const { rows } = await tenants.pool.query('SELECT moved_at FROM installations WHERE entity_id = $1', [van])
    expect(rows[0].moved_at.getTime()).toBeGreaterThanOrEqual(before.getTime())
    expect(rows[0].moved_at.getTime()).toBeLessThanOrEqual(after.getTime())
    // As long as it must be shown that the tracker moved, the check also hides when the tracker reported before.
    const { must_show_move, state, checks } = await look(van)
    expect([must_show_move, state]).toEqual([false, 'verified'])
    for (const { passed_at } of checks) expect(Date.parse(passed_at)).toBeGreaterThanOrEqual(rows[0].moved_at.getTime())
    expect(await tries(deviceId)).toEqual([
      { actor: 'Ada Byron', after: { imei, moved: false } },
      { actor: 'Ada Byron', after: { imei, moved: true } },
    ])
    expect((await show(van)).body).toEqual({ data: { moved: true } })
    expect(await tries(deviceId)).toHaveLength(2)
  })

  it('G-107 M2 is not shown by a guess of where the customer’s vehicle is, also after it lay on others on paper', async () => {
    const { van, deviceId } = await followed()
    await powered(deviceId, THERE)
    expect((await show(van)).body.data.moved).toBe(false)
    expect((await show(van, THERE)).body.data.moved).toBe(false)
    await tenants.pool.query("UPDATE installations SET removed_at = now() - interval '50 minutes' WHERE entity_id = $1", [van])
    const dummy = await tenants.entity(ours, 'Dummy')
    await onto(deviceId, dummy, 2_000)
    expect((await show(dummy, THERE)).body.data.moved).toBe(false)
    expect(await look(dummy)).toMatchObject({ must_show_move: true })
  })

  describe('for which a newcomer spoke (M2b)', () => {
    const speaks = async (deviceId: number, network: string, standing: string, seconds: number) =>
      tenants.pool.query(
        `INSERT INTO tracker_networks (device_id, network, standing, first_at, since) VALUES ($1, $2, $3, $4, $4)`,
        [deviceId, network, standing, ago(seconds)],
      )

    it.each(['believed', 'known', 'disputed'])('is not shown to have moved where the newcomer is %s since', async (standing) => {
      const { van, deviceId } = await followed()
      await speaks(deviceId, '127.5.0.0/16', 'known', 90_000)
      await speaks(deviceId, '127.9.0.0/16', standing, 600)
      await powered(deviceId)
      expect((await show(van)).body).toEqual({ data: { moved: false } })
      expect(await look(van)).toMatchObject({ must_show_move: true })
    })

    it('is shown to have moved beside one on trial, one of before, and one that was refused with nothing left of it', async () => {
      const { van, deviceId } = await followed()
      await speaks(deviceId, '127.5.0.0/16', 'known', 90_000)
      await speaks(deviceId, '127.6.0.0/16', 'known', 80_000)
      await speaks(deviceId, '127.8.0.0/16', 'trial', 600)
      await speaks(deviceId, '127.9.0.0/16', 'refused', 600)
      await powered(deviceId)
      expect((await show(van)).body).toEqual({ data: { moved: true } })
    })

    it('is not shown while something of a refused one is in the track', async () => {
      const { van, deviceId } = await followed()
      await speaks(deviceId, '127.5.0.0/16', 'known', 90_000)
      await speaks(deviceId, '127.9.0.0/16', 'refused', 600)
      const sender = await tenants.doubtedSender(deviceId, { reason: 'newcomer', newcomer_network: '127.9.0.0/16' })
      await tenants.pool.query(
        `INSERT INTO packets_aside (device_id, digest, sender_id, received_at, value, headers, taken_in_at)
         VALUES ($1, 'd', $2, $3, 'v', '{}', $3)`,
        [deviceId, sender, ago(600)],
      )
      await powered(deviceId)
      expect((await show(van)).body.data.moved).toBe(false)
      await tenants.pool.query('UPDATE packets_aside SET taken_in_at = NULL WHERE device_id = $1', [deviceId])
      expect((await show(van)).body.data.moved).toBe(true)
    })

    it('is shown by its first sender, where it was never heard before', async () => {
      const { van, deviceId } = await followed()
      await speaks(deviceId, '127.5.0.0/16', 'known', 600)
      await powered(deviceId)
      expect((await show(van)).body.data.moved).toBe(true)
    })
  })

  it('G-107 M2 is shown to have moved by a session after a silence, where it tells no voltage', async () => {
    const { van, deviceId } = await followed()
    await fix(deviceId, 30)
    await tenants.pool.query('UPDATE waypoints SET external_battery_mv = NULL WHERE device_id = $1', [deviceId])
    expect((await show(van)).body.data.moved).toBe(false)
    await tenants.pool.query('UPDATE installations SET session_regained_at = $2 WHERE entity_id = $1', [van, ago(100)])
    expect((await show(van)).body.data.moved).toBe(true)
  })

  it('G-107 M2 is tried five times a day at most, however often it is taken off and put on', async () => {
    const { van, deviceId } = await followed()
    await powered(deviceId, THERE)
    const answers = await Promise.all([0, 1, 2, 3].map(() => show(van)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await api.call('POST', `/api/v1/devices/${deviceId}/detach`, { email: TECHNICIAN, body: { reason: 'Again' } })
    await api.call('POST', `/api/v1/devices/${deviceId}/attach`, { email: TECHNICIAN, body: { entity_id: van } })
    const last = await Promise.all([show(van), show(van)])
    expect(last.map(({ status }) => status).sort()).toEqual([200, 429])
    const refused = await show(van)
    expect([refused.status, refused.body.detail]).toEqual([429, 'This was tried five times within a day; try again tomorrow'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000)
    expect(await tries(deviceId)).toHaveLength(5)
  })

  it('G-107 is judged for who may install there alone, with a place that the phone knows', async () => {
    const { van, deviceId } = await followed()
    await powered(deviceId)
    expect((await show(van, {}, STRANGER)).status).toBe(404)
    expect((await show(van, {}, READER)).status).toBe(403)
    expect((await show(await tenants.entity(ours, 'Bare'))).status).toBe(404)
    const vague = await show(van, { accuracy_m: 101 })
    expect([vague.status, Object.keys(vague.body.errors)]).toEqual([422, ['accuracy_m']])
    expect((await show(van, { latitude: 91 })).status).toBe(422)
    expect(await tries(deviceId)).toEqual([])
    expect((await show(van)).body.data.moved).toBe(true)
  })

  it('G-107 has nothing to show where it came off no customer’s vehicle', async () => {
    const entityId = await tenants.entity(ours, 'Own')
    const { deviceId } = await tenants.install(ours, entityId)
    expect((await show(entityId)).body).toEqual({ data: { moved: true } })
    expect(await look(entityId)).toMatchObject({ must_show_move: false })
    expect(await tries(deviceId)).toEqual([])
  })
})

describe('what a customer’s vehicle has ridden (G-106)', () => {
  const BOSS = 'boss@ours.example'
  beforeAll(async () => {
    await tenants.user(BOSS, 'manager', ours)
  })
  const ask = (method: string, path: string, body?: object) => api.call(method, `/api/v1${path}`, { email: BOSS, body })
  const odometer = async (entityId: number) => (await ask('GET', `/entities/${entityId}`)).body.data.odo

  it('M5b is told by no tracker that comes or goes, nor by another business: it is with consent alone', async () => {
    const bike = await tenants.entity(ours, 'Bike', { consumer_id: await tenants.consumer(ours) })
    const { deviceId } = await tenants.install(ours, bike)
    await tenants.state(deviceId, ago(30))
    const ridden = (metres: number) =>
      api.rows('UPDATE device_states SET odometer_m = $2, counter_m = $2 WHERE device_id = $1', [deviceId, metres])
    const before = await odometer(bike)
    await ridden(1_004_321)
    const off = () => ask('POST', `/devices/${deviceId}/detach`, { reason: 'Broken' })
    const on = () => ask('POST', `/devices/${deviceId}/attach`, { entity_id: bike })
    expect((await off()).status).toBe(200)
    expect(await odometer(bike)).toBe(before)
    expect((await on()).status).toBe(200)
    await ridden(1_048_766)
    const branch = await tenants.business('Branch', 'company', ours)
    for (const to of [branch, ours]) {
      expect((await ask('PUT', `/businesses/${to}/link/entities`, { entities: [bike] })).status).toBeLessThan(300)
      expect(await odometer(bike)).toBe(before)
    }
    await tenants.consent(bike)
    expect(await odometer(bike)).toBeGreaterThanOrEqual(1_004_321)
  })
})
