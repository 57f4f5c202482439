import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
let vendor: number
const MANAGER = 'manager@x.example'
interface Item {
  kind: string
  at: string
  actor: string | null
  tracker: { imei: string | null; previous_imei: string | null; reason: string | null } | null
  trips: { date: string; trips: number; distance_m: number; duration_s: number } | null
  case_state: string | null
  edit: { action: string; changes: { field: string; old: unknown; new: unknown }[] } | null
}

const timeline = (id: number, query = '', email = MANAGER) => api.get(`/entities/${id}/timeline?limit=50&${query}`, email)
const items = async (id: number, query = '', email = MANAGER): Promise<Item[]> => (await timeline(id, query, email)).body.data
const call = (method: string, path: string, body?: unknown) => api.call(method, `/api/v1${path}`, { email: MANAGER, body })

beforeAll(async () => {
  vendor = await tenants.business('Vendor')
  await tenants.user(MANAGER, 'manager', vendor)
  const lister = await tenants.user('lister@x.example', 'reporter', vendor)
  await api.database.pool.query("INSERT INTO roles (key, name) VALUES ('empty', 'Empty')")
  await api.database.pool.query("UPDATE users SET role_id = (SELECT id FROM roles WHERE key = 'empty') WHERE id = $1", [lister])
  await tenants.grant(lister, 'index:entity')
  await tenants.user('manager@other.example', 'manager', await tenants.business('Other'))
})

describe('the timeline of a vehicle', () => {
  it('T-04 tells a swap of the tracker, both IMEIs, and the trips of before and after it on one page, newest first', async () => {
    const bike = await tenants.entity(vendor, 'Cargo 042', { created_at: '2023-12-31Z' })
    const first = await tenants.install(vendor, bike)
    await tenants.trip(first.deviceId, '2025-06-01T08:00:00Z', '2025-06-01T08:30:00Z', { distanceM: 4_000 })
    await tenants.trip(first.deviceId, '2025-06-01T17:00:00Z', '2025-06-01T17:20:00Z', { distanceM: 2_000 })
    await call('POST', `/devices/${first.deviceId}/detach`, { reason: 'Water in it', returned: true })
    const { rows } = await api.database.pool.query<{ id: number }>(
      "INSERT INTO devices (imei, business_id) VALUES ('356307042449990', $1) RETURNING id",
      [vendor],
    )
    const second = Number(rows[0]?.id)
    expect((await call('POST', `/devices/${second}/attach`, { entity_id: bike })).status).toBe(200)
    await tenants.trip(second, '2099-06-02T08:00:00Z', '2099-06-02T08:10:00Z')

    const life = await items(bike)
    expect(life.map(({ kind }) => kind)).toEqual(['trips', 'swap', 'trips', 'install'])
    expect(life[1]).toMatchObject({
      actor: 'Ada Byron',
      tracker: { imei: '356307042449990', previous_imei: first.imei, reason: 'Water in it' },
    })
    expect(life[2]?.trips).toEqual({ date: '2025-06-01', trips: 2, distance_m: 6_000, duration_s: 3_000 })
    expect(life[3]?.tracker).toEqual({ imei: first.imei, previous_imei: null, reason: null })
  })

  it('T-04 a replaced tracker leaves one life: trips before and after, an odometer that never falls, both IMEIs with dates, the old one returned', async () => {
    const bike = await tenants.entity(vendor, 'One life', { created_at: '2023-12-31Z' })
    const old = await tenants.install(vendor, bike)
    const heard = async (deviceId: number, odometerM: number) => {
      await tenants.state(deviceId, new Date())
      await api.database.pool.query('UPDATE device_states SET odometer_m = $2 WHERE device_id = $1', [deviceId, odometerM])
    }
    const odometer = async () => (await call('GET', `/entities/${bike}`)).body.data.odo
    await heard(old.deviceId, 80_000)
    await tenants.trip(old.deviceId, '2025-06-01T08:00:00Z', '2025-06-01T08:30:00Z')
    const imei = '356307042441013'
    await api.database.pool.query('INSERT INTO devices (imei, business_id) VALUES ($1, $2)', [imei, vendor])
    const replaced = await call('POST', `/entities/${bike}/replace`, { imei, reason: 'defective', returned: true })
    expect([replaced.status, replaced.body.data.old_device]).toEqual([
      200,
      expect.objectContaining({ imei: old.imei, state: 'returned', returned_at: expect.any(String) }),
    ])
    const read = [await odometer()]
    const fresh = replaced.body.data.entity.device_id
    await heard(fresh, 12_345)
    read.push(await odometer())
    await heard(fresh, 13_845)
    read.push(await odometer())
    expect(read).toEqual([80_000, 80_000, 81_500])
    await tenants.trip(fresh, '2099-06-02T08:00:00Z', '2099-06-02T08:10:00Z')
    const life = await items(bike)
    expect(life.map(({ kind, at, tracker }) => [kind, at.slice(0, 10), tracker?.imei, tracker?.previous_imei])).toEqual([
      ['trips', '2099-06-02', undefined, undefined],
      ['swap', new Date().toISOString().slice(0, 10), imei, old.imei],
      ['trips', '2025-06-01', undefined, undefined],
      ['install', '2024-01-01', old.imei, null],
    ])
  })

  it('T-04 tells a tracker that went without another one coming, with the reason', async () => {
    const bike = await tenants.entity(vendor, 'Cargo 043')
    const { deviceId, imei } = await tenants.install(vendor, bike)
    await call('POST', `/devices/${deviceId}/detach`, { reason: 'Sold', returned: false })
    expect((await items(bike))[0]).toMatchObject({ kind: 'removal', tracker: { imei, reason: 'Sold' } })
  })

  it('T-04 T-16 tells edits with every field from and to, and cases with how they ended', async () => {
    await tenants.tag('Gazelle', 'brand', vendor)
    const bike = await tenants.entity(vendor, 'Cargo 044', { brand: 'Gazelle', color: 'Red' })
    const edited = await call('PUT', `/entities/${bike}`, { name: 'Cargo 044', brand: 'Gazelle', color: 'Blue' })
    expect(edited.status).toBe(200)
    await api.database.pool.query(
      "INSERT INTO missing_cases (entity_id, state, opened_at, ended_at) VALUES ($1, 'resolved', '2025-01-01Z', '2025-01-02Z')",
      [bike],
    )
    const life = await items(bike)
    expect(life.map(({ kind, case_state }) => [kind, case_state])).toEqual([
      ['edit', null],
      ['case-end', 'resolved'],
      ['case', null],
    ])
    expect(life[0]?.actor).toBe('Ada Byron')
    expect(life[0]?.edit?.action).toBe('entity.update')
    expect(life[0]?.edit?.changes).toContainEqual(expect.objectContaining({ field: 'color', old: 'Red', new: 'Blue' }))
  })

  it('groups trips by the days of the zone that is asked for, and is narrowed by kind and paged', async () => {
    const bike = await tenants.entity(vendor, 'Cargo 045')
    const { deviceId } = await tenants.install(vendor, bike)
    await tenants.trip(deviceId, '2025-06-01T22:30:00Z', '2025-06-01T22:40:00Z')
    const days = async (query: string) => (await items(bike, query)).map(({ trips }) => trips?.date)
    expect(await days('searchFields=kind:intrips')).toEqual(['2025-06-01'])
    expect(await days('searchFields=kind:intrips&tz=Europe/Amsterdam')).toEqual(['2025-06-02'])
    const second = await api.get(`/entities/${bike}/timeline?limit=1&page=2`, MANAGER)
    expect([second.body.data[0].kind, second.body.meta.total]).toEqual(['install', 2])
    expect((await timeline(bike, 'tz=Mars/Base')).body.errors).toEqual({ tz: [expect.stringContaining('IANA')] })
  })

  it('T-12 G-38 tells no day of trips of a customer’s vehicle without consent, nor to who may not see the map', async () => {
    const consumer = await tenants.consumer(vendor)
    const bike = await tenants.entity(vendor, 'Hidden', { consumer_id: consumer })
    const { deviceId } = await tenants.install(vendor, bike)
    await tenants.trip(deviceId, '2025-06-01T08:00:00Z', '2025-06-01T08:30:00Z')
    const kinds = async (email: string) => (await items(bike, '', email)).map(({ kind }) => kind)
    expect(await kinds(MANAGER)).toEqual(['install'])
    await api.database.pool.query('UPDATE entities SET consumer_id = NULL WHERE id = $1', [bike])
    expect(await kinds(MANAGER)).toEqual(['trips', 'install'])
    expect(await kinds('lister@x.example')).toEqual(['install'])
  })

  it('is nobody else’s, and gone with its vehicle', async () => {
    const bike = await tenants.entity(vendor, 'Cargo 046')
    expect((await timeline(bike, '', 'manager@other.example')).status).toBe(404)
    await call('DELETE', `/entities/${bike}`)
    expect((await timeline(bike)).status).toBe(404)
  })
})
