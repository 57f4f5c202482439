import { FixValidity, type Fix } from '@roadbook/contracts'
import { Conversation } from '../testing/conversation.js'
import { h02 } from './index.js'

const NOW = Date.UTC(2026, 0, 1, 12)
const hear = (text: string) => new Conversation(h02, NOW).push(Buffer.from(text, 'latin1')).said
const hearHex = (hex: string) => new Conversation(h02, NOW).push(Buffer.from(hex, 'hex')).said
const fixesOf = (said: ReturnType<typeof hear>): Fix[] => said.flatMap((one) => ('fixes' in one && one.fixes) || [])
const report = (rest: string) =>
  fixesOf(hear(`*HQ,9170000017,V1,072105,A,2333.0312,S,04637.9986,W,12.42,271,140525,${rest}#`))[0]!

describe('the status word', () => {
  it.each([
    ['FFFFFFFD', 'sos'],
    ['FFFBFFFF', 'sos'],
    ['FFFFFFFE', 'vibration'],
    ['FFF7FBFF', 'powerCut'],
    ['FFE7FBFF', 'powerCut'],
    ['FFFFFFFB', 'overspeed'],
    ['FFFFFFEF', 'geofenceEnter'],
    ['FFFFFF7F', 'geofenceExit'],
    ['FFFFFBFF', undefined],
    ['FFFFFFFF', undefined],
  ])('%s means %s', (status, alarm) => {
    const { attributes } = report(status)
    expect(attributes?.alarm).toBe(alarm)
    expect(attributes?.status).toBe(status)
  })

  it.each([
    ['a phone number of eight digits', ',20123456,89450230301680998143?'],
    ['one that is all letters of hexadecimal', ',FACADE00,8945023030168099814F'],
    ['no ICCID', ',20123456,'],
    ['no phone number', ',,8945023030168099814'],
    ['something in front', 'x,20123456,8945023030168099814'],
    ['a longer phone number', ',5492932630888,8954314165044716555?'],
  ])('stands behind the three fields about the SIM, with %s', (_, sim) => {
    const [fix] = fixesOf(hear(`*HQ,9100000017,V19,120000,A,4708.4000,N,00931.2000,E,000.00,000,261125,${sim},FFFFFBFF#`))
    expect(fix).toMatchObject({ ignition: false, attributes: { status: 'FFFFFBFF', sim } })
    expect(fix?.attributes?.alarm).toBeUndefined()
  })

  it.each([
    ['a phone number, and no status', ',20123456,89450230301680998143?,'],
    ['a cell whose location area has eight digits', '204,08,20123456,20417'],
    ['a text of eight letters behind a cell', '204,08,3110,20417,DEADBEEF'],
  ])('is not looked for in %s', (_, behind) => {
    const [fix] = fixesOf(hear(`*HQ,9100000017,V1,120000,A,4708.4000,N,00931.2000,E,000.00,000,261125,${behind}#`))
    expect(fix?.ignition).toBeUndefined()
    expect(fix?.attributes?.alarm).toBeUndefined()
    expect(fix?.attributes?.status).toBeUndefined()
  })

  it('tells ignition by bit 10 and the cut circuit by bit 27', () => {
    expect(report('F7FFFBFF')).toMatchObject({ ignition: false, attributes: { oilCut: true } })
    expect(report('FFFFFFFF').ignition).toBe(true)
  })
})

describe('what stands behind the status word', () => {
  it('is the serving cell', () => {
    expect(report('FFFFFFFF,724,10,8421,5213').attributes).toMatchObject({ mcc: '724', mnc: '10', lac: '8421', cellId: '5213' })
  })

  it('is the battery and several cells', () => {
    expect(report('FFFFFFFF,90,2,460,0,9376,8532,9876,4357')).toMatchObject({
      batteryPercent: 90,
      attributes: { cells: '460-0-9376-8532;460-0-9876-4357' },
    })
  })

  it('is odometer, temperature, fuel and altitude', () => {
    expect(report('FFFFFFFF,12345,-5,40.5,110,1a2b,3c4d')).toMatchObject({
      odometerM: 12_345,
      altitudeM: 110,
      attributes: { temperatureC: -5, fuel: 40.5 },
    })
  })

  it('stays text when it has no known shape', () => {
    expect(report('FFFFFFFF,cc,1c,  7e,b21d').attributes?.extras).toBe('cc,1c,7e,b21d')
  })
})

describe('what is no reading', () => {
  it.each([
    '000000,000000,000000,000000',
    '0,0,0,0',
    '00,00,000,00',
    '0,1,0,0,0,0',
    '50,1,7,0,9376,8532',
    '-5,1,460,0,9376,8532',
  ])('is a battery in front of no network (%s): kept as text', (extras) => {
    const fix = report(`FFFFFFFF,${extras}`)
    expect(fix).not.toHaveProperty('batteryPercent')
    expect(fix.attributes).toEqual({ status: 'FFFFFFFF', extras })
  })

  it.each([
    ['90,1,40.5,110,1a2b,3c4d', { odometerM: 90, altitudeM: 110, attributes: { temperatureC: 1, fuel: 40.5, lac: '1a2b' } }],
    ['0,1,12.0,4,1a2b,3c4d', { odometerM: 0, altitudeM: 4, attributes: { temperatureC: 1, fuel: 12, lac: '1a2b' } }],
    ['-1,21,40.5,110,1a2b,3c4d', { altitudeM: 110, attributes: { temperatureC: 21, fuel: 40.5 } }],
  ])('is a battery in an engine’s odometer, or an odometer below zero: %s', (extras, expected) => {
    const fix = report(`FFFFFFFF,${extras}`)
    expect(fix).toMatchObject(expected)
    expect(fix.odometerM).toBe('odometerM' in expected ? expected.odometerM : undefined)
    expect(fix).not.toHaveProperty('batteryPercent')
  })

  it.each([
    ['9,-1', { satellites: 9 }],
    ['9,101', { satellites: 9 }],
    ['9,255', { satellites: 9 }],
    ['-1,71', { batteryPercent: 71 }],
    ['-1,-1', {}],
    ['2.5,71', { batteryPercent: 71 }],
  ])('is what a LINK counts as %s', (counted, expected) => {
    const [fix] = fixesOf(hear(`*HQ,9170000017,LINK,193105,22,${counted},1204,3,140525,FFFFFBFF#`))
    expect(fix).toEqual({
      positionedAt: Date.UTC(2025, 4, 14, 19, 31, 5),
      validity: FixValidity.noFix,
      gsmSignal: 4,
      ignition: false,
      attributes: { status: 'FFFFFBFF', csq: 22, steps: 1204, turnovers: 3 },
      ...expected,
    })
  })

  it.each([
    'V1,072105,A,2333.0312,S,04637.9986,W,12.42,271,140525,00000000',
    'V4,S20,80,130305,072105,A,2333.0312,S,04637.9986,W,12.42,271,140525,00000000',
    'BC,072105,A,2333.0312,S,04637.9986,W,12.42,271,140525,00000000',
    'NBR,072105,204,8,0,1,3110,20417,41,140525,00000000,2',
    'LINK,072105,22,9,71,1204,3,140525,00000000',
    'V3,072105,20408,01,003110,020417,140,-71,02A1,0,X,140525,00000000',
  ])('is a status word in which everything is active at once: %s', (text) => {
    const [fix] = fixesOf(hear(`*HQ,9170000017,${text}#`))
    expect(fix).toMatchObject({ positionedAt: Date.UTC(2025, 4, 14, 7, 21, 5), attributes: { status: '00000000' } })
    expect(fix).not.toHaveProperty('ignition')
    for (const name of ['alarm', 'doorOpen', 'oilCut', 'armed', 'backupBattery']) expect(fix?.attributes).not.toHaveProperty(name)
  })

  it('is that word in a binary report, too', () => {
    const [fix] = fixesOf(hearHex('249170000017072105140525233303120504637998620122710000000000002A'))
    expect(fix).toMatchObject({ validity: FixValidity.valid, attributes: { status: '00000000' } })
    expect(fix).not.toHaveProperty('ignition')
    expect(fix?.attributes).not.toHaveProperty('alarm')
  })
})

describe('a position', () => {
  it.each([
    ['with dashes', '-23-33.0312,S,-046-37.9986,W'],
    ['without a decimal point', '23330312,S,046379986,W'],
    ['with a blank', ' 2333.0312,S, 04637.9986,W'],
    ['with signs and letters', '-2333.0312,S,-4637.9986,W'],
    ['with signs in place of the letters', '-2333.0312,,-04637.9986,'],
  ])('%s is read', (_, place) => {
    const [fix] = fixesOf(hear(`*HQ,9170000017,V1,072105,A,${place},0.00,000,140525,FFFFFFFF#`))
    expect(fix).toMatchObject({ validity: FixValidity.valid })
    expect(fix?.latitude).toBeCloseTo(-23.55052, 6)
    expect(fix?.longitude).toBeCloseTo(-46.63331, 5)
  })

  it.each([
    ['452.12', 4.868666],
    ['7.50', 0.125],
  ])('whose longitude %j lacks zeros is read', (text, longitude) => {
    const [fix] = fixesOf(hear(`*HQ,9170000017,V1,072105,A,2333.0312,N,${text},E,0.00,000,140525,FFFFFFFF#`))
    expect(fix?.longitude).toBeCloseTo(longitude, 5)
  })

  it.each([
    ['A', FixValidity.valid],
    ['B', FixValidity.valid],
    ['0', FixValidity.valid],
    ['V', FixValidity.noFix],
    ['', FixValidity.noFix],
  ])('with the fix letter %j is %i', (letter, validity) => {
    const [fix] = fixesOf(hear(`*HQ,9170000017,V2,072105,${letter},2333.0312,S,04637.9986,W,0.00,000,140525,FFFFFFFF#`))
    expect(fix?.validity).toBe(validity)
  })

  it('with a date and no time is of just now, if it is today’s', () => {
    const timesOf = (date: string) =>
      fixesOf(hear(`*hq,869000000000017,VP1,A,2333.0312,S,04637.9986,W,0.48,0.0000,${date}#`))[0]!.positionedAt
    expect(timesOf('010126')).toBe(NOW)
    expect(timesOf('080917')).toBe(Date.UTC(2017, 8, 8))
  })

  it('with a time and no date is of the day that is closest', () => {
    const timeOf = (clock: string) =>
      fixesOf(hear(`*HQ,9170000017,V2,${clock},A,2333.0312,S,04637.9986,W,0.00,000,,FFFFFFFF#`))[0]!.positionedAt
    expect(timeOf('115900')).toBe(Date.UTC(2026, 0, 1, 11, 59))
    expect(timeOf('235900')).toBe(Date.UTC(2026, 0, 1, 23, 59))
    expect(timeOf('000100')).toBe(Date.UTC(2026, 0, 1, 0, 1))
  })

  it('with impossible minutes is a content error that still gets its answer', () => {
    expect(hear('*HQ,9170000017,V1,072105,A,2399.0312,S,04637.9986,W,0.00,000,140525,FFFFFFFF#')).toMatchObject([
      { kind: 'decodeError', cause: 'content', replyWhenRejected: Buffer.from('*HQ,9170000017,V4,V1,20260101120000#') },
    ])
  })

  it.each([',N,,E', ',,,'])('that is left empty (%j) is telemetry without one', (place) => {
    const [fix] = fixesOf(hear(`*HQ,9170000017,V1,072105,V,${place},0.00,000,140525,FFFFFBFF#`))
    expect(fix).toMatchObject({ positionedAt: Date.UTC(2025, 4, 14, 7, 21, 5), validity: FixValidity.noFix, ignition: false })
    expect(fix?.latitude).toBeUndefined()
  })

  it('in a zone of its own is moved by the offset of the device', () => {
    const frame = Buffer.from('*HQ,9170000017,V1,072105,A,2333.0312,S,04637.9986,W,0.00,000,140525,FFFFFFFF#')
    const decoded = h02.decode(frame, { now: NOW, utcOffsetMinutes: 120 })
    expect(decoded.kind === 'packet' && decoded.fixes[0]?.positionedAt).toBe(Date.UTC(2025, 4, 14, 5, 21, 5))
  })

  it('names the SIM card when the firmware does', () => {
    expect(
      hear('*HQ,9170000017,V6,072105,V,2333.0312,S,04637.9986,W,0.00,0.00,140525,FFF7FBFF,724,10,1,2,8955101234567890123F,#'),
    ).toMatchObject([{ information: { iccid: '8955101234567890123' } }])
    expect(
      hear('*HQ,9100000017,V19,072105,V,2333.0312,S,04637.9986,W,0.00,0.00,140525,,20123456,89450230301680998143?,FFFFFBFF#'),
    ).toMatchObject([{ information: { iccid: '89450230301680998143' } }])
  })
})

describe('the answer to a command', () => {
  it.each([
    ['S20,80,130305', undefined],
    ['S20,ERROR,130305', true],
    ['S24,01,130305', true],
  ])('%s tells its result and where it was given', (text, isRefusal) => {
    const [reply] = hear(`*TH,2020916012,V4,${text},050316,A,2212.8745,N,11346.6574,E,14.28,028,220902,FFFFFBFF#`)
    expect(reply).toMatchObject({ kind: 'commandReply', text, fixes: [{ attributes: { result: text } }] })
    expect(reply && 'isRefusal' in reply ? reply.isRefusal : undefined).toBe(isRefusal)
  })
})

describe('lost framing', () => {
  const whole = '*HQ,9170000017,XT#'

  it('starts again at the next marker', () => {
    expect(hear(`rubbish${whole}`)).toMatchObject([{ kind: 'decodeError', cause: 'checksum' }, { kind: 'heartbeat' }])
  })

  it('gives up a text frame that was cut short, and no more', () => {
    expect(hear(`*HQ,9170000017,V1,0721${whole}`)).toMatchObject([
      { kind: 'decodeError', cause: 'checksum' },
      { kind: 'heartbeat', identity: '9170000017' },
    ])
  })

  it('ends a binary report of 45 bytes where the next one begins', () => {
    const extended = '24917000001707210514052523330312050463799862012271FFFFFBFDFF002A06000000016D0B04E200000001'
    expect(hearHex(extended + extended)).toMatchObject([
      { identity: '9170000017', fixes: [{ attributes: { alarm: 'sos' } }] },
      { identity: '9170000017' },
    ])
  })

  it('takes a long id with 42 bytes or with 45', () => {
    const core = '2486900000000001770721051405255222129403004537101E000090FFFFFFFFFF002B'
    for (const extras of ['00112233445566', '00112233445566778899'])
      expect(hearHex(core + extras + core + extras)).toMatchObject([
        { identity: '869000000000017', fixes: [{ attributes: { extras } }] },
        { identity: '869000000000017' },
      ])
  })

  it('counts mileage statistics by their type', () => {
    expect(hearHex(`58${'00'.repeat(31)}`)).toMatchObject([{ kind: 'unsupported', messageType: 'X' }])
  })
})

describe('a command', () => {
  const session = { now: NOW, identity: '9170000017' }
  it.each(['S20#,1', 'a*b', ',1'])('%j is refused', (text) => {
    expect(h02.commands!.encode({ text, serial: 1 }, session)).toMatchObject({ kind: 'commandError' })
  })
})
