import { readImei } from './read-imei.js'

const IMEI = '352625698104211'
const OTHER = '356307042441013'
const WRONG_DIGIT = '352625698104212'

describe('the IMEI in the text of a code', () => {
  it.each([
    ['a plain number', IMEI],
    ['with a line break behind it', `${IMEI}\r\n`],
    ['in groups', '352 625 698 104 211'],
    ['in groups of the standard', '35-262569-810421-1'],
    ['behind its name', `IMEI:${IMEI}`],
    ['behind its name, in groups', 'IMEI No.: 35 262569 810421 1'],
    ['behind its name in small letters', `imei=${IMEI}`],
    ['the first of a device that counts them', `IMEI1: ${IMEI}`],
    ['with a version of the software behind it', `${IMEI}23`],
    ['with a version of the software apart', 'IMEI/SV: 35-262569-810421-1 / 23'],
    ['with the version in place of the check digit', 'IMEISV: 3526256981042123'],
    ['in an address', `https://track.example/add?imei=${IMEI}&sn=99`],
    ['at the end of an address', `https://track.example/d/${IMEI}`],
    ['in an address behind an encoded space', `https://track.example/add?t=a%20${IMEI}`],
    ['beside a serial number and the SIM', `FMB920;SN:1103467789;IMEI:${IMEI};ICCID:89314404000123456789`],
    ['in a list without names', `${IMEI},89314404000123456789,1103467789`],
    ['before the SIM, parted by a space', `${IMEI} 89314404000123456789`],
    ['in lines', 'RB-4G mini\nIMEI\n352625698 104211'],
    ['in JSON', `{"sn":"1103467789","imei":"${IMEI}","bt":"00:1A:7D:DA:71:13"}`],
    ['in XML', `<device><IMEI>${IMEI}</IMEI></device>`],
    ['twice the same', `IMEI ${IMEI} https://track.example/${IMEI}`],
    ['behind its name, with a serial number of the same form beside it', `SN:${OTHER};IMEI:${IMEI}`],
  ])('R-102 is read %s', (_how, text) => {
    expect(readImei(text)).toBe(IMEI)
  })

  it.each([
    ['nothing', ''],
    ['words', 'Return to sender'],
    ['a wrong check digit', WRONG_DIGIT],
    ['a wrong check digit behind its name, and another number', `IMEI:${WRONG_DIGIT};SN:${OTHER}`],
    ['too few digits', '35262569810421'],
    ['a SIM alone', '89314404000123456789'],
    ['a serial number with letters', `AB${IMEI}`],
    ['two different ones', `${IMEI};${OTHER}`],
    ['two different ones with names', `IMEI1:${IMEI} IMEI2:${OTHER}`],
    ['a percent sign that encodes nothing', '100 % cotton'],
    ['digits of other scripts', '٣٥٢٦٢٥٦٩٨١٠٤٢١١'],
  ])('R-102 is not made up from %s', (_what, text) => {
    expect(readImei(text)).toBeUndefined()
  })
})
