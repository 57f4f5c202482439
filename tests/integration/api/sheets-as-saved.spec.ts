import { luhnDigit } from '@roadbook/geo'
import { apiForTests } from '../../support/api/api-for-tests.js'
import type { Answer } from '../../support/api/api-server.js'

const { api, tenants } = apiForTests()
const MANAGER = 'manager@x.example'
const ROOT = 'root@x.example'
let shop: number
let serial = 0

/** Returns an unused IMEI with a valid check digit. */
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
    expect(mistakes(await trackers(`imei\n${number}\n'${number}\n`))).toEqual([[3, 'imei', 'The file contains this IMEI twice']])
  })

  it('are written down as delivered, however pasted', async () => {
    const [one, two] = [imei(), imei()]
    const imeis = [` ${grouped(one, '.')}\t`, `'${two}`]
    const done = await call('POST', '/device-deliveries', { business_id: shop, imeis }, ROOT)
    expect(done.body.data).toEqual({ delivered: 2, registered: 0, differing: 0 })
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
    expect(again.body.errors).toEqual({ imeis: ['Must name each only once'] })
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
    expect([status, body.errors]).toEqual([422, { [field]: [`Two columns have the name ${head}. Rename or delete one of them`] }])
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

describe('odometers of a sheet', () => {
  let vehicle = 0
  const load = (head: string, cells: string[], more: object = {}, headers = {}) => {
    const rows = cells.map((cell) => {
      const number = String(++vehicle).padStart(4, '0')
      return `Odo ${number};ODO-${number};OD ${number};eBike;Gazelle;"${cell}"`
    })
    return vehicles([`name;frame_number;license_plate;vehicle_type;brand;${head}`, ...rows].join('\r\n'), more, headers)
  }
  const stored = async (count: number) =>
    (await api.rows<{ odo: number }>(`SELECT odometer_floor_m::float8 AS odo FROM entities ORDER BY id DESC LIMIT ${count}`))
      .map(({ odo }) => odo)
      .reverse()

  it.each<[string, string[], object, number[]]>([
    ['odometer_km', ['12345', '0', '7'], {}, [12_345_000, 0, 7_000]],
    ['odometer_km', ['12.345', '7,5'], {}, [12_345_000, 7_500]],
    ['odometer_km', ['12,345', '1,234,567'], {}, [12_345_000, 1_234_567_000]],
    ['odometer_km', ["12'345.6", '12\u202F345'], {}, [12_345_600, 12_345_000]],
    ['odometer_km', ['12.345'], { decimal_sign: ',' }, [12_345_000]],
    ['odometer_km', ['12.345'], { decimal_sign: '.' }, [12_345]],
    [
      'odometer_km',
      ['12 345 km', '7500 mi', '12345000 m', '7.500,0 Meilen'],
      {},
      [12_345_000, 12_070_080, 12_345_000, 12_070_080],
    ],
    ['odometer_m', ['12345600'], {}, [12_345_600]],
    ['Odometer (mi)', ['1000', '5 km'], {}, [1_609_344, 5_000]],
    ['Kilometerstand, km', ['12345'], {}, [12_345_000]],
    ['Odometer', ['1000'], { odometer_unit: 'mi' }, [1_609_344]],
    ['Tacho', ['1000'], { columns: { odometer_km: 'Tacho' } }, [1_000_000]],
    ['Tacho (h)', ['1000'], { columns: { odometer_km: 'Tacho (h)' }, odometer_unit: 'km' }, [1_000_000]],
  ])('below %j of %j with %j are what they were', async (head, cells, more, metres) => {
    expect((await load(head, cells, more)).body.data).toMatchObject({ created: cells.length, failed: [], unclear_number: null })
    expect(await stored(cells.length)).toEqual(metres)
  })

  it('are not taken where nothing tells what their sign means, and the trial asks', async () => {
    const answer = await load('odometer_km', ['12.345', '98765', '7.500'], { dry_run: true })
    expect(answer.body.data).toMatchObject({ created: 1, unclear_number: '12.345' })
    expect(mistakes(answer)).toEqual([
      [
        2,
        'odometer_km',
        '12.345 can mean 12\u00A0345 or 12.345. Choose what its separator means, or write the number without it',
      ],
      [4, 'odometer_km', '7.500 can mean 7\u00A0500 or 7.500. Choose what its separator means, or write the number without it'],
    ])
    const german = await load('odometer_km', ['12.345'], { dry_run: true }, { 'accept-language': 'de' })
    expect(mistakes(german)[0][2]).toContain('12.345 kann 12\u00A0345 oder 12,345 bedeuten')
  })

  it('fail by row where the column contradicts itself, a unit is unknown or there is no number', async () => {
    const answer = await load('odometer_km', ['7,5', '7.5', '12', '7 leagues', 'far', '1,2E+06', '#WERT!'], { dry_run: true })
    expect(answer.body.data).toMatchObject({ created: 1, unclear_number: null })
    expect(mistakes(answer).map(([row, , message]: string[]) => [row, message])).toEqual([
      [2, '7,5 and 7.5 are in one column, but use their separators differently. Write all numbers in the same way'],
      [3, '7.5 and 7,5 are in one column, but use their separators differently. Write all numbers in the same way'],
      [5, 'leagues is not a unit of an odometer. Write km, mi or m'],
      [6, 'far is not a distance. Write only digits, or digits followed by km, mi or m'],
      [7, expect.stringContaining('shortened it (1,2E+06)')],
      [8, expect.stringContaining('#WERT! is an error of the spreadsheet')],
    ])
  })

  it('are refused below a head with the unit of something else', async () => {
    const { status, body } = await load('Odometer (nm)', ['7'])
    expect([status, body.errors]).toEqual([
      422,
      { 'columns.odometer_km': ['nm is not a unit of an odometer. Write km, mi or m'] },
    ])
  })

  it.each(['nl', 'en', 'de', 'fr'])('come in again from the file of the list taken in %s', async (locale) => {
    const reader = `${locale}-odo@x.example`
    await tenants.user(reader, 'manager', shop, { locale })
    const forget = () => api.database.pool.query('UPDATE entities SET deleted_at = now() WHERE deleted_at IS NULL')
    await forget()
    await load('odometer_km', ['12345', '7', '1234567'])
    const columns = 'name,frame_number,license_plate,vehicle_type,brand,odo'
    const { text } = await api.get(`/entities/index?format=csv&columns=${columns}`, reader)
    await forget()
    expect((await vehicles(text)).body.data).toMatchObject({ created: 3, failed: [], unclear_number: null })
    expect((await stored(3)).sort()).toEqual([12_345_000, 1_234_567_000, 7_000].sort())
  })
})

describe('the first rows of a sheet', () => {
  it('of vehicles are told as they were read: five of them, bad ones too, by the fields that have a column', async () => {
    const csv = [
      'Name;frame_number;Kilometerstand (km);IMEI;Bemerkung',
      'Reifen 28";="0012345";12.345,6;3,53599178000076E+14;x',
      ';;;;',
      "'+Plus;1,2E+06;far;3,53599E+14;x",
      'Leer;;;;',
      'Drei;F3;7;;',
      'Vier;F4;8 mi;;',
      'Fünf;F5;9;;',
    ].join('\r\n')
    const columns = { odometer_km: 'Kilometerstand (km)' }
    expect((await vehicles(csv, { columns, dry_run: true })).body.data.first_rows).toEqual([
      { row: 2, values: { name: 'Reifen 28"', frame_number: '0012345', imei: '353599178000076', odometer_m: '12345600' } },
      { row: 4, values: { name: '+Plus', frame_number: null, imei: null, odometer_m: null } },
      { row: 5, values: { name: 'Leer', frame_number: '', imei: '', odometer_m: '' } },
      { row: 6, values: { name: 'Drei', frame_number: 'F3', imei: '', odometer_m: '7000' } },
      { row: 7, values: { name: 'Vier', frame_number: 'F4', imei: '', odometer_m: '12875' } },
    ])
  })

  it('of trackers are told likewise', async () => {
    const number = imei()
    const csv = `sep=\t\nIMEI\tICCID\tutc_offset_minutes\tNotiz\n'${number}\t8931440400001234567F\t60,0\tx\n12\t\t\t`
    expect((await trackers(csv, { dry_run: true })).body.data.first_rows).toEqual([
      { row: 2, values: { imei: number, iccid: '8931440400001234567', utc_offset_minutes: '60' } },
      { row: 3, values: { imei: null, iccid: '', utc_offset_minutes: '' } },
    ])
  })
})
