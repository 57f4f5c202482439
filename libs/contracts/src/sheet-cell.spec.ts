import { cellFault, headKey, isEscaped, plainCell, plainDigits } from './sheet-cell.js'

describe('a cell', () => {
  it.each([
    ['\u00A0 Rad 7 \u202F', 'Rad 7'],
    ['\uFEFFRad\u200B', 'Rad'],
    ['\u200EAB:CD:EF', 'AB:CD:EF'],
    ['="00123"', '00123'],
    ['="Reifen 28"""', 'Reifen 28"'],
    ['="="', '='],
    ["'=SUM(A1)", '=SUM(A1)'],
    ["'+31 6 12345678", '+31 6 12345678'],
    ["'-A-7", '-A-7'],
    ["'@home", '@home'],
    ["''=x", "'=x"],
    ["'＝1", '＝1'],
    ["'0012345", '0012345'],
    ["'353599178000076", '353599178000076'],
    ['\'="x"', '="x"'],
    ["'t Fietske", "'t Fietske"],
    ["'s-Hertogenbosch", "'s-Hertogenbosch"],
    ["'90 Golf", "'90 Golf"],
    ['=A1', '=A1'],
    ['Rad\u00A07', 'Rad\u00A07'],
    ['Anna\nBeta', 'Anna\nBeta'],
    ['', ''],
    ['\u00A0', ''],
  ])('%j says %j', (cell, text) => {
    expect(plainCell(cell)).toBe(text)
  })

  it.each(['=1+1', '+31', '-7', '@x', "'=x", "''@x", "'0012", "''353599178000076", '\t=1', '  =1', '＝1'])(
    '%j is the same behind the apostrophe of our own files',
    (text) => {
      expect(isEscaped(text)).toBe(true)
      expect(plainCell(`'${text}`)).toBe(text.trim())
    },
  )

  it.each(["'t Fietske", "'90 Golf", 'a=b', '0012', ''])('%j needs no apostrophe there', (text) => {
    expect(isEscaped(text)).toBe(false)
  })

  it.each([
    '1,20E+06',
    '1.20E+06',
    '3.16E+10',
    '3,53599E+14',
    '1E+05',
    '1,2E-03',
    '31.6E+9',
    '3.53599e+14',
    '893144040000123000000',
    '123456789012345000',
  ])('%j was shortened', (text) => {
    expect(cellFault(text)).toBe('shortened')
  })

  it.each([
    ...['#N/A', '#NV', '#N/B', '#N/D', '#REF!', '#BEZUG!', '#VERW!', '#VALUE!', '#WERT!', '#WAARDE!', '#VALEUR!', '#NAME?'],
    ...[
      '#NAAM?',
      '#NOM?',
      '#DIV/0!',
      '#DEEL/0!',
      '#NUM!',
      '#ZAHL!',
      '#GETAL!',
      '#NOMBRE!',
      '#SPILL!',
      '#ÜBERLAUF!',
      '#OVERLOOP!',
    ],
    ...['#PROPAGATION!', '#NULL!', '#LEEG!', '#NUL!', '#CALC!', '#ERROR!', '#¡REF!', '#¿NOMBRE?', '#N/D!', 'Err:502', '#ССЫЛКА!'],
  ])('%j is an error of the spreadsheet', (text) => {
    expect(cellFault(text)).toBe('error-value')
  })

  it.each(['##', '########'])('%j is a column that was too narrow', (text) => {
    expect(cellFault(text)).toBe('too-narrow')
  })

  it.each([
    ...['Rad #7', '#7', '#', 'Nr. 5', '12E4', '1E5', '3E12', 'E+06', 'AB-12-CD', '31612345678', '+31612345678', '1200000'],
    ...['353599178000070', '8931440400001234567', '12345678901234500', '#Anna', '#anna!', 'WMEE+12', '2.1.E+3', ''],
  ])('%j is what somebody wrote', (text) => {
    expect(cellFault(text)).toBeUndefined()
  })

  it.each([
    ['Kilometerstand\u00A0(km)', 'kilometerstand (km)'],
    ['  Ku\u0308rzel ', 'kürzel'],
    ['Odometer\r\n(mi)', 'odometer (mi)'],
    ['\uFEFFIMEI', 'imei'],
    ['NA\u200BAM', 'naam'],
    ["'@Home", '@home'],
  ])('the head %j is compared as %j', (head, key) => {
    expect(headKey(head)).toBe(key)
  })

  it.each([
    ['３５３', '353'],
    ['٣٥٣', '353'],
    ['۳۵۳', '353'],
    ['３．５３Ｅ＋１４', '3.53E+14'],
  ])('the digits of %j are %j', (text, digits) => {
    expect(plainDigits(text)).toBe(digits)
  })
})
