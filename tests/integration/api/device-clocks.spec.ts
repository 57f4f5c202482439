import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
const MANAGER = 'manager@clocks.example'
const TECHNICIAN = 'tech@clocks.example'
const STRANGER = 'manager@elsewhere.example'
let ours: number
let last = 356_307_070_000_000

beforeAll(async () => {
  ours = await tenants.business('Clocks')
  const theirs = await tenants.business('Elsewhere')
  await tenants.deliver(ours, '356307070000000', '356307070009999')
  await tenants.user(MANAGER, 'manager', ours)
  await tenants.user(TECHNICIAN, 'technician', ours)
  await tenants.user(STRANGER, 'manager', theirs)
})

const imei = () => String(++last)
const call = (method: string, path: string, body?: unknown, email = MANAGER) =>
  api.call(method, `/api/v1${path}`, { email, body })
const create = async (body: object = {}) => (await call('POST', '/devices', { imei: imei(), ...body })).body.data
const device = async (id: number, email = MANAGER) => (await api.get(`/devices/${id}`, email)).body.data

/** Writes the errors of a tracker's clock as the consumer process does. */
async function heard(deviceId: number, clock: { told?: string; lagS?: number; offset?: number } = {}, secondsAgo = 20) {
  await tenants.pool.query(
    `INSERT INTO device_states (device_id, imei, revision, entity_id, business_id, last_received_at, moving, clock_told_at, clock_lag_s,
       clock_offset_minutes)
     SELECT d.id, d.imei, 1, i.entity_id, i.business_id, now() - make_interval(secs => $2), FALSE, $3, $4, $5
     FROM devices d LEFT JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL WHERE d.id = $1
     ON CONFLICT (device_id) DO UPDATE SET last_received_at = excluded.last_received_at, clock_told_at = excluded.clock_told_at,
       clock_lag_s = excluded.clock_lag_s, clock_offset_minutes = excluded.clock_offset_minutes`,
    [deviceId, secondsAgo, clock.told ?? null, clock.lagS ?? null, clock.offset ?? null],
  )
}
const onVehicle = async () => {
  const entityId = await tenants.entity(ours, 'Cargo 7')
  return { entityId, ...(await tenants.install(ours, entityId)) }
}

describe('a tracker of which every date is wrong', () => {
  it('was heard on every screen: devices, vehicles, status, the check of its installation, the map', async () => {
    const { deviceId, entityId, imei: number } = await onVehicle()
    await heard(deviceId, { told: '2007-04-14T11:00:00Z' })
    expect(await device(deviceId)).toMatchObject({ connection: 'live', last_seen: expect.any(String) })
    const { data: vehicle } = (await api.get(`/entities/${entityId}`, MANAGER)).body
    expect(vehicle).toMatchObject({ last_seen: expect.any(String), position: null })
    const listed = (await api.get('/entities/index?limit=100', MANAGER)).body.data.find(
      ({ id }: { id: number }) => id === entityId,
    )
    expect(listed).toMatchObject({ last_seen: vehicle.last_seen })
    expect((await api.get(`/debug/${number}`, TECHNICIAN)).body.data).toMatchObject({ network: 'connected', position: null })
    const { checks } = (await api.get(`/install-devices/verification/${entityId}`, TECHNICIAN)).body.data
    expect(checks[0]).toMatchObject({ name: 'network', state: 'passed' })
  })

  it('is named with its date where the installer looks, and is no reason to look for satellites', async () => {
    const { deviceId, entityId, imei: number } = await onVehicle()
    await heard(deviceId, { told: '2007-04-14T11:00:00Z' })
    const clock = { told_on: '2007-04-14', lag_s: null, suggested_utc_offset_minutes: null }
    expect((await device(deviceId)).clock).toEqual(clock)
    expect((await api.get(`/debug/${number}`, TECHNICIAN)).body.data.clock).toEqual(clock)
    const { data } = (await api.get(`/install-devices/verification/${entityId}`, TECHNICIAN)).body
    expect(data).toMatchObject({ state: 'suspect', cause: 'wrong-clock', clock })
    expect(data.checks[1]).toMatchObject({ name: 'gps', state: 'suspect', cause: 'wrong-clock' })
  })

  it('counts the hours in which it was heard, too', async () => {
    const { deviceId, imei: number } = await onVehicle()
    await heard(deviceId, { told: '2007-04-14T11:00:00Z' })
    await tenants.pool.query(
      `INSERT INTO waypoints_aside (positioned_at, received_at, device_id, reason, fix)
       VALUES ('2007-04-14T11:00:00Z', now() - interval '20 minutes', $1, 6, '{}')`,
      [deviceId],
    )
    const { online } = (await api.get(`/debug/${number}`, TECHNICIAN)).body.data
    expect(online.hours.flatMap((isOnline: boolean, hour: number) => (isOnline ? hour : []))).toEqual([23])
  })

  it('is heard on the bench, before it is on any vehicle, by those whose it is', async () => {
    const { id, imei: number } = await create()
    await heard(id, { told: '2007-04-14T11:00:00Z' })
    expect(await device(id)).toMatchObject({ state: 'free', connection: 'live', clock: { told_on: '2007-04-14' } })
    expect((await api.get(`/debug/${number}`, TECHNICIAN)).body.data).toMatchObject({
      network: 'connected',
      clock: { told_on: '2007-04-14' },
    })
    expect((await api.get(`/devices/${id}`, STRANGER)).status).toBe(404)
    const { data } = (await api.get(`/devices?search=imei:${number};connection:live&searchJoin=and`, MANAGER)).body
    expect(data.map((one: { id: number }) => one.id)).toEqual([id])
  })

  it('tells no day of a tracker on the vehicle of others, nor when it was heard there', async () => {
    const { id } = await create()
    const elsewhere = await tenants.business('Others still')
    const entityId = await tenants.entity(elsewhere, 'Not ours')
    await tenants.pool.query(
      "INSERT INTO installations (device_id, entity_id, business_id, installed_at) VALUES ($1, $2, $3, '2024-01-01Z')",
      [id, entityId, elsewhere],
    )
    await heard(id, { told: '2007-04-14T11:00:00Z' })
    expect(await device(id)).toMatchObject({ clock: null, last_seen: null, connection: 'never' })
  })

  it('tells nothing of when a customer’s vehicle was heard', async () => {
    const entityId = await tenants.entity(ours, 'Private', { consumer_id: await tenants.consumer(ours) })
    const { deviceId, imei: number } = await tenants.install(ours, entityId)
    await heard(deviceId, { told: '2007-04-14T11:00:00Z' })
    expect(await device(deviceId)).toMatchObject({ last_seen: null })
    expect((await api.get(`/debug/${number}`, TECHNICIAN)).body.data).toMatchObject({
      network: 'hidden',
      clock: null,
      last_update: null,
    })
  })
})

describe('a clock that is constantly off', () => {
  it.each([
    ['7 hours behind', 25_203, null, -420],
    ['5½ hours ahead', -19_797, null, 330],
    ['an hour behind the zone that is set', 3_602, 60, 0],
    ['an hour ahead of it', -3_598, 60, 120],
    ['37 minutes behind', 2_221, null, -37],
    ['12 days behind, as no zone is', 1_036_800, null, null],
  ])('%s is told with the offset that puts it right', async (_, lagS, offset, suggested) => {
    const made = await create({ utc_offset_minutes: offset })
    await heard(made.id, { lagS, ...(offset !== null && { offset }) })
    expect((await device(made.id)).clock).toEqual({ told_on: null, lag_s: lagS, suggested_utc_offset_minutes: suggested })
  })

  it('is judged by what its protocol sends when nothing is set', async () => {
    const made = await create()
    await heard(made.id, { lagS: 28_803 })
    await tenants.pool.query("UPDATE devices SET protocol = 'jt808' WHERE id = $1", [made.id])
    expect((await device(made.id)).clock.suggested_utc_offset_minutes).toBe(0)
    await tenants.pool.query("UPDATE devices SET protocol = 'queclink' WHERE id = $1", [made.id])
    expect((await device(made.id)).clock).toEqual({ told_on: null, lag_s: 28_803, suggested_utc_offset_minutes: null })
  })

  it('is put right by one write, and said no more', async () => {
    const made = await create()
    await heard(made.id, { lagS: 25_203 })
    const { clock, ...before } = await device(made.id)
    const written = await call('PUT', `/devices/${made.id}`, {
      imei: made.imei,
      utc_offset_minutes: clock.suggested_utc_offset_minutes,
    })
    expect(written.body.data).toMatchObject({ utc_offset_minutes: -420, clock: null, title: before.title })
    const { rows } = await tenants.pool.query('SELECT utc_offset_minutes FROM devices WHERE id = $1', [made.id])
    expect(rows).toEqual([{ utc_offset_minutes: -420 }])
  })
})

describe('how a tracker writes', () => {
  it('is set, kept by who says nothing of it, and taken away', async () => {
    const made = await create({ utc_offset_minutes: 480, speed_unit: 'm/s' })
    expect(made).toMatchObject({ utc_offset_minutes: 480, speed_unit: 'm/s', clock: null })
    const kept = await call('PUT', `/devices/${made.id}`, { imei: made.imei, title: 'Spare' })
    expect(kept.body.data).toMatchObject({ title: 'Spare', utc_offset_minutes: 480, speed_unit: 'm/s' })
    const gone = await call('PUT', `/devices/${made.id}`, { imei: made.imei, utc_offset_minutes: null, speed_unit: null })
    expect(gone.body.data).toMatchObject({ utc_offset_minutes: null, speed_unit: null })
  })

  it.each([
    [
      { utc_offset_minutes: 841 },
      'utc_offset_minutes',
      'Must be minutes east of UTC, -720 to 840, or hours and minutes such as +05:30',
    ],
    [{ utc_offset_minutes: 1.5 }, 'utc_offset_minutes', expect.stringContaining('+05:30')],
    [{ utc_offset_minutes: 'Vaduz' }, 'utc_offset_minutes', expect.stringContaining('+05:30')],
    [{ utc_offset_minutes: [60] }, 'utc_offset_minutes', expect.stringContaining('+05:30')],
    [{ speed_unit: 'furlong' }, 'speed_unit', 'Must be one of: kn, m/s, km/h, mph'],
    [{ speed_unit: 7 }, 'speed_unit', 'Must be one of: kn, m/s, km/h, mph'],
  ])('refuses %j with what is allowed', async (body, field, message) => {
    const { status, body: problem } = await call('POST', '/devices', { imei: imei(), ...body })
    expect([status, problem.errors[field]]).toEqual([422, [message]])
  })

  it('comes out of a sheet as people write it; what may be hours or minutes is named', async () => {
    const [one, two, three, four] = [imei(), imei(), imei(), imei()]
    const csv = `imei;utc_offset_minutes;speed_unit\n${one};+05:30;km/h\n${two};-420;knots\n${three};;\n${four};8;m/s\n`
    const { body } = await call('POST', '/devices/imports', { csv })
    expect(body.data).toMatchObject({ created: 3, failed: [{ row: 5, field: 'utc_offset_minutes' }] })
    const { rows } = await tenants.pool.query(
      'SELECT utc_offset_minutes AS offset, speed_unit AS unit FROM devices WHERE imei = ANY ($1) ORDER BY imei',
      [[one, two, three]],
    )
    expect(rows).toEqual([
      { offset: 330, unit: 'km/h' },
      { offset: -420, unit: 'kn' },
      { offset: null, unit: null },
    ])
  })
})
