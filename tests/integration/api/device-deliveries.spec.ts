import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
const ROOT = 'root@roadbook.example'
const MANAGER = 'manager@x.example'
let shop: number
let others: number
let last = 356_307_090_000_000
let numbers = 817_234_500_000
const imei = () => String(++last)
const number = () => String(++numbers)

const call = (method: string, path: string, body?: unknown, email = ROOT, headers = {}) =>
  api.call(method, `/api/v1${path}`, { email, body, headers })
const deliver = (trackers: object[], more: object = {}, headers = {}) =>
  call('POST', '/device-deliveries', { business_id: shop, trackers, ...more }, ROOT, headers)
const sheet = (csv: string, more: object = {}) => call('POST', '/device-deliveries/imports', { business_id: shop, csv, ...more })
const listed = async (search: string) => (await api.get(`/device-deliveries?search=${search}`, ROOT)).body.data

beforeAll(async () => {
  shop = await tenants.business('Shop')
  others = await tenants.business('Others')
  await tenants.user(ROOT, 'super-admin', null)
  await tenants.user(MANAGER, 'manager', shop)
})

describe('deliveries with what trackers call themselves', () => {
  it('are listed with it, found by it, and told in the audit log', async () => {
    const one = { imei: imei(), tracker_id: number() }
    expect((await deliver([one, { imei: imei() }])).body.data).toEqual({ delivered: 2, registered: 0, differing: 0 })
    const [found] = await listed(one.tracker_id)
    expect(found).toMatchObject({ ...one, business_name: 'Shop', device_id: null, device_tracker_id: null })
    expect(await listed(`tracker_id:${one.tracker_id}&searchFields=tracker_id:=`)).toEqual([found])
    const { rows } = await api.database.pool.query(
      "SELECT after FROM audit_log WHERE action = 'delivery.create' AND object_id = $1",
      [String(found.id)],
    )
    expect(rows).toMatchObject([{ after: { ...one, business_id: shop } }])
  })

  it('keep a number that is not named again, change it, and lose it where null is said', async () => {
    const [number1, number2, one] = [number(), number(), imei()]
    const now = async () => (await listed(`imei:${one}`))[0].tracker_id
    await deliver([{ imei: one, tracker_id: number1 }])
    await call('POST', '/device-deliveries', { business_id: others, imeis: [one] })
    expect(await now()).toBe(number1)
    await deliver([{ imei: one, tracker_id: number2 }])
    expect(await now()).toBe(number2)
    await deliver([{ imei: one, tracker_id: null }])
    expect(await now()).toBeNull()
  })

  it('are one CSV, in the language of who takes it', async () => {
    const one = { imei: imei(), tracker_id: number() }
    await deliver([one])
    const { text } = await api.get(
      `/device-deliveries?format=csv&columns=imei,tracker_id,business_name&search=imei:${one.imei}`,
      ROOT,
    )
    expect(text.replace(/^\uFEFF/, '').split(/\r?\n/)).toEqual([
      expect.stringMatching(/^IMEI.Tracker ID.Delivered to$/),
      expect.stringMatching(new RegExp(`^'?${one.imei}.'?${one.tracker_id}.Shop$`)),
      '',
    ])
  })

  it.each([
    ['no number', 'bike 1', 'Tracker id must be letters and digits, and no IMEI'],
    ['an IMEI', '356307050000001', 'Tracker id must be letters and digits, and no IMEI'],
    ['an IMEI as a spreadsheet writes it', '356307050000001.0', 'Tracker id must be letters and digits, and no IMEI'],
    ['an IMEI of zeros, whatever its check digit', '353599000000000', 'Tracker id must be letters and digits, and no IMEI'],
    ['too long', '123456789012345678901', 'Tracker id is too long'],
  ])('refuse %s, with the row', async (_, wrong, sentence) => {
    const refused = await deliver([
      { imei: imei(), tracker_id: number() },
      { imei: imei(), tracker_id: wrong },
    ])
    expect([refused.status, refused.body.errors]).toEqual([422, { 'trackers.1.tracker_id': [sentence] }])
  })

  it('refuse what stands there twice, and a body without trackers', async () => {
    const [one, twice] = [imei(), number()]
    const again = await deliver([{ imei: one, tracker_id: twice }, { imei: imei(), tracker_id: twice }, { imei: one }])
    expect(again.body.errors).toEqual({
      'trackers.1.tracker_id': ['The list contains this number twice'],
      'trackers.2.imei': ['Must name each only once'],
    })
    expect((await call('POST', '/device-deliveries', { business_id: shop })).body.errors).toEqual({
      imeis: ['Must be a list of IMEIs'],
    })
  })

  it('say to the super admin whose a number is already, and write nothing then', async () => {
    const [registered, delivered, fresh] = [imei(), imei(), imei()]
    const [number1, number2] = [number(), number()]
    await tenants.device(others, registered)
    await api.database.pool.query('UPDATE devices SET tracker_id = $1 WHERE imei = $2', [number1, registered])
    await call('POST', '/device-deliveries', { business_id: others, trackers: [{ imei: delivered, tracker_id: number2 }] })
    const refused = await deliver([{ imei: fresh }, { imei: imei(), tracker_id: number1 }, { imei: imei(), tracker_id: number2 }])
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      {
        'trackers.1.tracker_id': [`The device ${registered} of Others identifies itself with this number`],
        'trackers.2.tracker_id': [`The tracker ${delivered} was delivered to Others with this number`],
      },
    ])
    expect(await listed(`imei:${fresh}`)).toEqual([])
    const theirs = await call('POST', '/devices', { imei: imei(), business_id: shop, tracker_id: number2 })
    expect(theirs.body.errors).toEqual({ tracker_id: [`The tracker ${delivered} was delivered to Others with this number`] })
  })

  it('leave a device of somebody else as it is, and show what it calls itself', async () => {
    const [one, before, after] = [imei(), number(), number()]
    const { id } = await tenants.device(others, one)
    await api.database.pool.query('UPDATE devices SET tracker_id = $1 WHERE id = $2', [before, id])
    expect((await deliver([{ imei: one, tracker_id: after }])).body.data).toEqual({ delivered: 1, registered: 0, differing: 1 })
    expect(await listed(`imei:${one}`)).toMatchObject([
      { tracker_id: after, held_by: 'Others', device_id: id, device_tracker_id: before },
    ])
    expect((await api.get(`/devices/${id}`, ROOT)).body.data).toMatchObject({ tracker_id: before, business_id: others })
  })

  it('are written once for one key', async () => {
    const one = { imei: imei(), tracker_id: number() }
    const key = { 'idempotency-key': 'delivery-1' }
    const first = await deliver([one], {}, key)
    expect((await deliver([one], {}, key)).body).toEqual(first.body)
  })
})

describe('deliveries from a sheet', () => {
  it('are tried first, written then, with bad rows named in the reader’s language', async () => {
    const [one, two] = [
      { imei: imei(), tracker_id: number() },
      { imei: imei(), tracker_id: number() },
    ]
    const taken = number()
    await deliver([{ imei: imei(), tracker_id: taken }])
    const csv = [
      'IMEI;Serial',
      `'${one.imei};="${one.tracker_id}"`,
      `${two.imei};${two.tracker_id},00`,
      `${imei()};9,17E+11`,
      `${imei()};${one.tracker_id}`,
      `${imei()};${taken}`,
      `${one.imei};`,
      `4711;${number()}`,
    ].join('\r\n')
    const columns = { imei: 'IMEI', tracker_id: 'Serial' }
    const trial = (await sheet(csv, { columns, dry_run: true })).body.data
    expect(trial).toMatchObject({ dry_run: true, delivered: 2, registered: 0, differing: 0 })
    expect(trial.failed.map(({ row, field }: { row: number; field: string }) => [row, field])).toEqual([
      [4, 'tracker_id'],
      [5, 'tracker_id'],
      [6, 'tracker_id'],
      [7, 'imei'],
      [8, 'imei'],
    ])
    expect(trial.first_rows[0]).toEqual({ row: 2, values: one })
    expect(await listed(`imei:${one.imei}`)).toEqual([])
    const done = (await sheet(csv, { columns })).body.data
    expect(done).toEqual({ ...trial, dry_run: false })
    for (const { imei: number1, tracker_id } of [one, two])
      expect(await listed(`imei:${number1}`)).toMatchObject([{ tracker_id, business_name: 'Shop' }])
    const dutch = await call('POST', '/device-deliveries/imports', { business_id: shop, csv, columns, dry_run: true }, ROOT, {
      'accept-language': 'nl',
    })
    expect(dutch.body.data.failed.map(({ message }: { message: string }) => message)).not.toEqual(
      trial.failed.map(({ message }: { message: string }) => message),
    )
  })

  it('register what waited for them, and are for super admins alone', async () => {
    const one = { imei: imei(), tracker_id: number() }
    await call('POST', '/device-claims', { imei: one.imei }, MANAGER)
    const csv = `imei,tracker_id\n${one.imei},${one.tracker_id}`
    const refused = await call('POST', '/device-deliveries/imports', { business_id: shop, csv }, MANAGER)
    expect(refused.status).toBe(403)
    expect((await sheet(csv, { dry_run: true })).body.data).toMatchObject({ delivered: 1, registered: 1 })
    expect((await sheet(csv)).body.data).toMatchObject({ delivered: 1, registered: 1 })
    const [device] = (await api.get(`/devices?search=imei:${one.imei}`, MANAGER)).body.data
    expect(device).toMatchObject(one)
  })
})
