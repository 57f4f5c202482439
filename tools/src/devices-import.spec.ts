import { readDevices } from './devices-import.js'

describe('a file of trackers', () => {
  it('is read with commas or semicolons, any order of columns, and IMEIs in groups', () => {
    const rows = [{ imei: '352625698104217', title: 'CG-042' }]
    expect(readDevices('imei,title\n352 625 698 104 217,CG-042\n')).toEqual({ rows, problems: [] })
    expect(readDevices('\ufeffTitle;IMEI\nCG-042;352625698104217\n')).toEqual({
      rows: [{ title: 'CG-042', imei: '352625698104217' }],
      problems: [],
    })
  })

  it('names each wrong line and what is allowed', () => {
    const { problems } = readDevices('imei\n352625698104217\n35262569810421\n352625698104217\n')
    expect(problems).toEqual([
      { line: 3, message: '"35262569810421" is no IMEI: 15 digits' },
      { line: 4, message: '352625698104217 stands on line 2 already' },
    ])
  })

  it('reads what spreadsheets made of IMEIs and SIMs, and says where digits are lost', () => {
    const csv = [
      'sep=;',
      'IMEI;Title ;ICCID;',
      '3,52625698104217E+14;="007";8931-4404-0000-1234-567F;',
      ';;;',
      '\'352625698104225;Reifen 28";;',
      '3,52626E+14;x;;',
      '352625698104233;1,2E+06;8,93144E+18;',
      '352625698104241;Lager 3;;;neu',
    ].join('\r\n')
    const { rows, problems } = readDevices(csv)
    expect(rows.slice(0, 2)).toEqual([
      { imei: '352625698104217', title: '007', iccid: '8931440400001234567' },
      { imei: '352625698104225', title: 'Reifen 28"', iccid: '' },
    ])
    expect(problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '6 "3,52626E+14" is no IMEI: 15 digits; a spreadsheet shortened it: format the column as a number without decimals',
      '7 "8,93144E+18" is no ICCID: a spreadsheet kept 15 of its digits; format the column as text and enter it again',
      '7 "1,2E+06" was shortened by a spreadsheet: format the column as text, enter the value again, and save the sheet again',
      '8 it has more cells than the head: put a text that holds the delimiter in quotes',
    ])
  })

  it.each([
    ['imei;title\n352625698104217;"A\n', 2, /^a quote \("\) has no end/],
    ['imei;Title;title\n352625698104217;A;B\n', 1, /^title is the head of two columns/],
    ['imei;title\n352625698104217;B\uFFFDro\n', 2, /save the sheet as CSV UTF-8$/],
  ])('refuses %j by its line', (csv, line, message) => {
    expect(readDevices(csv).problems).toEqual([{ line, message: expect.stringMatching(message) }])
  })

  it('refuses columns that it does not know', () => {
    expect(readDevices('imei,owner\n352625698104217,me\n').problems).toEqual([
      {
        line: 1,
        message:
          'the columns are imei, title, description, model, iccid, tracker_id, utc_offset_minutes, speed_unit, bound_protocol, source_network, client_certificate; imei is required; not owner',
      },
    ])
  })

  it('takes the name that a tracker uses itself, and the local time that it sends', () => {
    const { rows, problems } = readDevices('imei,tracker_id,utc_offset_minutes\n352625698104217,0123456789.0,480\n')
    expect(rows).toEqual([{ imei: '352625698104217', tracker_id: '0123456789', utc_offset_minutes: '480' }])
    expect(problems).toEqual([])
  })

  it('refuses names that could be an IMEI or come twice, and offsets of no clock on earth', () => {
    const lines = ['imei;tracker_id;utc_offset_minutes', '352625698104217;bike-1;60', '352625698104225;bike-1;0']
    const { problems } = readDevices([...lines, '352625698104233;352625698104217;0', '352625698104241;;900'].join('\n'))
    expect(problems.map(({ line, message }) => `${line} ${message.slice(0, 40)}`)).toEqual([
      '3 tracker_id bike-1 stands on line 2 alrea',
      '4 "352625698104217" is no tracker_id: 1 to',
      '5 "900" is no utc_offset_minutes: -720 to ',
    ])
  })

  it('G-105 takes what alone a tracker may speak, speak from and show, and says what is allowed', () => {
    const print = 'AB:'.repeat(31) + 'CD'
    const good = readDevices(
      `imei,bound_protocol,source_network,client_certificate\n352625698104217,teltonika,10.20.0.0/16,${print}\n`,
    )
    expect(good.problems).toEqual([])
    expect(good.rows).toMatchObject([{ source_network: '10.20.0.0/16', client_certificate: 'ab'.repeat(31) + 'cd' }])
    const bad = readDevices('imei,bound_protocol,source_network,client_certificate\n352625698104217,morse,10.20/16,abc\n')
    expect(bad.problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^"morse" is no bound_protocol: one of .*teltonika/),
      '"10.20/16" is no source_network: CIDR, such as 203.0.113.0/24 or 2001:db8::/32',
      '"abc" is no client_certificate: its SHA-256, 64 hexadecimal digits',
    ])
  })
})
