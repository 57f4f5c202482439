import { sized } from '@roadbook/testing/proof'
import { apiForTests } from '../../support/api/api-for-tests.js'
import type { Answer } from '../../support/api/api-server.js'

const { api, tenants } = apiForTests()
let vendor: number
let shop: number
let product: number
const MANAGER = 'manager@x.example'
const TECHNICIAN = 'technician@x.example'
/**
 * Number of good rows. In the proof, these rows and the bad ones are exactly the maximum of a sheet. Each row takes a dozen
 * statements.
 */
const GOOD_ROWS = sized('walks', 188, 988)
const HEADS = 'name;frame_number;license_plate;vehicle_type;brand;color'

const call = (method: string, path: string, body?: unknown, email = MANAGER): Promise<Answer> =>
  api.call(method, `/api/v1${path}`, { email, body })
const load = (csv: string, more: object = {}, email?: string) => call('POST', '/entities/imports', { csv, ...more }, email)
const rollBack = async (id: number) => (await call('POST', `/entities/imports/${id}/rollback`)).body.data
let serial = 0
const row = (name = 'Rows') => {
  const number = String(++serial).padStart(5, '0')
  return `${name};FR-${number};PL-${number};eBike;Gazelle;Black`
}
const found = async (name: string) => (await api.get(`/entities/index?search=name:${name}&limit=200`, MANAGER)).body

beforeAll(async () => {
  vendor = await tenants.business('Vendor')
  shop = await tenants.business('Shop', 'company', vendor)
  await api.database.pool.query('UPDATE businesses SET can_install_devices = TRUE')
  await tenants.user(MANAGER, 'manager', vendor)
  await tenants.user(TECHNICIAN, 'technician', shop)
  await tenants.user('reporter@x.example', 'reporter', shop)
  product = await tenants.subscription(vendor, 'Track & Recover')
  await tenants.attach(vendor, product)
})

describe('vehicles from a sheet', () => {
  it('T-19 of many rows with 12 bad ones: the trial names 12 with row and field, the others are made, and go again', async () => {
    const good = Array.from({ length: GOOD_ROWS }, () => row())
    const bad = [
      ...Array.from({ length: 9 }, (_, at) => `Rows;F${at};PLATE-${at};eBike;Gazelle;Black`),
      ';FR-NAME;PLATE-X;eBike;Gazelle;Black',
      'Rows;FR-TYPE;PLATE-Y;spaceship;Gazelle;Black',
      `${good[0]}`,
    ]
    const csv = [HEADS, ...good, ...bad].join('\r\n')
    const trial = (await load(csv, { dry_run: true })).body.data
    expect([trial.import_id, trial.created, trial.failed.length]).toEqual([null, GOOD_ROWS, 12])
    expect(trial.failed[0]).toEqual({
      row: GOOD_ROWS + 2,
      field: 'frame_number',
      message: 'Frame number must have at least 4 characters',
    })
    expect(trial.failed.slice(-3).map((one: { field: string }) => one.field)).toEqual(['name', 'vehicle_type', 'frame_number'])
    expect(trial.failed.at(-2).message).toBe(
      'spaceship is not a type of vehicle. Write one of: eBike, eCargoBike, Speed pedelec, eMoped, Moped, Automobile, Other',
    )
    const count = async () => (await found('Rows')).meta.total
    expect(await count()).toBe(0)
    const done = (await load(csv)).body.data
    expect([done.created, done.failed.length, await count()]).toEqual([GOOD_ROWS, 12, GOOD_ROWS])
    expect([await rollBack(done.import_id), await count()]).toEqual([{ removed: GOOD_ROWS, kept: [] }, 0])
    expect((await call('POST', `/entities/imports/${done.import_id}/rollback`)).status).toBe(409)
    expect((await load([HEADS, ...good.slice(0, 5)].join('\n'))).body.data.created).toBe(5)
  }, 180_000)

  it.each([
    ['nl', 'Type;Kleur', 'E-bakfiets;Zwart'],
    ['en', 'Type,Color', 'eCargoBike,Black'],
    ['de', 'Typ;Farbe', 'E-Lastenrad;Schwarz'],
    ['fr', 'Type;Couleur', 'Vélo cargo électrique;Noir'],
  ])('a file of the list taken in %s comes in again as it is, and means the same', async (locale, heads, words) => {
    const reader = `${locale}-import@x.example`
    await tenants.user(reader, 'manager', vendor, { locale })
    const name = `File ${locale}`
    await tenants.tag(`Free ${locale}`, 'general', vendor)
    await tenants.tag(`Group ${locale}`, 'group', vendor)
    const first = 'name;frame_number;license_plate;vehicle_type;brand;color;odometer_km;tags;target_group'
    const row = `${name};FILE-${locale}-1;FP-${locale}-1;eCargoBike;Gazelle;Black;12;Free ${locale};Group ${locale}`
    const strange = `${name};FILE-${locale}-2;FP-${locale}-2;Zzz;Gazelle;;;;`
    const trial = await api.call('POST', '/api/v1/entities/imports', {
      email: reader,
      body: { csv: `${first}\n${strange}`, dry_run: true },
      headers: { 'accept-language': locale },
    })
    const [refused] = trial.body.data.failed
    expect([refused.field, refused.message]).toEqual(['vehicle_type', expect.stringContaining(words.split(/[;,]/)[0] ?? '')])
    expect((await load(`${first}\n${row}`)).body.data).toMatchObject({ created: 1, failed: [] })
    const columns = 'name,frame_number,license_plate,vehicle_type,color,brand,odo,tags'
    const { text } = await api.get(`/entities/index?format=csv&columns=${columns}&search=name:${name}`, reader)
    expect(text).toContain(heads)
    expect(text).toContain(words)
    const [was] = (await found(name)).data
    await api.call('DELETE', `/api/v1/entities/${was.id}`, { email: MANAGER })
    expect((await load(text, {}, reader)).body.data).toMatchObject({ created: 1, failed: [] })
    const [{ id }] = (await found(name)).data
    const again = (await call('GET', `/entities/${id}?with=tags`)).body.data
    expect(id).not.toBe(was.id)
    expect(again).toMatchObject({ vehicle_type: 'eCargoBike', color: 'Black', brand: 'Gazelle', odo: 12_000 })
    const free = again.tags.filter(({ type }: { type: string }) => ['general', 'group'].includes(type))
    expect(free.map((tag: { name: string }) => tag.name)).toEqual([`Free ${locale}`, `Group ${locale}`])
  })

  it('T-19 come with tracker, subscription, tags, target group, odometer and customer, and all of that goes with them', async () => {
    const { imei } = await tenants.device(shop)
    await tenants.tag('Lease', 'general', vendor)
    await tenants.tag('City', 'general', vendor)
    await tenants.tag('Team Süd', 'general', vendor)
    await tenants.tag('Couriers', 'group', vendor)
    const heads = 'Naam,Frame,Plate,Type,Brand,Km,IMEI,Tags,Group,Product,First,Last,Mail'
    const csv = `${heads}\nCargo 1,CA-0001,AB-12-CD,e-cargo bike,Gazelle,"1234,5",${imei},lease|City;TEAM\u00A0Su\u0308d,couriers,track\u00A0& recover,Ada,Smit,ada@x.example\n`
    const columns = {
      name: 'Naam',
      frame_number: 'Frame',
      license_plate: 'Plate',
      vehicle_type: 'Type',
      odometer_km: 'Km',
      target_group: 'Group',
      subscription: 'Product',
      customer_first_name: 'First',
      customer_last_name: 'Last',
      customer_email: 'Mail',
    }
    const done = (await load(csv, { columns, business_id: shop })).body.data
    expect(done).toMatchObject({ created: 1, failed: [] })
    const [{ id }] = (await found('Cargo 1')).data
    const vehicle = (await call('GET', `/entities/${id}?with=tags`)).body.data
    expect(vehicle).toMatchObject({
      vehicle_type: 'eCargoBike',
      business_id: shop,
      imei,
      consumer_name: 'Ada Smit',
      odo: 1_234_500,
      subscription: { title: 'Track & Recover', state: 'active' },
    })
    const tags = vehicle.tags.map(({ name }: { name: string }) => name)
    expect(tags).toEqual(expect.arrayContaining(['Lease', 'City', 'Team Süd', 'Couriers']))

    expect(await rollBack(done.import_id)).toEqual({ removed: 1, kept: [] })
    expect(await api.rows("SELECT id FROM consumers WHERE email = 'ada@x.example'")).toEqual([])
    expect(await api.rows(`SELECT status FROM entity_subscriptions WHERE entity_id = ${id}`)).toEqual([{ status: 'cancelled' }])
    expect((await load(csv, { columns, business_id: shop })).body.data.created).toBe(1)
  })

  it('T-19 names what a row refers to and is not there, each at its field, and makes nothing of that row', async () => {
    const { imei } = await tenants.device(vendor)
    const other = await tenants.device(await tenants.business('Elsewhere'))
    const heads = `${HEADS};imei;tags;target_group;subscription;odometer_km;customer_email`
    const rows = [
      `${row('Wrong')};123;;;;;`,
      `${row('Wrong')};${other.imei};;;;;`,
      `${row('Wrong')};;Nowhere;;;;`,
      `${row('Wrong')};;;Nobody;;;`,
      `${row('Wrong')};;;;Another;;`,
      `${row('Wrong')};;;;;far;`,
      `${row('Wrong')};;;;;;not-an-address`,
      `${row('Good')};${imei};;;;;`,
      `${row('Wrong')};${imei};;;;;`,
    ]
    const { created, failed } = (await load([heads, ...rows].join('\n'))).body.data
    expect(created).toBe(1)
    const at = (line: number) =>
      failed.filter((one: { row: number }) => one.row === line).map(({ field }: { field: string }) => field)
    expect([2, 3, 4, 5, 6, 7].map((line) => at(line).join())).toEqual([
      ...['imei', 'imei', 'tags', 'target_group', 'subscription', 'odometer_km'],
    ])
    expect(at(8)).toEqual(expect.arrayContaining(['customer_email', 'customer_first_name', 'customer_last_name']))
    expect(at(10)).toEqual(['imei'])
    expect((await found('Wrong')).meta.total).toBe(0)
  })

  it('T-19 keeps on rolling back what was ridden, changed or insured since, and says so', async () => {
    const csv = [HEADS, row('Kept A'), row('Kept B'), row('Gone')].join('\n')
    const { import_id } = (await load(csv)).body.data
    const [changed] = (await found('Kept A')).data
    const [insured] = (await found('Kept B')).data
    const body = { name: 'Kept A', brand: 'Gazelle', color: 'Red' }
    expect((await call('PUT', `/entities/${changed.id}`, body)).status).toBe(200)
    await tenants.insure(insured.id)
    const undone = await rollBack(import_id)
    expect(undone.removed).toBe(1)
    expect(undone.kept.map(({ name, message }: { name: string; message: string }) => [name, message])).toEqual([
      ['Kept A', 'The vehicle was used or changed after the import'],
      ['Kept B', 'The vehicle was used or changed after the import'],
    ])
  })

  it('T-19 refuses a vehicle that the business has already, so that a sheet sent again makes nothing twice', async () => {
    const csv = [HEADS, row('Once'), row('Once')].join('\n')
    expect((await load(csv)).body.data.created).toBe(2)
    const again = (await load(csv)).body.data
    expect([again.import_id, again.created]).toEqual([null, 0])
    expect(again.failed.map(({ field }: { field: string }) => field)).toEqual(['frame_number', 'frame_number'])
  })

  it('T-19 R-120 is for who makes vehicles, in businesses of theirs, which may install where trackers come along', async () => {
    const csv = [HEADS, row('Never')].join('\n')
    expect((await load(csv, {}, 'reporter@x.example')).status).toBe(403)
    expect((await load(csv, { business_id: vendor }, TECHNICIAN)).body.errors).toHaveProperty('business_id')
    const { import_id } = (await load([HEADS, row('Vendor’s')].join('\n'))).body.data
    expect((await call('POST', `/entities/imports/${import_id}/rollback`, undefined, TECHNICIAN)).status).toBe(404)
    const barred = await tenants.business('Barred', 'company', vendor)
    await api.database.pool.query('UPDATE businesses SET can_install_devices = FALSE WHERE id = $1', [barred])
    const { imei } = await tenants.device(barred)
    const withTracker = `${HEADS};imei\n${row('Never')};${imei}\n`
    expect((await load(withTracker, { business_id: barred })).status).toBe(403)
  })

  it.each([
    ['commas in cells parted by semicolons', ';', 'Lager 3, Regal B', 'Lager 3, Regal B', ''],
    ['semicolons in cells parted by commas', ',', 'Lager 3; Regal B', 'Lager 3; Regal B', ''],
    ['both in cells parted by tabs', '\t', 'Lager 3, A; B', 'Lager 3, A; B', ''],
    ['quotes as Excel writes them', ';', '"Lager ""3""; Regal B"', 'Lager "3"; Regal B', ''],
    ['the line sep= of Excel', ';', 'Lager 3, Regal B', 'Lager 3, Regal B', 'sep=;\r\n'],
    ['a byte order mark and sep=', ',', 'Lager 3; Regal B', 'Lager 3; Regal B', '\uFEFFsep=,\r\n'],
  ])('T-19 reads %s', async (_, delimiter, cell, name, begin) => {
    const parted = (line: string) => line.replaceAll(';', delimiter)
    const csv = `${begin}${parted(HEADS)}\r\n${parted(row('NAME')).replace('NAME', cell)}${delimiter}${delimiter}\r\n`
    const { body, status } = await load(csv)
    expect([status, body.data?.failed, body.data?.created]).toEqual([200, [], 1])
    expect(await api.rows('SELECT name, color FROM entities ORDER BY id DESC LIMIT 1')).toEqual([{ name, color: 'Black' }])
  })

  it.each([
    [
      'more cells than heads',
      'name;description\nA;x\nB;x;y\nC;x',
      'Rows with more cells than the first row: 3. Put a text that contains ; in quotes',
    ],
    [
      'an unquoted comma',
      'name,description\nLager 3, Regal B,neu',
      'Rows with more cells than the first row: 2. Put a text that contains , in quotes',
    ],
    [
      'such a row below sep=',
      'sep=;\nname;description\nA;x\nB;x;y',
      'Rows with more cells than the first row: 3. Put a text that contains ; in quotes',
    ],
    [
      'many such rows',
      `name\n${'A,x\n'.repeat(12)}`,
      'Rows with more cells than the first row: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, …. Put a text that contains , in quotes',
    ],
    [
      'letters that were lost',
      'name;description\nB\uFFFDro;x',
      'Row 2 has characters that cannot be read (\uFFFD). Save the sheet as CSV UTF-8',
    ],
  ])('T-19 refuses %s, by number', async (_, csv, message) => {
    const { status, body: problem } = await load(csv)
    expect([status, problem.errors]).toEqual([422, { csv: [message] }])
  })

  it.each([
    [{ csv: '' }, 'csv'],
    [{ csv: 'name' }, 'csv'],
    [{ csv: 'serial\n1' }, 'columns.name'],
    [{ csv: 'name\n"1' }, 'csv'],
  ])('T-19 refuses %j and says what is wrong', async (body, field) => {
    const { status, body: problem } = await call('POST', '/entities/imports', body)
    expect([status, Object.keys(problem.errors)]).toEqual([422, [field]])
  })
})
