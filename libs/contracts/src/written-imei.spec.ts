import { writtenIccid, writtenImei } from './written-imei.js'

const IMEI = '353599178000076'

describe('an IMEI as it is written', () => {
  it.each([
    IMEI,
    ` ${IMEI}\r\n`,
    '353 599 178 000 076',
    '353\u00A0599\u00A0178\u00A0000\u00A0076',
    '353\u202F599\u202F178\u202F000\u202F076',
    '35-359917-800007-6',
    '35‑359917–800007—6',
    '35/359917/800007/6',
    '35.359917.800007.6',
    '353.599.178.000.076',
    '353,599,178,000,076',
    "353'599'178'000'076",
    '353’599’178’000’076',
    `${IMEI}.0`,
    `${IMEI},00`,
    `${IMEI}.000`,
    '353.599.178.000.076,00',
    '353 599 178 000 076,0',
    `'${IMEI}`,
    `’${IMEI}`,
    `="${IMEI}"`,
    `“${IMEI}”`,
    `„${IMEI}“`,
    `« ${IMEI} »`,
    `"${IMEI}"`,
    '3.53599178000076E+14',
    '3,53599178000076E+14',
    '3.53599178000076e14',
    '3,535991780000760E+14',
    '353.599178000076E+12',
    `\u200B${IMEI}\uFEFF`,
    `\u200E35359917\u200B8000076\u200F`,
    '３５３５９９１７８００００７６',
    '٣٥٣٥٩٩١٧٨٠٠٠٠٧٦',
    `IMEI: ${IMEI}`,
    `imei ${IMEI}`,
    `IMEI1: ${IMEI}`,
    `IMEI 2 : ${IMEI}`,
    `IMEI-Nr.: ${IMEI}`,
    `IMEI/SN: ${IMEI}`,
    `(${IMEI})`,
    `[${IMEI}];`,
    `#${IMEI}.`,
    '35·359917·800007·6',
  ])('is understood: %j', (text) => {
    expect(writtenImei(text)).toEqual({ imei: IMEI })
  })

  it.each([
    ['353.599.178.000.000', '353599178000000'],
    ['35.359917.800007.0', '353599178000070'],
    ['353599178000077', '353599178000077'],
    ['3,53599178000070E+14', '353599178000070'],
    ['000000000000000', '000000000000000'],
    ['IMEI 153599178000076', '153599178000076'],
  ])('%j is %s, zeros and a check digit that does not fit included', (text, imei) => {
    expect(writtenImei(text)).toEqual({ imei })
  })

  it.each([
    '3.53599E+14',
    '3,54E+14',
    '3.536E+14',
    '3.5359917800008E+14',
    '3,5359917800007E+14',
    '4E+14',
    '353599000000000',
    '353.599E+12',
  ])('%j is lost: a spreadsheet shortened it', (text) => {
    expect(writtenImei(text)).toEqual({ fault: 'shortened' })
  })

  it.each([
    ['35630704244101', { fault: 'fourteen' }],
    ['12345678901237', { fault: 'fourteen', withZero: '012345678901237' }],
    ['12345678901237.0', { fault: 'fourteen', withZero: '012345678901237' }],
    ['1,2345678901237E+13', { fault: 'fourteen', withZero: '012345678901237' }],
    ['12.345.678.901.237', { fault: 'fourteen', withZero: '012345678901237' }],
    ['35630704244101.000', { fault: 'fourteen' }],
    ['3535991780000762', { fault: 'with-version', count: 16 }],
    ['353599178000076 23', { fault: 'with-version', count: 17 }],
    ['35-359917-800007-6 / 23', { fault: 'with-version', count: 17 }],
    [`${IMEI} 353599178000084`, { fault: 'several' }],
    [`${IMEI}/353599178000084`, { fault: 'several' }],
    ['12345', { fault: 'digits' }],
    ['35359917800007x', { fault: 'digits' }],
    ['353599178000.076', { fault: 'digits' }],
    ['35359917800007.6', { fault: 'digits' }],
    ['353599178000076.5', { fault: 'digits' }],
    ['3,53599.178000076', { fault: 'digits' }],
    ['TFT100', { fault: 'digits' }],
    ['IMEI 1535991780000761', { fault: 'with-version', count: 16 }],
    ['(35359917) 8000076', { fault: 'digits' }],
    ['', { fault: 'digits' }],
    ['#N/A', { fault: 'error-value' }],
    ['#BEZUG!', { fault: 'error-value' }],
    ['########', { fault: 'too-narrow' }],
  ])('%j is none, and it is known why', (text, fault) => {
    expect(writtenImei(text)).toEqual(fault)
  })
})

describe('an ICCID as it is written', () => {
  it.each([
    ['8931440400001234567', '8931440400001234567'],
    ['89 31440 40000 1234567', '8931440400001234567'],
    ['8931-4404-0000-1234-567', '8931440400001234567'],
    ['8931440400001234567F', '8931440400001234567'],
    ['8931440400001234567 f', '8931440400001234567'],
    ['893144040000123456FF', '893144040000123456'],
    ["'89314404000012345678", '89314404000012345678'],
    ['="89314404000012345678"', '89314404000012345678'],
    ['\u200E89314404000012345678', '89314404000012345678'],
    ['ICCID: 89314404000012345678', '89314404000012345678'],
    ['89314404000012345670', '89314404000012345670'],
  ])('%j is %s', (text, iccid) => {
    expect(writtenIccid(text)).toEqual({ iccid })
  })

  it.each([
    ['8,93144E+18', 'shortened'],
    ['8.93144040000123E+18', 'shortened'],
    ['8931440400001230000', 'shortened'],
    ['89314404000012300000', 'shortened'],
    ['8931440400001230', 'shortened'],
    ['8.931.440.400.001.230.000', 'shortened'],
    ['89314404000012345344.0', 'shortened'],
    ['#NV', 'error-value'],
    ['####', 'too-narrow'],
    ['893144', 'digits'],
    ['SIM 7', 'digits'],
  ])('%j is none: %s', (text, fault) => {
    expect(writtenIccid(text)).toEqual({ fault })
  })
})
