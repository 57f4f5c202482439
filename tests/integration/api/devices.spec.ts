import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
let vendor: number
let enterprise: number
const MANAGER = 'manager@x.example'
const TECHNICIAN = 'technician@x.example'
const STRANGER = 'manager@other.example'
let last = 356_307_050_000_000
const imei = () => String(++last)
const HOUR_MS = 3_600_000

const call = (method: string, path: string, body?: unknown, email = MANAGER, headers = {}) =>
  api.call(method, `/api/v1${path}`, { email, body, headers })
const create = async (body: object = {}) => (await call('POST', '/devices', { imei: imei(), ...body })).body.data
const device = async (id: number) => (await api.get(`/devices/${id}`, MANAGER)).body.data
const entity = async (id: number) => (await api.get(`/entities/${id}`, MANAGER)).body.data
const search = async (query: string, email = TECHNICIAN) => (await api.get(`/search/devices?query=${query}`, email)).body.data

beforeAll(async () => {
  vendor = await tenants.business('Vendor')
  enterprise = await tenants.business('Enterprise', 'enterprise', vendor)
  await tenants.deliver(vendor, '356307050000000', '356307050009999')
  await tenants.user(MANAGER, 'manager', vendor)
  await tenants.user(TECHNICIAN, 'technician', vendor)
  await tenants.user(STRANGER, 'manager', await tenants.business('Other'))
})

describe('devices', () => {
  it('R-187 R-188 R-326 are made, read, changed, deleted and restored, each change in the audit log', async () => {
    const made = await create({ title: 'Spare', model: 'FMB920', settings_crc: 'ab12' })
    expect(made).toMatchObject({
      title: 'Spare',
      model: 'FMB920',
      settings_crc: 'AB12',
      state: 'free',
      connection: 'never',
      last_seen: null,
      business_id: vendor,
      business_name: 'Vendor',
      sub_vendor_name: 'Vendor',
      entity_name: null,
      iccid: null,
    })
    const changed = await call('PUT', `/devices/${made.id}`, { imei: made.imei, description: 'In the drawer', returned: true })
    expect(changed.body.data).toMatchObject({ title: 'Spare', description: 'In the drawer', state: 'returned' })
    expect((await call('DELETE', `/devices/${made.id}`)).status).toBe(204)
    expect((await api.get(`/devices/${made.id}`, MANAGER)).status).toBe(404)
    expect((await call('PUT', `/devices/${made.id}/restore`)).body.data.state).toBe('returned')
    const { rows } = await api.database.pool.query(
      "SELECT action FROM audit_log WHERE object_type = 'device' AND object_id = $1 ORDER BY id",
      [String(made.id)],
    )
    expect(rows.map(({ action }) => action)).toEqual(['device.create', 'device.update', 'device.delete', 'device.restore'])
  })

  it.each([
    [{ imei: '' }, 'imei', 'IMEI number is required'],
    [{ imei: '35630705' }, 'imei', 'IMEI number must have 15 digits'],
    [{ imei: '356307050000000', iccid: 'abc' }, 'iccid', 'ICCID must have 18 to 22 digits'],
    [{ imei: '356307050000000', settings_crc: 'xyz' }, 'settings_crc', 'Settings CRC must be a hexadecimal number'],
    [{ imei: '356307050000000', tracker_id: '356307050000001' }, 'tracker_id', expect.stringContaining('no IMEI')],
  ])('R-124 refuses %j', async (body, field, message) => {
    const { status, body: problem } = await call('POST', '/devices', body)
    expect([status, problem.errors[field]]).toEqual([422, [message]])
  })

  it('registers an IMEI once, and takes a deleted one back', async () => {
    const { imei: number, id } = await create()
    const taken = { imei: ['There is already a device with this IMEI'] }
    expect((await call('POST', '/devices', { imei: number })).body.errors).toEqual(taken)
    await call('DELETE', `/devices/${id}`)
    expect((await call('POST', '/devices', { imei: number, title: 'Again' })).body.data).toMatchObject({ id, title: 'Again' })
  })

  it('keeps its IMEI, and changes hands only by linking', async () => {
    const made = await create()
    expect((await call('PUT', `/devices/${made.id}`, { imei: imei() })).body.errors.imei).toHaveLength(1)
    const moved = await call('PUT', `/devices/${made.id}`, { imei: made.imei, business_id: enterprise })
    expect(moved.body.errors).toEqual({ business_id: ['To move a device to another business, link it'] })
  })

  it('G-29 refuses a change of what somebody else has changed since', async () => {
    const made = await create()
    const etag = (await api.get(`/devices/${made.id}`, MANAGER)).headers.get('etag') ?? ''
    await call('PUT', `/devices/${made.id}`, { imei: made.imei, title: 'First' })
    const late = await call('PUT', `/devices/${made.id}`, { imei: made.imei, title: 'Late' }, MANAGER, { 'if-match': etag })
    expect(late.status).toBe(412)
  })

  it('R-187 T-02 are listed by state and by when they were heard: 25 hours is asleep, 27 is silent', async () => {
    const heard = async (name: string, hours: number) => {
      const { deviceId } = await tenants.install(vendor, await tenants.entity(vendor, name))
      await tenants.state(deviceId, new Date(Date.now() - hours * HOUR_MS))
      return deviceId
    }
    const live = await heard('Now', 0)
    const asleep = await heard('Asleep', 25)
    const silent = await heard('Gone', 27)
    const ids = async (query: string) =>
      (await api.get(`/devices?${query}`, MANAGER)).body.data.map((row: { id: number }) => row.id)
    expect(await ids('searchFields=connection:=live')).toEqual([live])
    expect(await ids('searchFields=connection:=sleeping')).toEqual([asleep])
    expect(await ids('searchFields=connection:=silent;state:=installed')).toEqual([silent])
    expect(await ids('search=Asleep')).toEqual([asleep])
    expect(await ids('orderBy=last_seen&sortedBy=asc&limit=1')).toEqual([silent])
  })

  it('T-05 G-61 gives the view as CSV, in the words of who asks', async () => {
    const made = await create({ title: 'For the sheet' })
    const { text } = await api.get('/devices?format=csv&columns=imei,state,connection&search=For the sheet', MANAGER)
    expect(text.replace(/^\uFEFF/, '').split('\r\n')).toEqual(['IMEI,Status,Connection', `${made.imei},Free,Never seen`, ''])
  })

  it('R-265 counts what is where', async () => {
    const before = (await api.get('/devices/statistics', MANAGER)).body.data
    await create()
    expect((await api.get('/devices/statistics', MANAGER)).body.data).toEqual({
      ...before,
      total: before.total + 1,
      free: before.free + 1,
      never_seen: before.never_seen + 1,
    })
  })

  it('R-107 are found by a part of the IMEI, in groups as on the tracker, too', async () => {
    const made = await create()
    const ids = async (query: string) =>
      (await api.get(`/devices?search=${query}`, MANAGER)).body.data.map((row: { id: number }) => row.id)
    const groups = made.imei.match(/\d{3}/g)?.join(' ') ?? ''
    expect(await ids(groups)).toEqual([made.id])
    expect(await ids(groups.slice(-7))).toEqual(await ids(made.imei.slice(-6)))
    expect(await ids(made.imei.slice(-6))).toContain(made.id)
  })

  it('are no technician’s to make, and nobody else’s to see', async () => {
    const { status, body } = await call('POST', '/devices', { imei: imei() }, TECHNICIAN)
    expect([status, body.permission]).toEqual([403, 'manage:devices'])
    const made = await create()
    expect((await api.get(`/devices/${made.id}`, STRANGER)).status).toBe(404)
  })
})

describe('the search by IMEI', () => {
  it('R-107 R-292 G-50 says how many more digits it takes, and finds by the last six', async () => {
    const made = await create({ model: 'FMC130', firmware_version: '03.28.07' })
    expect((await search('12')).meta).toEqual({ digits_missing: 4, message: 'Enter 4 more digits' })
    expect((await search('12345')).meta).toEqual({ digits_missing: 1, message: 'Enter 1 more digit' })
    const { devices, meta } = await search(made.imei.slice(-6))
    expect(meta).toEqual({ digits_missing: 0, message: null })
    expect(devices).toEqual([
      {
        id: made.id,
        imei: made.imei,
        model: 'FMC130',
        firmware_version: '03.28.07',
        last_seen: null,
        location_hidden: false,
        business_name: 'Vendor',
        entity_id: null,
        entity_name: null,
        blocked: null,
        blocked_message: null,
      },
    ])
    expect((await search(made.imei, STRANGER)).devices).toEqual([])
  })

  it('G-50 shows what cannot be installed with the reason', async () => {
    const bike = await tenants.entity(vendor, 'Carrier')
    const { imei: number } = await tenants.install(vendor, bike)
    expect((await search(number)).devices).toMatchObject([
      { entity_name: 'Carrier', blocked: 'installed', blocked_message: 'This device is on a vehicle' },
    ])
  })

  it('G-50 says when fifteen digits cannot be an IMEI', async () => {
    expect((await search('490154203237519')).meta.message).toBe('This IMEI number is not valid; check its digits')
    expect((await search('490154203237518')).meta.message).toBeNull()
    expect((await api.get('/search/devices?query=abc', MANAGER)).status).toBe(422)
  })
})

describe('a device and a vehicle', () => {
  it('come together and part, in the history of both, and the technician may do so', async () => {
    const made = await create()
    const bike = await tenants.entity(enterprise, 'Bike')
    const on = await call('POST', `/devices/${made.id}/attach`, { entity_id: bike }, TECHNICIAN)
    expect(on.body.data).toMatchObject({ state: 'installed', entity_id: bike, business_id: enterprise })
    expect(await entity(bike)).toMatchObject({ imei: made.imei, lifecycle: 'installed' })
    expect((await call('DELETE', `/devices/${made.id}`)).status).toBe(409)
    const off = await call('POST', `/devices/${made.id}/detach`, { reason: 'Broken', returned: true }, TECHNICIAN)
    expect(off.body.data).toMatchObject({ state: 'returned', entity_id: null })
    const history = (await api.get(`/devices/${made.id}/installations`, MANAGER)).body.data
    expect(history).toMatchObject([{ entity_id: bike, entity_name: 'Bike', removal_reason: 'Broken', removed_by: 'Ada Byron' }])
    const { rows } = await api.database.pool.query(
      "SELECT action FROM audit_log WHERE object_type = 'entity' AND object_id = $1 ORDER BY id",
      [String(bike)],
    )
    expect(rows.map(({ action }) => action)).toEqual(['device.install', 'device.remove'])
  })

  it('say what stands in the way', async () => {
    const [one, other] = [await create(), await create()]
    const bike = await tenants.entity(vendor, 'Taken')
    await call('POST', `/devices/${one.id}/attach`, { entity_id: bike })
    const detail = async (id: number, entityId: number) =>
      (await call('POST', `/devices/${id}/attach`, { entity_id: entityId })).body.detail
    expect(await detail(other.id, bike)).toBe('This vehicle has a device already; take it off first')
    expect(await detail(one.id, await tenants.entity(vendor, 'Second'))).toBe('This device is on a vehicle already')
    const unregistered = await tenants.entity(vendor, 'Unregistered', { vehicle_type: 'unregistered' })
    expect(await detail(other.id, unregistered)).toBe('Unregistered entities cannot be edited')
  })

  it('R-120 stay apart where the business may not install', async () => {
    const strict = await tenants.business('Strict', 'company', vendor)
    await api.database.pool.query('UPDATE businesses SET can_install_devices = false WHERE id = $1', [strict])
    const made = await create()
    const { status, body } = await call('POST', `/devices/${made.id}/attach`, {
      entity_id: await tenants.entity(strict, 'No'),
    })
    expect([status, body.detail]).toEqual([403, 'This business may not install devices'])
  })

  it('G-30 meet once when the call is sent twice', async () => {
    const made = await create()
    const bike = await tenants.entity(vendor, 'Once')
    const headers = { 'idempotency-key': 'attach-once' }
    const send = () => call('POST', `/devices/${made.id}/attach`, { entity_id: bike }, MANAGER, headers)
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body])
  })
})

describe('the odometer of a vehicle', () => {
  const counts = (deviceId: number, metres: number) =>
    api.database.pool.query('UPDATE device_states SET odometer_m = $2 WHERE device_id = $1', [deviceId, metres])

  it('T-04 never falls when the tracker is another one, and goes on from where it was', async () => {
    const bike = await tenants.entity(vendor, 'Far')
    const { deviceId: old } = await tenants.install(vendor, bike)
    await tenants.state(old, new Date())
    await counts(old, 80_000)
    expect((await entity(bike)).odo).toBe(80_000)
    await call('POST', `/devices/${old}/detach`, { reason: 'Broken' })
    expect((await entity(bike)).odo).toBe(80_000)
    const fresh = await create()
    await call('POST', `/devices/${fresh.id}/attach`, { entity_id: bike })
    expect((await entity(bike)).odo).toBe(80_000)
    await tenants.state(fresh.id, new Date())
    expect((await entity(bike)).odo).toBe(80_000)
    await counts(fresh.id, 12_345 + 500)
    expect((await entity(bike)).odo).toBe(80_500)
  })

  it('T-04 takes nothing over from the vehicle that a tracker was on before', async () => {
    const [first, second] = [await tenants.entity(vendor, 'First'), await tenants.entity(vendor, 'Second')]
    const { deviceId } = await tenants.install(vendor, first)
    await tenants.state(deviceId, new Date())
    await counts(deviceId, 50_000)
    await call('POST', `/devices/${deviceId}/detach`, { reason: 'Moves' })
    await call('POST', `/devices/${deviceId}/attach`, { entity_id: second })
    await api.database.pool.query('UPDATE device_states SET entity_id = $2, odometer_m = 50700 WHERE device_id = $1', [
      deviceId,
      second,
    ])
    expect([(await entity(first)).odo, (await entity(second)).odo]).toEqual([50_000, 700])
  })
})

describe('linking devices to an enterprise', () => {
  it('R-187 R-335 R-156 G-70 links what can be, by id or as scanned, and says why the rest was not', async () => {
    const [byId, scanned] = [await create(), await create()]
    const { deviceId: onBike, imei: onBikeImei } = await tenants.install(vendor, await tenants.entity(vendor, 'Bike'))
    const { body } = await call('POST', '/devices/link-to-enterprise', {
      enterprise_id: enterprise,
      devices: [byId.id, onBike],
      imeis: [scanned.imei, '111111111111111'],
    })
    expect(body.data).toEqual({
      linked: [byId.id, scanned.id],
      failed: [
        { id: onBike, imei: onBikeImei, reason: 'on_vehicle', message: 'It is on a vehicle; link the vehicle instead' },
        { id: null, imei: '111111111111111', reason: 'not_found', message: 'There is no such device' },
      ],
      message: '2 devices failed to link!',
    })
    expect((await device(scanned.id)).business_id).toBe(enterprise)
  })

  it('takes enterprises alone', async () => {
    const made = await create()
    const { body } = await call('POST', '/devices/link-to-enterprise', { enterprise_id: vendor, devices: [made.id] })
    expect(body.errors).toEqual({ enterprise_id: ['There is no such enterprise'] })
    expect((await call('POST', '/devices/link-to-enterprise', { enterprise_id: enterprise })).status).toBe(422)
  })
})

describe('devices from a sheet', () => {
  it('T-19 of 1 000 rows with 12 bad ones: the trial names 12 with row and field, 988 are made, and go again', async () => {
    const existing = await create()
    const good = Array.from({ length: 988 }, () => `${imei()};Row;FMB920`)
    const bad = [
      ...Array.from({ length: 9 }, (_, at) => `12345${at};Short;FMB920`),
      ';Nothing;FMB920',
      `${existing.imei};Known;FMB920`,
      `${good[0]}`,
    ]
    const csv = ['IMEI;Title;Type of tracker', ...good, ...bad].join('\r\n')
    const body = { csv, columns: { model: 'Type of tracker' } }
    const trial = (await call('POST', '/devices/imports', { ...body, dry_run: true })).body.data
    expect([trial.import_id, trial.created, trial.failed.length]).toEqual([null, 988, 12])
    expect(trial.failed[0]).toEqual({ row: 990, field: 'imei', message: 'IMEI number must have 15 digits' })
    expect(trial.failed.slice(-3).map((one: { message: string }) => one.message)).toEqual([
      'IMEI number is required',
      'There is already a device with this IMEI',
      'The file contains this IMEI twice',
    ])
    const count = async () => (await api.get('/devices?search=title:Row', MANAGER)).body.meta.total
    expect(await count()).toBe(0)
    const done = (await call('POST', '/devices/imports', body)).body.data
    expect([done.created, await count()]).toEqual([988, 988])
    const undone = (await call('POST', `/devices/imports/${done.import_id}/rollback`)).body.data
    expect([undone, await count()]).toEqual([{ removed: 988, kept: [] }, 0])
    expect((await call('POST', `/devices/imports/${done.import_id}/rollback`)).status).toBe(409)
    expect((await call('POST', '/devices/imports', body)).body.data.created).toBe(988)
  })

  it('T-19 keeps what has been on a vehicle since', async () => {
    const number = imei()
    const { import_id } = (await call('POST', '/devices/imports', { csv: `imei\n${number}\n` })).body.data
    const [found] = (await search(number)).devices
    await call('POST', `/devices/${found.id}/attach`, { entity_id: await tenants.entity(vendor, 'Uses it') })
    const { kept } = (await call('POST', `/devices/imports/${import_id}/rollback`)).body.data
    expect(kept).toEqual([{ id: found.id, imei: number, message: 'The device was on a vehicle after the import' }])
  })

  it.each([
    [{ csv: '' }, 'csv'],
    [{ csv: 'imei' }, 'csv'],
    [{ csv: 'serial\n1' }, 'columns.imei'],
    [{ csv: 'imei\n"1' }, 'csv'],
  ])('refuses %j and says what is wrong', async (body, field) => {
    const { status, body: problem } = await call('POST', '/devices/imports', body)
    expect([status, Object.keys(problem.errors)]).toEqual([422, [field]])
  })
})

describe('SIMs', () => {
  it('R-189 R-328 G-71 are made, put into a device, changed and deleted', async () => {
    const tracker = await create()
    const said = { iccid: '89314404000012345678', msisdn: '+31970123456', provider: 'KPN', status: 'active' }
    const made = (await call('POST', '/sims', { ...said, expires_at: '2099-01-01T00:00:00Z' })).body.data
    expect(made).toMatchObject({ ...said, data_used_bytes: 0, expires_at: '2099-01-01T00:00:00.000Z', business_id: vendor })
    await call('PUT', `/sims/${made.id}`, { iccid: said.iccid, device_id: tracker.id, data_used_bytes: 3_000_000_000 })
    expect(await device(tracker.id)).toMatchObject({ iccid: said.iccid, sim_id: made.id, sim_status: 'active' })
    await call('POST', '/devices/link-to-enterprise', { enterprise_id: enterprise, devices: [tracker.id] })
    expect((await api.get(`/sims/${made.id}`, MANAGER)).body.data).toMatchObject({
      business_id: enterprise,
      imei: tracker.imei,
      data_used_bytes: 3_000_000_000,
    })
    expect((await call('DELETE', `/sims/${made.id}`)).status).toBe(204)
    expect(await device(tracker.id)).toMatchObject({ iccid: null, sim_id: null })
  })

  it('are one of each number, and one in each device', async () => {
    const tracker = await create()
    await call('POST', '/sims', { iccid: '89314404000099999991', device_id: tracker.id })
    const again = await call('POST', '/sims', { iccid: '89314404000099999991' })
    expect(again.body.errors).toEqual({ iccid: ['There is already a SIM with this ICCID'] })
    const second = await call('POST', '/sims', { iccid: '89314404000099999992', device_id: tracker.id })
    expect(second.body.errors).toEqual({ device_id: ['This device has another SIM already'] })
  })
})

describe('device updates', () => {
  it('R-189 R-327 G-71 go from queued to sent to done, and then the device has it', async () => {
    const tracker = await create({ firmware_version: '03.27', settings_crc: 'AA' })
    const asked = await call('POST', '/device-updates', { device_id: tracker.id, to_firmware: '03.28', to_settings_crc: 'bb' })
    expect(asked.body.data).toMatchObject({
      from_firmware: '03.27',
      to_firmware: '03.28',
      from_settings_crc: 'AA',
      to_settings_crc: 'BB',
      state: 'queued',
      requested_by: 'Ada Byron',
    })
    const { id } = asked.body.data
    expect((await device(tracker.id)).update_state).toBe('queued')
    expect((await call('POST', '/device-updates', { device_id: tracker.id, to_firmware: '9' })).status).toBe(409)
    const early = await call('PUT', `/device-updates/${id}`, { state: 'done' })
    expect([early.status, early.body.detail]).toEqual([409, 'An update that is queued cannot become done'])
    await call('PUT', `/device-updates/${id}`, { state: 'sent' })
    expect((await call('DELETE', `/device-updates/${id}`)).status).toBe(409)
    expect((await call('PUT', `/device-updates/${id}`, { state: 'done' })).body.data.ended_at).not.toBeNull()
    expect(await device(tracker.id)).toMatchObject({ firmware_version: '03.28', settings_crc: 'BB', update_state: null })
  })

  it('G-71 fail with a reason, and can be taken back before they are sent', async () => {
    const tracker = await create()
    const ask = async () => (await call('POST', '/device-updates', { device_id: tracker.id, to_firmware: '2' })).body.data.id
    const failing = await ask()
    expect((await call('PUT', `/device-updates/${failing}`, { state: 'failed' })).status).toBe(422)
    const failed = await call('PUT', `/device-updates/${failing}`, { state: 'failed', failure: 'No answer' })
    expect(failed.body.data).toMatchObject({ state: 'failed', failure: 'No answer' })
    const waiting = await ask()
    expect((await call('DELETE', `/device-updates/${waiting}`)).status).toBe(204)
    const list = (await api.get(`/device-updates?search=device_id:${tracker.id}`, MANAGER)).body
    expect(list.data.map((one: { id: number }) => one.id)).toEqual([failing])
  })
})
