import { apiForTests } from '../../support/api/api-for-tests.js'
import type { Answer } from '../../support/api/api-server.js'

const { api, tenants } = apiForTests()
let group: number
let north: number
const OWNER = 'owner@x.example'
const NORTH = 'north@x.example'
const SOUTH = 'south@x.example'
const HEADS = 'name;frame_number;license_plate;vehicle_type;brand;color'

const call = (method: string, path: string, body?: unknown, email = OWNER): Promise<Answer> =>
  api.call(method, `/api/v1${path}`, { email, body })
const vehicle = (name: string, frame: string, plate: string, more: object = {}) => ({
  name,
  frame_number: frame,
  license_plate: plate,
  vehicle_type: 'eBike',
  brand: 'Gazelle',
  color: 'Black',
  ...more,
})
const add = (one: object, email?: string) => call('POST', '/entities', one, email)
const named = ({ status, body }: Answer) => [status, body.twins?.map(({ name }: { name: string }) => name)]
const load = async (rows: readonly string[], more: object = {}, email = OWNER) =>
  (await call('POST', '/entities/imports', { csv: [HEADS, ...rows].join('\n'), ...more }, email)).body.data
const marks = (failed: { row: number; field: string; message: string }[]) =>
  failed.map(({ row, field, message }) => `${row} ${field}: ${message}`)

beforeAll(async () => {
  group = await tenants.business('Group')
  north = await tenants.business('North', 'company', group)
  const south = await tenants.business('South', 'company', group)
  await tenants.user(OWNER, 'manager', group)
  await tenants.user(NORTH, 'manager', north)
  await tenants.user(SOUTH, 'manager', south)
  await tenants.user('other@y.example', 'manager', await tenants.business('Elsewhere'))
  await tenants.user('root@x.example', 'super-admin', null)
})

describe('a vehicle that is there already', () => {
  beforeAll(async () => {
    expect((await add(vehicle('Kobold', 'KBF-1', 'KB 0001'))).status).toBe(200)
    expect((await add(vehicle('Fürth', 'FUE 77 a', 'FÜ-SP 77'))).status).toBe(200)
  })

  it.each([
    ['Kobold', 'KBF-1', 'XX 9001'],
    ['Kobold', 'kbf-1', 'XX 9002'],
    ['Kobold', 'K.B.F 1', 'XX 9003'],
    ['Kobold', '  kbf_1 ', 'XX 9004'],
    ['Kobold', 'NEW-0001', 'KB 0001'],
    ['Kobold', 'NEW-0002', 'kb 0001'],
    ['Kobold', 'NEW-0003', 'KB-0001'],
    ['Kobold', 'NEW-0004', 'kb·0001'],
    ['Kobold', 'NEW-0005', 'K B – 0 0 0 1'],
    ['Fürth', 'fue77A', 'XX 9005'],
    ['Fürth', 'NEW-0006', 'fu\u0308 sp 77'],
    ['Fürth', 'NEW-0007', 'ＦÜ－ＳＰ　７７'],
    ['Kobold', 'NEW-0008', 'KB OOO1'],
    ['Kobold', 'NEW-0009', 'kb o0oI'],
    ['Kobold', 'KBF-I', 'XX 9006'],
    ['Kobold', 'NEW-0010', 'КВ 0001'],
    ['Kobold', 'NEW-0011', 'ΚΒ 0001'],
    ['Kobold', 'NEW-0012', 'KB ٠٠٠١'],
    ['Kobold', 'NEW-0013', 'KB\u200b00\u00ad01'],
  ])('is shown, %s for frame %j and plate %j, before it is added', async (name, frame, plate) => {
    const refused = await add(vehicle('Second', frame, plate))
    expect(named(refused)).toEqual([409, [name]])
    const field = plate.startsWith('XX') ? 'frame_number' : 'license_plate'
    expect(Object.keys(refused.body.errors)).toEqual([field])
    expect(refused.body.errors[field][0]).toContain(`${name} already has this`)
    const [{ id, business_name }] = refused.body.twins
    expect([(await call('GET', `/entities/${id}`)).body.data.name, business_name]).toEqual([name, 'Group'])
  })

  it.each([
    ['KBF-2', 'KB 0002'],
    ['KBF-11', 'KB 00011'],
    ['KBF-Z', 'KV 0001'],
    ['XFRAME-5', 'Ж 0001'],
    ['XFRAME-6', 'Ш 0001'],
    ['KB 0001', 'KBF-1'],
    ['XFRAME-1', 'none'],
    ['XFRAME-2', 'none'],
    ['XFRAME-3', '0000'],
    ['XFRAME-4', '0000'],
    ['-----', '----'],
    ['----- ', '-----'],
  ])('is none of frame %j and plate %j', async (frame, plate) => {
    expect((await add(vehicle('Another', frame, plate))).status).toBe(200)
  })

  it.each(['กำ 1234', 'दिल्ली 12', 'שָׁלוֹם 7', 'مُحَمَّد ٧'])(
    'is shown where its plate is %s, with signs upon its letters',
    async (plate) => {
      const [first, second] = [
        await add(vehicle('Marked', `M-${plate}`, plate)),
        await add(vehicle('Marked too', `N-${plate}`, plate)),
      ]
      expect([first.status, ...named(second)]).toEqual([200, 409, ['Marked']])
    },
  )

  it('is added all the same where somebody says so, and is then shown with the first', async () => {
    const again = vehicle('Copy of it', 'COPY-1', 'CO-PY 1')
    expect((await add(again)).status).toBe(200)
    expect((await add({ ...again, name: 'Copy no. 2', allow_twin: true })).status).toBe(200)
    expect(named(await add({ ...again, name: 'Copy no. 3' }))).toEqual([409, ['Copy no. 2', 'Copy of it']])
  })

  it('is none of one that was deleted', async () => {
    const { id } = (await add(vehicle('Gone soon', 'GONE-1', 'GO-NE 1'))).body.data
    await call('DELETE', `/entities/${id}`)
    expect((await add(vehicle('After it', 'gone 1', 'gone1'))).status).toBe(200)
  })

  it('is shown to one of four who add it at once, or rather to three', async () => {
    const four = [1, 2, 3, 4].map((at) => add(vehicle(`Quad ${at}`, 'QUAD-0001', 'QU-AD 1')))
    expect((await Promise.all(four)).map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  it('is shown on edit, too, though not for numbers that it had', async () => {
    const first = (await add(vehicle('Edit one', 'EDIT-1', 'ED-IT 1'))).body.data
    const second = (await add(vehicle('Edit two', 'EDIT-2', 'ED-IT 2'))).body.data
    const edit = (more: object) =>
      call('PUT', `/entities/${second.id}`, { name: 'Edit two', brand: 'Gazelle', color: 'Red', ...more })
    expect(named(await edit({ frame_number: 'edit 1' }))).toEqual([409, ['Edit one']])
    expect(named(await edit({ license_plate: 'ed it 1' }))).toEqual([409, ['Edit one']])
    expect((await edit({ frame_number: 'edit/2', license_plate: 'EDIT2' })).status).toBe(200)
    expect((await edit({ frame_number: 'edit 1', allow_twin: true })).status).toBe(200)
    expect((await edit({ frame_number: 'EDIT-1', short_name: 'still so' })).status).toBe(200)
    expect((await call('GET', `/entities/${first.id}`)).body.data.frame_number).toBe('EDIT-1')
  })
})

describe('the tree of a business', () => {
  it('shows twins below to whoever is above, and to nobody what they may not see', async () => {
    expect((await add(vehicle('Northern', 'TREE-1', 'TR-EE 1'), NORTH)).status).toBe(200)
    expect((await add(vehicle('Southern', 'tree-1', 'tree1'), SOUTH)).status).toBe(200)
    expect((await add(vehicle('Elsewhere', 'TREE-1', 'TR-EE 1'), 'other@y.example')).status).toBe(200)
    expect(named(await add(vehicle('Above', 'Tree 1', 'XT 1'), OWNER))).toEqual([409, ['Northern', 'Southern']])
    expect((await add(vehicle('Above', 'Tree 1', 'XT 1', { allow_twin: true }), OWNER)).status).toBe(200)
    expect(named(await add(vehicle('North again', 'tree 1', 'XT 2'), NORTH))).toEqual([409, ['Northern']])
  })

  it('is no other’s, also for who sees all', async () => {
    const mine = vehicle('Root’s', 'TREE-1', 'TR-EE 1', { business_id: north })
    expect(named(await add(mine, 'root@x.example'))).toEqual([409, ['Above', 'Northern', 'Southern']])
  })
})

describe('a sheet', () => {
  it('marks rows that are the same vehicle as another row, or as one that is there', async () => {
    await add(vehicle('Stored', 'SHEET-1', 'SH-EET 1'))
    const rows = [
      'Row one;ROW-1;RO-W 1;eBike;Gazelle;Black',
      'Row two;row 1;RO-W 2;eBike;Gazelle;Black',
      'Row three;ROW-3;ro w1;eBike;Gazelle;Black',
      'Row four;sheet.1;XR 4;eBike;Gazelle;Black',
      'Row five;ROW-5;sheet-1;eBike;Gazelle;Black',
      'Row six;ROW-6;RO-W 6;eBike;Gazelle;Black',
    ]
    const trial = await load(rows, { dry_run: true })
    expect([trial.created, trial.twins]).toEqual([2, 4])
    expect(marks(trial.failed)).toEqual([
      '3 frame_number: Row 2 of the file has this frame number, too',
      '4 license_plate: Row 2 of the file has this license plate, too',
      '5 frame_number: Stored already has this frame number. Open that vehicle, or save this one anyway',
      '6 license_plate: Stored already has this license plate. Open that vehicle, or save this one anyway',
    ])
    expect(await load(rows, { dry_run: true, allow_twins: true })).toMatchObject({ created: 6, failed: [], twins: 0 })
    expect(await load(rows)).toMatchObject({ created: 2, twins: 4 })
    expect(await load(rows, { allow_twins: true })).toMatchObject({ created: 6, failed: [], twins: 0 })
  })

  it('is told of no vehicle that its sender may not see', async () => {
    await add(vehicle('Hidden', 'HIDE-1', 'HI-DE 1'), NORTH)
    expect(await load(['Beside;hide 1;HIDE1;eBike;Gazelle;Black'], { dry_run: true }, SOUTH)).toMatchObject({
      created: 1,
      failed: [],
    })
  })

  it('that two send at once is taken once', async () => {
    const rows = [1, 2, 3, 4, 5].map((at) => `Twice ${at};TWICE-${at};TW-CE ${at};eBike;Gazelle;Black`)
    const both = await Promise.all([load(rows), load(rows.toReversed())])
    expect(both.map(({ created }) => created).sort()).toEqual([0, 5])
  })
})
