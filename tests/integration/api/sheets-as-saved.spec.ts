import { luhnDigit } from '@roadbook/geo'
import { apiForTests } from '../../support/api/api-for-tests.js'
import type { Answer } from '../../support/api/api-server.js'

const { api, tenants } = apiForTests()
const MANAGER = 'manager@x.example'
const ROOT = 'root@x.example'
let shop: number
let serial = 0

/** An IMEI of nobody that is right to its check digit. */
const imei = () => {
  const digits = `35359917${String(++serial).padStart(6, '0')}`
  return `${digits}${luhnDigit(digits)}`
}
const call = (
  method: string,
  path: string,
  body?: unknown,
  email = MANAGER,
  headers: Record<string, string> = {},
): Promise<Answer> => api.call(method, `/api/v1${path}`, { email, body, headers })
const vehicles = (csv: string, more: object = {}, headers = {}) =>
  call('POST', '/entities/imports', { csv, ...more }, MANAGER, headers)
const trackers = (csv: string, more: object = {}, headers = {}) =>
  call('POST', '/devices/imports', { csv, ...more }, MANAGER, headers)
const mistakes = ({ body }: Answer) =>
  body.data.failed.map(({ row, field, message }: { row: number; field: string; message: string }) => [row, field, message])

beforeAll(async () => {
  shop = await tenants.business('Shop')
  await api.database.pool.query('UPDATE businesses SET can_install_devices = TRUE')
  await tenants.deliver(shop, '353599170000000', '353599170009999')
  await tenants.user(MANAGER, 'manager', shop)
  await tenants.user(ROOT, 'super-admin', null)
})

describe('trackers as spreadsheets save them', () => {
  const grouped = (digits: string, sign: string) => digits.replace(/(\d{3})(?=\d)/g, `$1${sign}`)
  it.each<[string, (digits: string) => string]>([
    ['in groups', (digits) => grouped(digits, ' ')],
    ['with narrow blanks', (digits) => grouped(digits, '\u202F')],
    ['with thousands signs of Germany', (digits) => grouped(digits, '.')],
    ['with decimals', (digits) => `${digits},00`],
    ['as a formula', (digits) => `="${digits}"`],
    ['as a formula in quotes', (digits) => `"=""${digits}"""`],
    ['behind an apostrophe', (digits) => `'${digits}`],
    ['in scientific form with all digits', (digits) => `${digits.slice(0, 1)},${digits.slice(1)}E+14`],
    ['among marks that nobody sees', (digits) => `\u200E${digits}\u200B`],
    ['in full width', (digits) => digits.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))],
  ])('are registered by an IMEI %s', async (_, written) => {
    const number = imei()
    expect((await trackers(`imei;title\r\n${written(number)};Rad\r\n`)).body.data).toMatchObject({ created: 1, failed: [] })
    expect(await api.rows(`SELECT title FROM devices WHERE imei = '${number}'`)).toEqual([{ title: 'Rad' }])
  })

  it('are refused by row with what to do, where digits are lost', async () => {
    const csv = [
      'imei;title;iccid;settings_crc',
      '3,53599E+14;A;;',
      ';;;',
      '12345678901237;B;;',
      '35630704244101;C;;',
      '3535991780000762;D;;',
      `${imei()} ${imei()};E;;`,
      `${imei()};F;8,93144E+18;`,
      `${imei()};G;8931440400001230000;`,
      `${imei()};H;;1,20E+06`,
      '#NV;I;;',
      `${imei()};#BEZUG!;;`,
      '########;J;;',
    ].join('\r\n')
    const answer = await trackers(csv)
    expect(answer.body.data).toMatchObject({ created: 0, import_id: null })
    expect(mistakes(answer)).toEqual([
      [2, 'imei', 'Excel shortened this number. Format the column as a number without decimals, and save the sheet again'],
      [4, 'imei', expect.stringContaining('With a zero at the beginning it is 012345678901237')],
      [5, 'imei', expect.stringContaining('a zero at the beginning or the check digit at the end is missing')],
      [6, 'imei', expect.stringContaining('Write the 15 digits that the label calls IMEI')],
      [7, 'imei', 'These are several IMEIs. Write each in a row of its own'],
      [8, 'iccid', expect.stringContaining('enter the ICCID again')],
      [9, 'iccid', expect.stringContaining('enter the ICCID again')],
      [10, 'settings_crc', expect.stringContaining('shortened it (1,20E+06). Format the column as text')],
      [11, 'imei', '#NV is an error of the spreadsheet. Correct the formula or empty the cell, and save the sheet again'],
      [12, 'title', '#BEZUG! is an error of the spreadsheet. Correct the formula or empty the cell, and save the sheet again'],
      [13, 'imei', 'The column was too narrow, and the value was not saved. Make it wider, and save the sheet again'],
    ])
  })

  it('keep the number of their SIM without what fills it up, and a zone with decimals', async () => {
    const number = imei()
    const csv = `IMEI;ICCID;UTC_offset_minutes\r\n${number};8931-4404-0000-1234-567F;60,0\r\n`
    expect((await trackers(csv)).body.data).toMatchObject({ created: 1, failed: [] })
    expect(await api.rows(`SELECT iccid, utc_offset_minutes FROM devices WHERE imei = '${number}'`)).toEqual([
      { iccid: '8931440400001234567', utc_offset_minutes: 60 },
    ])
  })

  it('are the same twice, however written', async () => {
    const number = imei()
    expect(mistakes(await trackers(`imei\n${number}\n'${number}\n`))).toEqual([[3, 'imei', 'This IMEI stands in the file twice']])
  })

  it('are written down as delivered, however pasted', async () => {
    const [one, two] = [imei(), imei()]
    const imeis = [` ${grouped(one, '.')}\t`, `'${two}`]
    const done = await call('POST', '/device-deliveries', { business_id: shop, imeis }, ROOT)
    expect(done.body.data).toEqual({ delivered: 2, registered: 0 })
    const wrong = await call('POST', '/device-deliveries', { business_id: shop, imeis: [one, '3.53599E+14'] }, ROOT)
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      {
        imeis: [
          '3.53599E+14: Excel shortened this number. Format the column as a number without decimals, and save the sheet again',
        ],
      },
    ])
    const again = await call('POST', '/device-deliveries', { business_id: shop, imeis: [one, grouped(one, ' ')] }, ROOT)
    expect(again.body.errors).toEqual({ imeis: ['must name each only once'] })
  })

  it('are found and registered by one IMEI, however typed', async () => {
    const number = imei()
    const made = await call('POST', '/devices', { imei: `"${grouped(number, ' ')}"` })
    expect(made.body.data).toMatchObject({ imei: number })
    expect(
      (await api.get(`/search/devices?query=${encodeURIComponent(`'${grouped(number, '.')}`)}`, MANAGER)).body.data.devices,
    ).toMatchObject([{ imei: number }])
    const bike = await tenants.entity(shop, 'Bike')
    const put = await call('POST', '/entities/install-device', { entity_id: bike, imei: `${number},0` })
    expect([put.status, put.body.errors]).toEqual([200, undefined])
    const lost = await call('POST', '/devices', { imei: '3,54E+14' })
    expect(lost.body.errors.imei[0]).toContain('Excel shortened this number')
  })
})

describe('vehicles as spreadsheets save them', () => {
  const HEADS = 'name;frame_number;license_plate;vehicle_type;brand'

  it('arrive as they were written: quotes, inches, apostrophes, formulas, blanks', async () => {
    const csv = [
      '\uFEFFName;Frame_Number ;License_plate;vehicle_type;brand',
      'Reifen 28";="0012345";\'-AB-1;eBike;Gazelle',
      '"Rad ""Anna""";\u00A0FR-77777\u00A0;KA 1;eBike;Gazelle',
      "'t Fietske;FR-77778;KA 2;eBike;Gazelle",
    ].join('\r\n')
    expect((await vehicles(csv)).body.data).toMatchObject({ created: 3, failed: [] })
    expect(await api.rows('SELECT name, frame_number, license_plate FROM entities ORDER BY id DESC LIMIT 3')).toEqual([
      { name: "'t Fietske", frame_number: 'FR-77778', license_plate: 'KA 2' },
      { name: 'Rad "Anna"', frame_number: 'FR-77777', license_plate: 'KA 1' },
      { name: 'Reifen 28"', frame_number: '0012345', license_plate: '-AB-1' },
    ])
  })

  it('are named by the rows of the spreadsheet: empty ones count, a cell of several lines is in one', async () => {
    const rows = [
      ';;;;',
      'Anna;FR-88881;PL-1;eBike;"two\r\nlines"',
      '',
      ';FR-88882;PL-2;eBike;Gazelle',
      'Beta;1,2E+06;PL-3;eBike;Gazelle',
    ]
    const csv = `sep=;\r\n${[HEADS, ...rows].join('\r\n')}\r\n`
    const found = mistakes(await vehicles(csv, { dry_run: true })).map(([row, field]: unknown[]) => [row, field])
    expect(found).toEqual([
      [3, 'brand'],
      [5, 'name'],
      [6, 'frame_number'],
    ])
  })

  it.each([
    [
      'de',
      'name;plate\nA;1\n"B;2\nC;3',
      'Zeile 3 hat ein Anführungszeichen (") ohne Ende. Schließen oder entfernen Sie es, oder speichern Sie die Tabelle erneut als CSV',
    ],
    [
      'fr',
      '\n"B',
      'La ligne 2 a un guillemet (") sans fin. Fermez-le ou retirez-le, ou enregistrez de nouveau la feuille en CSV',
    ],
    [
      'nl',
      'name\n"B"C',
      'In rij 2 gaat een cel verder na het sluitende aanhalingsteken ("). Schrijf een aanhalingsteken in zo’n cel dubbel, of sla het blad opnieuw op als CSV',
    ],
  ])('are refused in %s where a quote of %j has no end', async (locale, csv, message) => {
    const { status, body } = await vehicles(csv, {}, { 'accept-language': locale })
    expect([status, body.errors]).toEqual([422, { csv: [message] }])
  })

  it.each([
    ['its own name', 'name;Brand;brand\nA;x;y', {}, 'columns.brand', 'Brand'],
    ['a head that was chosen', 'name;Marke\u00A0;marke\nA;x;y', { brand: 'Marke' }, 'columns.brand', 'Marke'],
    ['the name itself', 'Name;name\nA;B', {}, 'columns.name', 'Name'],
    [
      'decomposed letters',
      'name;Ku\u0308rzel;K\u00FCrzel\nA;x;y',
      { short_name: 'K\u00FCrzel' },
      'columns.short_name',
      'K\u00FCrzel',
    ],
  ])('are refused where a head stands twice: %s', async (_, csv, columns, field, head) => {
    const { status, body } = await vehicles(csv, { columns })
    expect([status, body.errors]).toEqual([
      422,
      { [field]: [`${head} is the head of two columns. Rename or delete one of them`] },
    ])
  })

  it('do not mind heads that no field is meant by, and empty ones at the end', async () => {
    const csv = 'name;Bemerkung;bemerkung;;\r\nTwice;x;y;;\r\n'
    expect((await vehicles(csv, { dry_run: true })).body.errors).toBeUndefined()
  })

  it('find a head with blanks of other widths and several lines', async () => {
    const csv = 'Name;"Rahmen\u00A0\r\nnummer";license_plate;vehicle_type;brand\r\nHead;FR-99991;HE-1;eBike;Gazelle\r\n'
    const { body } = await vehicles(csv, { columns: { name: 'Name', frame_number: 'rahmen nummer' } })
    expect(body.data).toMatchObject({ created: 1, failed: [] })
  })

  it('come in again from the file of the list, whatever their names begin with', async () => {
    const names = ["'=1+1", '+Plus', "'0012", '@home', "'s Rad", '=xyz', '-700']
    const rows = names.map((name, at) => `'${name};BACK-000${at};BA-${at};eBike;Gazelle`)
    await vehicles([HEADS, ...rows].join('\n'))
    const where = "frame_number LIKE 'BACK-%' AND deleted_at IS NULL"
    const stored = async () =>
      (await api.rows<{ name: string }>(`SELECT name FROM entities WHERE ${where} ORDER BY frame_number`)).map(({ name }) => name)
    const before = await stored()
    expect(before).toEqual(["'=1+1", '+Plus', "'0012", '@home', "''s Rad", '=xyz', '-700'])
    const columns = 'name,frame_number,license_plate,vehicle_type,brand'
    const { text } = await api.get(`/entities/index?format=csv&columns=${columns}&search=frame_number:BACK`, MANAGER)
    await api.database.pool.query(`UPDATE entities SET deleted_at = now() WHERE ${where}`)
    expect((await vehicles(text)).body.data).toMatchObject({ created: names.length, failed: [] })
    expect(await stored()).toEqual(before)
  })
})
