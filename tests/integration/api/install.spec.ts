import { apiForTests } from '../../support/api/api-for-tests.js'

// A long time-out: on a busy machine, the last of fifty requests waits long for the lock.
const { api, tenants } = apiForTests({ STATEMENT_TIMEOUT_MS: '60000' })
let vendor: number
let hidden: number
const MANAGER = 'manager@x.example'
const TECHNICIAN = 'technician@x.example'
const VEHICLE = {
  name: 'Gazelle 12',
  frame_number: 'GZ-0012',
  license_plate: 'AB-12-CD',
  vehicle_type: 'eBike',
  brand: 'Gazelle',
  color: 'Black',
}
const CUSTOMER = { first_name: 'Joost', last_name: 'van Dam', email: 'joost@vandam.example', phone: '+31 6 0000 0182' }

const call = (method: string, path: string, body?: unknown, email = TECHNICIAN, headers = {}) =>
  api.call(method, `/api/v1${path}`, { email, body, headers })
const install = (more: object, email = TECHNICIAN, headers = {}) =>
  call('POST', '/install-devices/install', { ...VEHICLE, user_target: 'own-use', allow_twin: true, ...more }, email, headers)

const device = (business = vendor) => tenants.device(business)

beforeAll(async () => {
  vendor = await tenants.business('Vendor')
  hidden = await tenants.business('Hidden')
  await tenants.user(MANAGER, 'manager', vendor)
  await tenants.user(TECHNICIAN, 'technician', vendor)
  await tenants.user('dealer@x.example', 'dealer', vendor)
})

describe('installing a tracker', () => {
  it('R-297 R-099 R-103 makes the vehicle with all its fields, its tracker and the tags of the chosen groups', async () => {
    const { id, imei } = await device()
    const [city, lease] = await Promise.all([tenants.tag('City', 'general', vendor), tenants.tag('Lease', 'general', vendor)])
    const group = await tenants.tagGroup('Lease 2025', vendor, [lease, city])
    const more = { short_name: 'G12', model: 'Ultimate C380', engine_brand: 'Bosch', power_unit: '500 Wh', odometer_m: 12_000 }
    const { status, body } = await install({ imei, ...more, tags: [city], tag_groups: [group] })
    expect(status).toBe(200)
    const { odometer_m: odo, ...words } = more
    expect(body.data).toMatchObject({ ...VEHICLE, ...words, odo, imei, device_id: id, consumer_name: null })
    expect(body.data.tags.map((tag: { name: string }) => tag.name)).toEqual(expect.arrayContaining(['City', 'Lease', 'eBike']))
    const audited = await api.rows("SELECT action FROM audit_log WHERE object_type = 'entity' AND object_id = $1 ORDER BY id", [
      String(body.data.id),
    ])
    expect(audited).toEqual([{ action: 'entity.create' }, { action: 'device.install' }])
  })

  it('R-100 R-125 R-129 keeps whose it is, and tells address and phone to administration alone', async () => {
    const { imei } = await device()
    const { body, text } = await install({ imei, user_target: 'customer', customer: { ...CUSTOMER, locale: 'de' } })
    expect(body.data.consumer_name).toBe('Joost van Dam')
    expect(text).not.toMatch(/vandam\.example|0000 0182/)
    const at = `/entities/${body.data.id}/customer`
    expect((await call('GET', at)).status).toBe(403)
    expect((await call('GET', at, undefined, MANAGER)).body.data).toEqual({ ...CUSTOMER, address: null, locale: 'de' })
    const log = await api.call('GET', '/api/v1/audit-log?limit=200', { email: MANAGER })
    expect(log.text).toContain('Joost van Dam')
    expect(log.text).not.toContain('vandam.example')
  })

  it.each([
    [{ name: '' }, 'name', 'Name is required'],
    [{ name: 'C42' }, 'name', 'Name must have at least 4 characters'],
    [{ frame_number: '' }, 'frame_number', 'Frame number is required'],
    [{ frame_number: '123' }, 'frame_number', 'Frame number must have at least 4 characters'],
    [{ license_plate: undefined }, 'license_plate', 'License plate is required'],
    [{ license_plate: 'AB1' }, 'license_plate', 'License plate must have at least 4 characters'],
    [{ imei: '' }, 'imei', 'IMEI number is required'],
    [{ imei: '35630704' }, 'imei', 'IMEI number must have 15 digits'],
    [{ imei: '356307040000001' }, 'imei', 'There is no device with this IMEI'],
    [{ user_target: '' }, 'user_target', 'User target is required'],
    [{ user_target: 'customer' }, 'customer', 'Customer info is required'],
    [{ user_target: 'customer', customer: { ...CUSTOMER, first_name: '' } }, 'customer.first_name', 'First name is required'],
    [
      { user_target: 'customer', customer: { ...CUSTOMER, email: 'joost@vandam' } },
      'customer.email',
      'Please enter a valid email address',
    ],
    [{ vehicle_type: undefined }, 'vehicle_type', 'Type and Brand tags are required'],
    [{ brand: '' }, 'brand', 'Type and Brand tags are required'],
    [{ tag_groups: [2_000_000_000] }, 'tag_groups', 'There is no such tag group'],
  ])('R-121 R-122 R-123 R-124 R-125 R-126 R-127 refuses %j', async (more, field, message) => {
    const { imei } = await device()
    const { status, body } = await install({ imei, ...more })
    expect([status, body.errors[field]]).toEqual([422, expect.arrayContaining([message])])
  })

  it('R-120 lets no business install that may not, and says so', async () => {
    const closed = await tenants.business('Closed', 'company', vendor)
    await api.database.pool.query('UPDATE businesses SET can_install_devices = false WHERE id = $1', [closed])
    const { imei } = await device()
    const { status, body } = await install({ imei, business_id: closed })
    const blocked_message = 'This business may not install devices'
    expect([status, body.detail]).toEqual([403, blocked_message])
    const [own, ...others] = (await api.get('/install-devices/businesses', TECHNICIAN)).body.data
    expect(own).toEqual({ id: vendor, name: 'Vendor', blocked_message: null })
    expect(others).toContainEqual({ id: closed, name: 'Closed', blocked_message })
    expect(others.map(({ id }: { id: number }) => id)).not.toContain(hidden)
  })

  it('says of another tenant’s tracker what it says of one that nobody has (S1)', async () => {
    const theirs = await device(hidden)
    const [foreign, nobodys] = await Promise.all([theirs.imei, '356307040000001'].map((imei) => install({ imei })))
    expect([foreign?.status, foreign?.body.errors]).toEqual([nobodys?.status, nobodys?.body.errors])
  })

  it('leaves nothing behind when the last step is refused', async () => {
    const { imei } = await device()
    await install({ imei })
    const before = await api.rows('SELECT count(*) FROM entities')
    const { status, body } = await install({ imei, user_target: 'customer', customer: CUSTOMER })
    expect([status, body.detail]).toEqual([409, 'This device is on a vehicle already'])
    expect(await api.rows('SELECT count(*) FROM entities')).toEqual(before)
  })

  it('answers the same key and body with the same vehicle', async () => {
    const { imei } = await device()
    const headers = { 'idempotency-key': `install-${imei}` }
    const [first, again] = [await install({ imei }, TECHNICIAN, headers), await install({ imei }, TECHNICIAN, headers)]
    expect([again.status, again.body.data.id]).toEqual([200, first.body.data.id])
  })

  it('S26 of fifty who install one tracker at once, one gets it', async () => {
    const { id, imei } = await device()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => install({ imei, name: `Racer ${at}` }, at % 2 ? TECHNICIAN : 'dealer@x.example')),
    )
    const [winner, ...others] = answers.toSorted((a, b) => a.status - b.status)
    expect(winner?.status).toBe(200)
    for (const { status, body } of others) {
      expect([status, body.detail]).toEqual([409, 'This device is on a vehicle already'])
    }
    expect(await api.rows("SELECT id FROM entities WHERE name LIKE 'Racer %'")).toEqual([{ id: winner?.body.data.id }])
    const [now] = await api.rows('SELECT entity_id FROM installations WHERE device_id = $1 AND removed_at IS NULL', [id])
    expect(now).toEqual({ entity_id: winner?.body.data.id })
  })

  it('R-130 deletes the entity that nobody registered, and makes it anew', async () => {
    const unregistered = await tenants.entity(vendor, 'FMC 4711', { vehicle_type: 'unregistered' })
    const { imei } = await tenants.install(vendor, unregistered)
    const found = await api.get(`/search/devices?query=${imei.slice(-6)}`, TECHNICIAN)
    expect(found.body.data.devices).toMatchObject([{ imei, blocked: null }])
    const { body } = await install({ imei })
    expect(body.data).toMatchObject({ name: VEHICLE.name, imei })
    expect(body.data.id).not.toBe(unregistered)
    expect((await api.get(`/entities/${unregistered}`, TECHNICIAN)).status).toBe(404)
  })

  it('R-280 puts a tracker onto a vehicle that has none', async () => {
    const entity = await tenants.entity(vendor, 'Bare bike')
    const { imei } = await device()
    const { status, body } = await call('POST', '/entities/install-device', { entity_id: entity, imei })
    expect([status, body.data.imei]).toEqual([200, imei])
    const again = await call('POST', '/entities/install-device', { entity_id: entity, imei: (await device()).imei })
    expect([again.status, again.body.detail]).toEqual([409, 'This vehicle has a device already; take it off first'])
  })

  describe('shows the vehicle where its tracker was heard last', () => {
    /** Writes the state of a tracker without a vehicle as the consumer process does. */
    const heard = (deviceId: number, ago: string) =>
      tenants.pool.query(
        `INSERT INTO device_states (device_id, imei, revision, last_received_at, last_positioned_at, valid_positioned_at, latitude, longitude, moving)
         SELECT id, imei, 1, at, at, at, 471400000, 95200000, FALSE FROM devices, (SELECT now() - $2::interval AS at) was WHERE id = $1
         ON CONFLICT (device_id) DO UPDATE SET entity_id = NULL, business_id = NULL, last_received_at = excluded.last_received_at,
           last_positioned_at = excluded.last_positioned_at, valid_positioned_at = excluded.valid_positioned_at`,
        [deviceId, ago],
      )
    const placeOf = async (entity: number) => (await call('GET', `/entities/${entity}`, undefined, MANAGER)).body.data.position
    const put = async (imei: string) => (await install({ imei })).body.data.id as number

    it('until it says more', async () => {
      const { id, imei } = await device()
      await heard(id, '6 seconds')
      expect(await placeOf(await put(imei))).toMatchObject({ latitude: 47.14, longitude: 9.52 })
      // The consumer process caches a tracker's data. It reads them again when the revision changes.
      expect(await tenants.pool.query('SELECT revision FROM device_states WHERE device_id = $1', [id])).toMatchObject({
        rows: [{ revision: 2 }],
      })
    })

    it('but not where it was days ago, nor where it was while it was on another vehicle', async () => {
      const [old, moved] = [await device(), await device()]
      await heard(old.id, '25 hours')
      await put(moved.imei)
      const off = await call('POST', `/devices/${moved.id}/detach`, { reason: 'To another bike' }, MANAGER)
      expect(off.status).toBe(200)
      await heard(moved.id, '6 seconds')
      expect([await placeOf(await put(old.imei)), await placeOf(await put(moved.imei))]).toEqual([null, null])
    })

    it('but not where that is a customer’s, to whose consent it is left', async () => {
      const { id, imei } = await device()
      await heard(id, '6 seconds')
      const { body } = await install({ imei, user_target: 'customer', customer: { ...CUSTOMER, locale: 'de' } })
      expect(await placeOf(body.data.id)).toBeNull()
    })
  })

  it('R-106 R-301 R-355 tells the last 20 vehicles, newest first', async () => {
    await Promise.all(Array.from({ length: 21 }, (_, at) => tenants.entity(vendor, `Older ${at}`, { created_at: '2020-01-01Z' })))
    await tenants.entity(hidden, 'Not ours')
    const { imei } = await device()
    await install({ imei, name: 'The newest' })
    const { body } = await api.get('/install-devices/latest-entities', TECHNICIAN)
    expect(body.data).toHaveLength(20)
    expect(body.data[0]).toMatchObject({ name: 'The newest', imei, last_seen: null })
    expect(body.data.map(({ name }: { name: string }) => name)).not.toContain('Not ours')
  })

  it('R-281 gives vehicles to a vendor, with their trackers', async () => {
    const other = await tenants.business('Other vendor', 'vendor', vendor)
    const { imei } = await device()
    const { body } = await install({ imei })
    const said = { vendor_id: other, entities: [body.data.id, 2_000_000_000] }
    const linked = await call('POST', '/entities/attach-to-vendor', said, MANAGER)
    expect(linked.body.data).toMatchObject({ linked: [body.data.id], failed: [{ id: 2_000_000_000, reason: 'not_found' }] })
    expect((await api.get(`/entities/${body.data.id}`, MANAGER)).body.data.business_id).toBe(other)
    const company = await tenants.business('No vendor', 'company', vendor)
    expect((await call('POST', '/entities/attach-to-vendor', { ...said, vendor_id: company }, MANAGER)).status).toBe(404)
  })
})

describe('replacing a tracker', () => {
  const installed = async () => {
    const one = await device()
    const { body } = await install({ imei: one.imei, odometer_m: 50_000 })
    return { id: body.data.id as number, old: one }
  }
  const replace = (id: number, more: object) =>
    call('PUT', `/install-devices/replace-entity/${id}`, { reason: 'defective', ...more })

  it('R-298 G-53 swaps it; the odometer goes on, the old one is free or sent back', async () => {
    const { id, old } = await installed()
    const next = await device()
    await tenants.state(old.id, new Date())
    await api.database.pool.query('UPDATE device_states SET odometer_m = odometer_m + 1500 WHERE device_id = $1', [old.id])
    const before = (await api.get(`/install-devices/replace-entity/${id}`, TECHNICIAN)).body.data
    expect(before).toMatchObject({ id, name: VEHICLE.name, device: { imei: old.imei }, blocked_message: null })
    const { status, body } = await replace(id, { imei: next.imei, note: 'No GPS', returned: true })
    expect(status).toBe(200)
    expect(body.data.entity).toMatchObject({ id, imei: next.imei, odo: before.odo })
    expect(body.data.old_device).toMatchObject({ imei: old.imei, state: 'returned', entity_id: null })
    const [ended] = await api.rows('SELECT removal_reason FROM installations WHERE device_id = $1', [old.id])
    expect(ended).toEqual({ removal_reason: 'defective: No GPS' })
  })

  it('R-278 does the same by its other name', async () => {
    const { id, old } = await installed()
    const { imei } = await device()
    const { body } = await call('POST', `/entities/${id}/replace`, { imei, reason: 'end-of-contract' })
    expect(body.data).toMatchObject({ entity: { id, imei }, old_device: { imei: old.imei, state: 'free' } })
  })

  it('refuses what cannot be, and changes nothing', async () => {
    const [first, second] = [await installed(), await installed()]
    expect((await replace(first.id, { imei: second.old.imei })).body.detail).toBe('This device is on a vehicle already')
    expect((await replace(first.id, { imei: first.old.imei })).body.errors.imei).toEqual([
      'This device is on the vehicle already',
    ])
    const { imei } = await device()
    expect((await replace(first.id, { imei, reason: 'other' })).body.errors.note).toEqual(['Enter the reason'])
    expect((await replace(first.id, { imei, reason: '' })).body.errors.reason).toEqual(['Reason is required'])
    const bare = await tenants.entity(vendor, 'Bare bike')
    expect((await replace(bare, { imei })).body.detail).toBe('This vehicle has no device; install one')
    const unregistered = await tenants.entity(vendor, 'FMC 4712', { vehicle_type: 'unregistered' })
    await tenants.install(vendor, unregistered)
    expect((await replace(unregistered, { imei })).status).toBe(409)
    expect((await api.get(`/entities/${first.id}`, TECHNICIAN)).body.data.imei).toBe(first.old.imei)
  })

  it('S26 gives one tracker to one of two vehicles that want it', async () => {
    const [first, second, { imei }] = [await installed(), await installed(), await device()]
    const answers = await Promise.all([replace(first.id, { imei }), replace(second.id, { imei })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('presets of an installation', () => {
  it('R-299 R-300 R-302 G-51 are one’s own: made, read, changed and deleted', async () => {
    const tag = await tenants.tag('Depot', 'general', vendor)
    const said = {
      name: 'Urban Arrow, depot',
      vehicle_type: 'eCargoBike',
      brand: 'Urban Arrow',
      tags: [tag],
      business_id: vendor,
    }
    const made = (await call('POST', '/install-devices/presets', said)).body.data
    expect(made).toMatchObject({ ...said, auto_import: false, model: null })
    const at = `/install-devices/presets/${made.id}`
    expect((await call('PUT', at, { name: 'Depot', color: 'Red' })).body.data).toMatchObject({
      brand: null,
      color: 'Red',
      tags: [],
    })
    expect((await call('GET', at)).body.data.name).toBe('Depot')
    const options = (await call('GET', '/dropdown/entities/presets')).body.data
    expect(options).toEqual([{ id: made.id, name: 'Depot', auto_import: false }])
    for (const [method, body] of [['GET'], ['PUT', said], ['DELETE']] as const) {
      expect((await call(method, at, body, MANAGER)).status).toBe(404)
    }
    expect((await call('DELETE', at)).status).toBe(204)
    expect((await call('GET', '/install-devices/presets')).body.data).toEqual([])
  })

  it('R-101 G-51 one of them fills the form by itself', async () => {
    const make = async (name: string) =>
      (await call('POST', '/install-devices/presets', { name, auto_import: true }, MANAGER)).body.data
    await make('First')
    await make('Second')
    const { body } = await call('GET', '/install-devices/presets', undefined, MANAGER)
    expect(body.data.map(({ name, auto_import }: { name: string; auto_import: boolean }) => [name, auto_import])).toEqual([
      ['First', false],
      ['Second', true],
    ])
    const again = await call('POST', '/install-devices/presets', { name: 'first' }, MANAGER)
    expect(again.body.errors.name).toEqual(['There is already a preset with this name'])
  })

  it('leave out a tag that is gone', async () => {
    const tag = await tenants.tag('Short-lived', 'general', vendor)
    const { id } = (await call('POST', '/install-devices/presets', { name: 'Gone', tags: [tag] })).body.data
    await api.database.pool.query('UPDATE tags SET deleted_at = now() WHERE id = $1', [tag])
    expect((await call('GET', `/install-devices/presets/${id}`)).body.data.tags).toEqual([])
  })
})
