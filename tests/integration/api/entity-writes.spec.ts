import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
let vendor: number
const MANAGER = 'manager@x.example'
const TECHNICIAN = 'technician@x.example'
const GOOD = {
  name: 'Gazelle 12',
  frame_number: 'GZ-0012',
  license_plate: 'AB-12-CD',
  vehicle_type: 'eBike',
  brand: 'gazelle',
  color: 'Black',
}

const call = (method: string, path: string, body?: unknown, email = MANAGER, headers = {}) =>
  api.call(method, `/api/v1${path}`, { email, body, headers })
const create = async (more: object = {}) => (await call('POST', '/entities', { ...GOOD, allow_twin: true, ...more })).body.data
const read = async (id: number) => (await api.get(`/entities/${id}?with=tags`, MANAGER)).body.data
const edit = (id: number, more: object = {}, headers = {}) =>
  call('PUT', `/entities/${id}`, { name: 'Other', brand: 'Gazelle', color: 'Red', ...more }, MANAGER, headers)

beforeAll(async () => {
  vendor = await tenants.business('Vendor')
  await tenants.user(MANAGER, 'manager', vendor)
  await tenants.user(TECHNICIAN, 'technician', vendor)
  await tenants.user('manager@other.example', 'manager', await tenants.business('Other'))
})

describe('making a vehicle', () => {
  it('R-279 R-165 keeps every field, and its words become tags of the catalogue', async () => {
    const city = await tenants.tag('City', 'general', vendor)
    const group = await tenants.tag('Couriers', 'group', vendor)
    const said = {
      short_name: 'G12',
      model: 'Ultimate C380',
      engine_brand: 'Bosch',
      engine_model: 'Cargo Line',
      power_unit: '500 Wh',
      odometer_m: 12_000,
      tags: [city],
      target_group_id: group,
    }
    const made = await create(said)
    const { tags: _, target_group_id: __, odometer_m: ___, ...words } = said
    expect(made).toMatchObject({ ...GOOD, ...words, brand: 'Gazelle', odo: 12_000, created_by: 'Ada Byron', imei: null })
    expect(made.tags.map((tag: { type: string; name: string }) => `${tag.type}: ${tag.name}`).sort()).toEqual([
      ...['brand: Gazelle', 'color: Black', 'engine_brand: Bosch', 'engine_model: Cargo Line', 'general: City'],
      ...['group: Couriers', 'model: Ultimate C380', 'powerunit: 500 Wh', 'type: eBike'],
    ])
  })

  it.each(['eBike', 'eCargoBike', 'speedPedelec', 'eMoped', 'moped', 'automobile', 'other'])(
    'R-166 of the type %s',
    async (type) => {
      expect((await create({ vehicle_type: type })).vehicle_type).toBe(type)
    },
  )

  it.each([
    [{ name: '' }, 'name', 'Name is required'],
    [{ name: 'abc' }, 'name', 'Name must have at least 4 characters'],
    [{ frame_number: undefined }, 'frame_number', 'Frame number is required'],
    [{ frame_number: '123' }, 'frame_number', 'Frame number must have at least 4 characters'],
    [{ license_plate: '' }, 'license_plate', 'License plate is required'],
    [{ license_plate: 'AB1' }, 'license_plate', 'License plate must have at least 4 characters'],
    [{ vehicle_type: '' }, 'vehicle_type', 'Type and Brand tags are required'],
    [{ brand: '' }, 'brand', 'Type and Brand tags are required'],
    [{ vehicle_type: 'unregistered' }, 'vehicle_type', expect.stringContaining('Must be one of: eBike')],
    [{ brand: 'Nobody knows it' }, 'brand', 'There is no such brand; add it to the tags first'],
    [{ tags: [2_000_000_000] }, 'tags', 'There is no such tag'],
    [{ odometer_m: -1 }, 'odometer_m', 'Odometer must be metres'],
  ])('R-121 R-122 R-123 R-127 R-354 refuses %j', async (more, field, message) => {
    const { status, body } = await call('POST', '/entities', { ...GOOD, ...more })
    expect([status, body.errors[field]]).toEqual([422, expect.arrayContaining([message])])
  })

  it('R-155 writes names in capitals where the business does', async () => {
    const loud = await tenants.business('Loud', 'company', vendor)
    await api.database.pool.query('UPDATE businesses SET name_upper = true WHERE id = $1', [loud])
    const made = await create({ business_id: loud })
    expect([made.name, made.frame_number]).toEqual(['GAZELLE 12', 'GZ-0012'])
  })

  it('G-30 makes one of a call that is sent twice', async () => {
    const send = () =>
      call('POST', '/entities', { ...GOOD, name: 'Once only', allow_twin: true }, TECHNICIAN, { 'idempotency-key': 'one-bike' })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.body.data.id]).toEqual([200, first.body.data.id])
  })
})

describe('changing a vehicle', () => {
  it('R-271 R-165 changes what is said and leaves the rest, and tells who changed what (T-16)', async () => {
    const { id } = await create({ model: 'Ultimate C380' })
    const { body } = await edit(id, { license_plate: 'XY-99-ZZ' })
    expect(body.data).toMatchObject({
      name: 'Other',
      color: 'Red',
      license_plate: 'XY-99-ZZ',
      frame_number: 'GZ-0012',
      model: 'Ultimate C380',
    })
    const { rows } = await api.database.pool.query(
      "SELECT before, after FROM audit_log WHERE action = 'entity.update' AND object_id = $1",
      [String(id)],
    )
    expect(rows[0].before).toMatchObject({ color: 'Black', license_plate: 'AB-12-CD' })
    expect(rows[0].after).toMatchObject({ color: 'Red', license_plate: 'XY-99-ZZ' })
  })

  it.each(['name', 'brand', 'color'])('R-162 wants the %s', async (field) => {
    const { id } = await create()
    const { status, body } = await edit(id, { [field]: '' })
    expect([status, body.errors]).toEqual([422, { [field]: ['Name, Brand and Color are required'] }])
  })

  it('lets a brand stay that was written down before it was a tag', async () => {
    const id = await tenants.entity(vendor, 'Old bike', { brand: 'Handmade', color: 'Blue' })
    expect((await edit(id, { brand: 'Handmade' })).status).toBe(200)
    expect((await edit(id, { brand: 'Another' })).body.errors.brand).toHaveLength(1)
  })

  it('takes the tags of a brand that it no longer has off it', async () => {
    const { id } = await create({ model: 'Ultimate C380' })
    await edit(id, { brand: 'Koga', model: 'Something of its own' })
    const { brand, model, tags } = await read(id)
    expect([brand, model]).toEqual(['Koga', 'Something of its own'])
    expect(tags.filter((tag: { type: string }) => ['brand', 'model'].includes(tag.type))).toMatchObject([{ name: 'Koga' }])
  })

  it('R-130 leaves unregistered ones alone', async () => {
    const id = await tenants.entity(vendor, 'Unregistered', { vehicle_type: 'unregistered' })
    const { status, body } = await edit(id)
    expect([status, body.detail]).toEqual([
      409,
      'Unregistered entities cannot be edited; delete this entity and install it again',
    ])
  })

  it('G-29 refuses a change of what somebody else has changed since', async () => {
    const { id, updated_at } = await create()
    const headers = { 'if-match': `W/"${updated_at}"` }
    expect((await edit(id, {}, headers)).status).toBe(200)
    expect((await edit(id, {}, headers)).status).toBe(412)
  })

  it('T-04 sets the odometer to what was read, and counts on from there', async () => {
    const { id } = await create()
    const { deviceId } = await tenants.install(vendor, id)
    await tenants.state(deviceId, new Date())
    await edit(id, { odometer_m: 500_000 })
    expect((await read(id)).odo).toBe(500_000)
    await api.database.pool.query('UPDATE device_states SET odometer_m = odometer_m + 250 WHERE device_id = $1', [deviceId])
    expect((await read(id)).odo).toBe(500_250)
  })

  it('is nobody else’s to do', async () => {
    const { id } = await create()
    const body = { name: 'Mine', brand: 'Koga', color: 'Red' }
    expect((await call('PUT', `/entities/${id}`, body, 'manager@other.example')).status).toBe(404)
    expect((await call('DELETE', `/entities/${id}`, undefined, TECHNICIAN)).body.permission).toBe('delete:entity')
  })
})

describe('deleting a vehicle', () => {
  it('R-270 T-15 frees its tracker, and brings both back', async () => {
    const { id } = await create()
    const { deviceId, imei } = await tenants.install(vendor, id)
    await tenants.state(deviceId, new Date())
    expect((await call('DELETE', `/entities/${id}`)).status).toBe(204)
    expect((await api.get(`/entities/${id}`, MANAGER)).status).toBe(404)
    expect((await api.get(`/devices/${deviceId}`, MANAGER)).body.data).toMatchObject({ state: 'free', entity_id: null })
    const restored = await call('PUT', `/entities/${id}/restore`)
    expect(restored.body.data).toMatchObject({ imei, odo: 12_345, lifecycle: 'installed' })
  })

  it('comes back without its tracker when that is on another one by now', async () => {
    const [first, second] = [await create(), await create()]
    const { deviceId } = await tenants.install(vendor, first.id)
    await call('DELETE', `/entities/${first.id}`)
    await call('POST', `/devices/${deviceId}/attach`, { entity_id: second.id })
    expect((await call('PUT', `/entities/${first.id}/restore`)).body.data.imei).toBeNull()
    expect((await read(second.id)).device_id).toBe(deviceId)
  })

  it('R-163 is refused when it has a customer, and when it is missing', async () => {
    const sold = await tenants.entity(vendor, 'Sold', { consumer_id: await tenants.consumer(vendor) })
    const refused = await call('DELETE', `/entities/${sold}`)
    expect([refused.status, refused.body.detail]).toEqual([409, 'A vehicle with a customer cannot be deleted'])
    const missing = await tenants.entity(vendor, 'Lost')
    await tenants.openCase(missing)
    expect((await call('DELETE', `/entities/${missing}`)).status).toBe(409)
  })
})
