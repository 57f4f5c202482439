import { crc16CcittFalse } from '@roadbook/bytes'
import { FixValidity } from '@roadbook/contracts'
import { Conversation, replyOf } from '../testing/conversation.js'
import type { Decoded } from '../protocol.js'
import { queclink } from './index.js'

const NOW = Date.UTC(2026, 0, 1)
const POSITION = '1,4.3,92,70.0,121.354335,31.222073,20250514013254,0460,0000,18d8,6141'

function hear(text: string): Decoded {
  const said = new Conversation(queclink, NOW).push(Buffer.from(text, 'latin1')).said
  expect(said).toHaveLength(1)
  return said[0] as Decoded
}
const fixesOf = (decoded: Decoded) => ('fixes' in decoded && decoded.fixes) || []
const lastFix = (text: string) => fixesOf(hear(text)).at(-1)!

describe('a Queclink report', () => {
  it.each([
    ['GTSOS', '0,0,1', 'sos'],
    ['GTTOW', ',00,1', 'tow'],
    ['GTSPD', ',00,1', 'overspeed'],
    ['GTSPD', ',01,1', undefined],
    ['GTGEO', ',01,1', 'geofenceEnter'],
    ['GTGEO', ',30,1', 'geofenceExit'],
    ['GTHBM', ',31,1', 'harshAcceleration'],
    ['GTSTT', '16', 'tow'],
    ['GTMPF', '', 'powerCut'],
    ['GTBPL', '3.53', 'lowBattery'],
    ['GTJDS', '2', 'jamming'],
  ])('F5 %s %s raises %s at its place', (type, event, alarm) => {
    const fix = lastFix(
      `+RESP:${type},060100,135790246811220,,${event === '' ? '' : `${event},`}${POSITION},00,20250514093254,11F0$`,
    )
    expect(fix.attributes?.['alarm']).toBe(alarm)
    expect(fix).toMatchObject({ latitude: 31.222073, longitude: 121.354335, validity: FixValidity.valid })
  })

  it('reads supply, satellites, distance, hours, inputs, charge and state of a current vehicle tracker', () => {
    const fix = lastFix(
      `+RESP:GTFRI,8020040200,860599000000058,,12194,10,1,${POSITION},01,9,18.5,00012:00:30,120,240,,97,220500,,,,20250514093254,11F0$`,
    )
    expect(fix).toMatchObject({
      externalBatteryMv: 12_194,
      satellites: 9,
      odometerM: 18_500,
      batteryPercent: 97,
      ignition: true,
      movement: true,
      attributes: {
        engineHoursS: 43_230,
        analog1Mv: 120,
        analog2Mv: 240,
        input1: false,
        input2: true,
        digitalOutputs: 0,
        lac: 0x18d8,
      },
    })
  })

  it('reads odometer and charge of a battery-powered tracker', () => {
    expect(lastFix(`+RESP:GTFRI,1A0800,860599000000017,,0,0,1,${POSITION},1843.2,87,20250514093254,11F0$`)).toMatchObject({
      odometerM: 1_843_200,
      batteryPercent: 87,
    })
  })

  it('reads two temperatures on the 1-wire bus, one below zero', () => {
    const fix = lastFix(
      `+RESP:GTERI,040A00,860599000000041,,00000002,,10,1,${POSITION},00,18432.5,,,2789,,01,00,2,2,28AB12CD34000011,1,FFE2,28AB12CD34000012,1,0150,20250514093254,01CC$`,
    )
    expect(fix.attributes).toMatchObject({ temperature1C: -1.875, temperature2C: 21, digitalInputs: 1 })
  })

  it('F5 takes accuracy 0 for the last known position', () => {
    for (const sent of ['20250514014254', '20250515013254', '20250514093254', '20250514030254', ''])
      expect(lastFix(`+RESP:GTRTL,060100,135790246811220,,,00,1,0${POSITION.slice(1)},00,${sent},11F0$`)).toMatchObject({
        validity: FixValidity.noFix,
        latitude: 31.222073,
      })
  })

  it.each([
    ['20250514013259', undefined],
    ['20250514013353', undefined],
    ['20250514093255', 480],
  ])('takes accuracy 0 for a fix that is as new as its report, sent at %s in zone %s', (sent, utcOffsetMinutes) => {
    const text = `+RESP:GTRTL,060100,135790246811220,,,00,1,0${POSITION.slice(1)},00,${sent},11F0$`
    const session = { now: NOW, ...(utcOffsetMinutes !== undefined && { utcOffsetMinutes }) }
    expect(fixesOf(queclink.decode(Buffer.from(text), session))).toMatchObject([{ validity: FixValidity.valid }])
    expect(fixesOf(queclink.decode(Buffer.from(text), { now: NOW, utcOffsetMinutes: 60 }))).toMatchObject([
      { validity: FixValidity.noFix },
    ])
  })

  it('learns the zone of the send time from live reports, also for those that waited', () => {
    const report = (head: string, fixed: string, sent: string) => {
      const position = `0${POSITION.slice(1).replace('20250514013254', fixed)}`
      return Buffer.from(`+${head}:GTRTL,060100,135790246811220,,,00,1,${position},00,${sent},11F0$`)
    }
    const conversation = new Conversation(queclink, Date.UTC(2025, 4, 14, 1, 33, 20))
    conversation.push(report('BUFF', '20250513220000', '20250514033010'))
    conversation.push(report('RESP', '20250514013254', '20250514070310'))
    conversation.push(report('BUFF', '20250513220000', '20250514033010'))
    conversation.push(report('RESP', '20250514003254', '20250514070311'))
    expect(conversation.said.flatMap((one) => fixesOf(one as Decoded).map(({ validity }) => validity))).toEqual([
      FixValidity.noFix,
      FixValidity.valid,
      FixValidity.valid,
      FixValidity.noFix,
    ])
    expect(conversation.state.memory).toMatchObject({ zoneMinutes: 330 })
  })

  it.each([
    [
      'DE0114',
      'GTFRI,%,860599000000017,,0,0,1',
      '18,0,,93,0,1,21.5',
      { batteryPercent: 93, movement: true, attributes: { csq: 18, temperatureC: 21.5 } },
    ],
    ['DE0114', 'GTFRI,%,860599000000017,,0,0,1', '99,99,,93,0,,', { batteryPercent: 93 }],
    [
      'DE0115',
      'GTERI,%,860599000000017,,00000100,0,0,1',
      '19,0,3650,79,1,0,',
      { batteryPercent: 79, batteryMv: 3650, movement: false, gsmSignal: 3 },
    ],
    ['2E0503', 'GTFRI,%,860599000000017,,,0,1', '7,0,,98,1,0,,', { batteryPercent: 98, gsmSignal: 1, attributes: { mode: 1 } }],
  ])('reads charge, signal and movement of %s in +RESP:%s … %s', (version, head, tail, expected) => {
    const fix = lastFix(`+RESP:${head.replace('%', version)},${POSITION},${tail},20250514093254,11F0$`)
    expect(fix).toMatchObject({ ...expected, latitude: 31.222073, validity: FixValidity.valid })
    const without = lastFix(`+BUFF:${head.replace('%', version)},,,,,,,,,,,,${tail},20250514093254,11F0$`)
    expect(without).toMatchObject({ ...expected, validity: FixValidity.noFix })
  })

  it('reads every field of the masks of the vehicle, and the position behind them', () => {
    const masks = 'E1C00001,WVWZZZ1KZAW000017,12,11,22,80600001,P55,2,3,E0000005,9,8,'
    const fields = `00,1,${masks}`
    const fix = lastFix(`+RESP:GTCAN,4B0201,860599000000017,,${fields}${POSITION},00,20250514093254,11F0$`)
    expect(fix).toMatchObject({
      latitude: 31.222073,
      attributes: {
        impulseDistance: 12,
        can23: '11',
        can24: '22',
        adBlueLevelPercent: 55,
        rapidBrakings: 2,
        rapidAccelerations: 3,
        retarderPercent: 9,
        tachographTime: '8',
      },
    })
  })

  it('reads the fuel probes of an extended report by its mask', () => {
    const tail = '00,18432.5,00012:00:30,,,97,220500,0,2,3,41.5,120,3,12.0,35'
    const fix = lastFix(`+RESP:GTERI,4B0A00,860599000000041,,00000018,,10,1,${POSITION},${tail},20250514093254,01CC$`)
    expect(fix.attributes).toMatchObject({ fuelProbe1Percent: 41.5, fuelProbe1L: 120, fuelProbe2Percent: 12, fuelProbe2L: 35 })
  })

  it('finds the position in a report of a type and a model that nobody described', () => {
    expect(lastFix(`+RESP:GTQQQ,ZZ0100,135790246811220,,7,8,9,10,11,12,${POSITION},00,1,2,20250514093254,11F0$`)).toMatchObject({
      latitude: 31.222073,
      positionedAt: Date.UTC(2025, 4, 14, 1, 32, 54),
    })
  })

  it('dates telemetry that waited in the device by its send time, less the offset from UTC', () => {
    const text = '+BUFF:GTPFA,060100,135790246811220,,20250514093254,11F0$'
    const decoded = queclink.decode(Buffer.from(text), { now: NOW, utcOffsetMinutes: 480 })
    expect(fixesOf(decoded)[0]).toMatchObject({ positionedAt: Date.UTC(2025, 4, 14, 1, 32, 54), validity: FixValidity.noFix })
  })

  it('tells ICCID, model and supply of the information report', () => {
    const decoded = hear(
      '+RESP:GTINF,4B0303,867995030082104,,21,8931440000000000025,11,99,1,12640,,4.16,0,2,,,20250802145640,,,,,,+0000,0,20250802145643,01CA$',
    )
    expect(decoded).toMatchObject({
      information: { iccid: '8931440000000000025', model: 'GV300CAN' },
      fixes: [{ externalBatteryMv: 12_640, batteryMv: 4160, ignition: true, movement: false, gsmSignal: 2 }],
    })
  })

  it('keeps a report that lost its end from swallowing the next one', () => {
    const conversation = new Conversation(queclink, NOW)
    conversation.push(Buffer.from('+RESP:GTFRI,1A0800,8605+ACK:GTHBD,1A0800,860599000000017,,20250514093254,0001$'))
    expect(conversation.said.map(({ kind }) => kind)).toEqual(['decodeError', 'heartbeat'])
    expect(replyOf(conversation.said[0]!)).toBeUndefined()
    expect(replyOf(conversation.said[1]!)?.toString()).toBe('+SACK:GTHBD,1A0800,0001$')
  })

  it('confirms a report that it cannot read, so that the device goes on', () => {
    const decoded = hear('+RESP:GTFRI,1A0800,no imei!,,0,11F0$')
    expect(decoded).toMatchObject({ kind: 'decodeError', cause: 'content', replyWhenRejected: Buffer.from('+SACK:11F0$') })
  })

  it('reads the oldest models, which end with NUL and have neither version nor device name', () => {
    const text =
      '+RESP:GTTRI,135790246811220,1,0,99,1,4.3,92,70.0,1,121.354335,31.222073,20250514013254,0460,0000,18d8,6141,00,11F0,0102120204\0'
    const said = new Conversation(queclink, NOW).push(Buffer.from(text, 'latin1')).said
    expect(said).toMatchObject([
      {
        kind: 'packet',
        identity: '135790246811220',
        fixes: [{ latitude: 31.222073, longitude: 121.354335, speedKph: 4.3, heading: 92, altitudeM: 70, hdop: 1 }],
      },
    ])
  })

  it('reads the newer order of the same models, with the accuracy before the speed', () => {
    const text =
      '+RESP:GTTRI,860599000000025,1,0,99,1,0.0,354,18.5,18.700000,-34.100000,20250607152024,0655,0001,00DD,1CAE,00,0103010100,20250607172115,3E7D$'
    expect(lastFix(text)).toMatchObject({ latitude: -34.1, speedKph: 0, heading: 354, altitudeM: 18.5, hdop: 1 })
  })

  it('takes a position without a time for one, dated with the reception', () => {
    const text = `+RESP:GTFRI,1A0800,860599000000017,,0,0,1,${POSITION.replace('20250514013254', '')},00,87,20250514093254,11F0$`
    expect(lastFix(text)).toMatchObject({
      latitude: 31.222073,
      validity: FixValidity.unknownTime,
      positionedAt: NOW,
      batteryPercent: 87,
    })
  })

  it('keeps the wireless networks of a report without a position, with the charge', () => {
    const fix = lastFix(
      '+RESP:GTWIF,210102,860599000000017,,2,0011223344aa,-58,,,,0011223344bb,-71,,,,,,,,64,20250514093254,11F0$',
    )
    expect(fix).toMatchObject({ batteryPercent: 64, attributes: { wifi1: '0011223344aa|-58', wifi2: '0011223344bb|-71' } })
  })
})

/** A value outside its range is dropped. A field is found by its place in the report. */
/** Reports of real devices with telemetry and without a position. */
describe('the date of telemetry without a place', () => {
  const INFORMATION =
    '+RESP:GTINF,DC0103,865284049247079,gv600mg,21,89883070000007211665,22,0,11,12913,12917,4.26,0,1,,,20210216154607,1,79,,01,00,,,20210216104606,1EBE$'
  const TOLD_ZONE =
    '+RESP:GTINF,080100,135790246811220,,16,898600810906F8048812,16,0,1,11870,,4.1,0,0,0,,20090214013254,,12340,,00,00,+0800,0,20090214093254,11F0$'
  const dateOf = (text: string, now = NOW, more = {}) =>
    fixesOf(queclink.decode(Buffer.from(text, 'latin1'), { now, ...more })).at(-1)!.positionedAt

  it.each([
    ['GTINF', INFORMATION, Date.UTC(2021, 1, 16, 10, 46, 6)],
    [
      'GTIGF',
      '+RESP:GTIGF,500101,868570000393782,,0,0,,,,,,,0730,0002,A08F,872B36,00,,0.0,20240921021804,E3B1$',
      Date.UTC(2024, 8, 21, 2, 18, 4),
    ],
    [
      'GTIGF',
      '+BUFF:GTIGF,840502,867963063190000,,0,0,,,,,,,0268,0006,22C4,13E5,00,,,20250116170541,22D0$',
      Date.UTC(2025, 0, 16, 17, 5, 41),
    ],
    [
      'GTCAN',
      '+RESP:GTCAN,310701,863286023712855,,10,0,003FFFFF,,2,H46358,12305.50,601,0,83,,P53.00,,0,2749.15,0.19,2.80,,,,40,,0,,,20181110103016,2945$',
      Date.UTC(2018, 10, 10, 10, 30, 16),
    ],
    ['GTPNA', '+RESP:GTPNA,710402,867292060140006,,2,20250516120427,0121$', Date.UTC(2025, 4, 16, 12, 4, 27)],
    ['GTPFA', '+RESP:GTPFA,F50201,866425030235982,GL300M,20190208124849,0BD4$', Date.UTC(2019, 1, 8, 12, 48, 49)],
    [
      'GTWIF',
      '+RESP:GTWIF,210102,354524044484948,,1,08626693fb98,-36,,,,,,,,97,20170119071300,05E3$',
      Date.UTC(2017, 0, 19, 7, 13, 0),
    ],
    [
      'GTSTR',
      '+RESP:GTSTR,400201,862365030034957,GL500,0,1,2,21.8,100,0,,,,,,,0234,0015,03C3,3550,,,,20161129174009,0023$',
      Date.UTC(2016, 10, 29, 17, 40, 9),
    ],
  ])('of %s is when it was sent', (_, text, at) => {
    expect(dateOf(text)).toBe(at)
  })

  it('is UTC by the offset that is configured, that its reception shows, or that it tells', () => {
    const sent = Date.UTC(2009, 1, 14, 9, 32, 54)
    expect(dateOf(TOLD_ZONE)).toBe(sent - 8 * 3_600_000)
    expect(dateOf(TOLD_ZONE.replace('+0800,0', '-0330,1'))).toBe(sent + 2.5 * 3_600_000)
    expect(dateOf(TOLD_ZONE, NOW, { utcOffsetMinutes: 60 })).toBe(sent - 3_600_000)
    expect(dateOf(INFORMATION, Date.UTC(2021, 1, 16, 15, 46, 40))).toBe(Date.UTC(2021, 1, 16, 15, 46, 6))
    expect(dateOf(INFORMATION, NOW, { memory: { zoneMinutes: -300 } })).toBe(Date.UTC(2021, 1, 16, 15, 46, 6))
  })

  it('is that of the reception for a clock that was never set, one that tells none, and one ahead by who knows what', () => {
    expect(dateOf(INFORMATION.replace('20210216104606', '20040101000052'))).toBe(NOW)
    expect(dateOf(INFORMATION.replace('20210216104606', ''))).toBe(NOW)
    expect(dateOf(INFORMATION.replace('20210216104606', '20211316104606'))).toBe(NOW)
    const earlier = Date.UTC(2021, 1, 16, 2, 40, 0)
    expect(dateOf(INFORMATION, earlier)).toBe(earlier)
  })
})

describe('what a Queclink report does not tell', () => {
  const fixed = (version: string, position: string, tail = '00,0.0,,,,97,210100') =>
    lastFix(`+RESP:GTFRI,${version},860599000000017,,12194,10,1,${position},${tail},20250514093254,11F0$`)

  it.each([
    ['1A0800', '0,0,1'],
    ['C30209', '0,16,1'],
    ['F50201', '1,0,1'],
    ['DE0115', '0,0,1'],
    ['210102', ',3,1'],
    ['ZZ0100', '0,16,1'],
  ])('is a supply cut off: %s counts the report %s before its position', (version, head) => {
    const fix = lastFix(`+RESP:GTERI,${version},860599000000017,,00000080,${head},${POSITION},,27,,20250514093254,11F0$`)
    expect(fix).toMatchObject({ latitude: 31.222073, batteryPercent: 27 })
    expect(fix).not.toHaveProperty('externalBatteryMv')
    expect(fix.attributes).toMatchObject({ reportType: head.split(',')[1] })
  })

  it.each([
    ['4B0A00', '12640', 12_640],
    ['4B0A00', '0', 0],
    ['040A00', '', undefined],
  ])('a supply is what a wired %s says in its place: %j', (version, supply, externalBatteryMv) => {
    const head = `GTERI,${version},860599000000041,WVWZZZ1KZAW000017,00000002,${supply},10,1`
    const fix = lastFix(`+RESP:${head},${POSITION},00,18432.5,,,,,,,20250514093254,01CC$`)
    expect(fix.externalBatteryMv).toBe(externalBatteryMv)
  })

  it.each([
    ['1A0800', '1,0'],
    ['C30209', '1,12'],
    ['210102', '1,204'],
    ['DE0115', '2,0'],
    ['F50201', '1,17'],
  ])('is a supply in the information of a %s, which has the distance there (%s)', (version, supply) => {
    const text = `+RESP:GTINF,${version},860599000000017,,41,,23,0,${supply},,3.84,1,1,0,0,0,20250514072548,62,1,38,,,20250514082343,0C98$`
    const [fix] = fixesOf(hear(text))
    expect(fix).toMatchObject({ batteryMv: 3840, batteryPercent: 62, odometerM: Number(supply.split(',')[1]) * 1000 })
    expect(fix).not.toHaveProperty('externalBatteryMv')
  })

  it.each(['12.6', '12.64', '0.0', '13.8', '24.1'])(
    'is a distance in the information of a wired tracker, which has the supply there (%s)',
    (supply) => {
      const text = `+RESP:GTINF,6E0202,868589060187625,,11,,18,0,1,${supply},,4.15,0,1,0,0,20250514231013,0,0,0,0,00,00,+0000,0,20250514231015,7D4F$`
      const fix = lastFix(text)
      expect([fix.odometerM, fix.externalBatteryMv]).toEqual([undefined, undefined])
      expect(fix).toMatchObject({ batteryMv: 4150, gsmSignal: 3 })
    },
  )

  it('is a report id where a battery-powered tracker writes it together with the type', () => {
    const fix = lastFix(`+RESP:GTGEO,C30209,860599000000017,,,31,1,${POSITION},,20250514093254,11F0$`)
    expect(fix.attributes).toMatchObject({ reportId: '3', reportType: '1', alarm: 'geofenceEnter' })
  })

  it.each(['32', '41', '97', '255', '-1'])('is a full signal (%s, which is none of 0–31)', (csq) => {
    const information = `+RESP:GTINF,6E0202,868589060187625,,11,,${csq},0,1,12349,,4.15,0,1,0,0,20250514231013,0,0,0,0,00,00,+0000,0,20250514231015,7D4F$`
    const card = `+RESP:GTFRI,DE0114,860599000000017,,0,0,1,${POSITION},${csq},0,,93,0,1,21.5,20250514093254,11F0$`
    for (const text of [information, card]) {
      const fix = lastFix(text)
      expect(fix).not.toHaveProperty('gsmSignal')
      expect(fix.attributes).toMatchObject({ csq: Number(csq) })
    }
  })

  it.each(['0', '0.0', '51', '99.99', '-1'])('is how good its position is: accuracy %s', (accuracy) => {
    const fix = fixed('8020040200', POSITION.replace(/^1/, accuracy))
    expect(fix).not.toHaveProperty('hdop')
    expect(fix).toMatchObject({ latitude: 31.222073, speedKph: 4.3 })
  })

  it.each(['1000.0', '6553.5', '65535', '-1', '99999.9'])('is a speed of %s km/h', (speed) => {
    const fix = fixed('8020040200', POSITION.replace('4.3', speed))
    expect(fix).not.toHaveProperty('speedKph')
    expect(fix).toMatchObject({ validity: FixValidity.valid, hdop: 1, heading: 92 })
  })

  it.each([
    ['1A0800', 'GTFRI', '0,0,1', '00,3,'],
    ['1A0800', 'GTFRI', '0,0,1', '00,12,,'],
    ['423033', 'GTNMR', '0,0,1', '15,0,'],
    ['440502', 'GTSTR', '0,0,2,,', ',,0000'],
    ['440502', 'GTSTR', '0,0,2,,', ',,17'],
    ['ZZ0100', 'GTMPF', '', '00,,0'],
    ['ZZ0100', 'GTSTT', '21', '00,1'],
  ])('is a charge: %s %s %s … %s', (version, type, head, tail) => {
    const event = head === '' ? '' : `${head},`
    const fix = lastFix(`+RESP:${type},${version},860599000000017,,${event}${POSITION},${tail},20250514093254,11F0$`)
    expect(fix.latitude).toBe(31.222073)
    expect(fix).not.toHaveProperty('batteryPercent')
  })

  it.each(['2100F3', '110000', '160000', '1A0000', '42FFFF'])('is a status: %s of a fuel sensor', (data) => {
    const tail = `00,18432.5,,,,,,,1,${data}`
    const fix = lastFix(`+RESP:GTERI,4B0A00,860599000000041,,00000001,,10,1,${POSITION},${tail},20250514093254,01CC$`)
    expect([fix.ignition, fix.movement]).toEqual([undefined, undefined])
  })

  it.each(['2', '5', '3', 'F', '9'])('is an ignition or a movement that changed: type %j of GTIGL, GTVGL and GTNMR', (kind) => {
    for (const type of ['GTIGL', 'GTVGL', 'GTNMR']) {
      const fix = lastFix(`+RESP:${type},060100,860599000000017,,,0${kind},1,${POSITION},00,2000.0,20250514093254,11F0$`)
      expect([fix.ignition, fix.movement]).toEqual([undefined, undefined])
    }
  })

  it.each([
    ['GTIGL', '00', { ignition: true }],
    ['GTIGL', '01', { ignition: false }],
    ['GTNMR', '01', { movement: true }],
    ['GTSPD', '01', { attributes: { reportType: '1' } }],
    ['GTGEO', '31', { attributes: { reportType: '1', alarm: 'geofenceEnter' } }],
  ])('%s %s reads the same when its coordinates cannot be read', (type, kind, expected) => {
    const place = POSITION.replace('121.354335,31.222073', '0,0')
    const fix = lastFix(`+RESP:${type},060100,860599000000017,,,${kind},1,${place},00,00,0,20250514093254,11F0$`)
    expect(fix).toMatchObject(expected)
    if (type === 'GTSPD') expect(fix.attributes).not.toHaveProperty('alarm')
    expect(fix).not.toHaveProperty('externalBatteryMv')
  })

  it.each([
    ['GTSTR', '0,0,2,21.1,86'],
    ['GTCTN', '0,0,2,21.1,86'],
    ['GTTMP', ',00,1'],
  ])('is what stands last in a %s whose coordinates cannot be read', (type, head) => {
    const place = POSITION.replace('121.354335,31.222073', '0,0')
    const fix = lastFix(`+RESP:${type},400201,860599000000017,,${head},${place},00,7,20250514093254,11F0$`)
    expect(fix).not.toHaveProperty('batteryPercent')
    expect(fix.attributes).not.toHaveProperty('temperatureC')
  })

  it.each(['GTBPL', 'GTEPS', 'GTSTT', 'GTIGN', 'GTLBC'])('is the time of sending of a %s without anything else', (type) => {
    const fix = lastFix(`+RESP:${type},060100,860599000000017,,20250514093254,11F0$`)
    expect([fix.batteryMv, fix.externalBatteryMv]).toEqual([undefined, undefined])
    for (const name of ['motionState', 'previousStateS', 'phoneNumber']) expect(fix.attributes).not.toHaveProperty(name)
  })

  it.each([
    ['GTSTT', '16', { movement: true, attributes: { motionState: '16', alarm: 'tow' } }],
    ['GTBPL', '3.53', { batteryMv: 3530 }],
    ['GTMPF', '', { attributes: { alarm: 'powerCut' } }],
    ['GTIGL', ',00,1', { ignition: true }],
    ['GTIGN', '1200', { ignition: true, attributes: { previousStateS: 1200 } }],
  ])('is another field by the name of its device, which may be the number of its vehicle: %s %s', (type, own, expected) => {
    const event = own === '' ? '' : `${own},`
    const named = (name: string) =>
      lastFix(`+RESP:${type},060100,135790246811220,${name},${event}${POSITION},00,20250514093254,11F0$`)
    expect(named('WVWZZZ1KZAW000017')).toMatchObject({ ...expected, hdop: 1, speedKph: 4.3 })
    expect(named('WVWZZZ1KZAW000017,truck 7')).toMatchObject({ ...expected, hdop: 1, speedKph: 4.3 })
  })

  it.each(['3', '9', '255', '-1', '65535'])('is an ignition that is on by a key that stands at %s', (key) => {
    const fields = `00,1,C0000006,${key},H12,`
    const fix = lastFix(`+RESP:GTCAN,4B0201,860599000000017,,${fields}${POSITION},00,20250514093254,11F0$`)
    expect(fix).not.toHaveProperty('ignition')
    expect(fix.attributes).toMatchObject({ ignitionKey: Number(key), canOdometerM: 1200 })
  })

  it.each(['P101', 'P102.00', 'P255', 'P655.35', 'P-1'])('is a level of %s', (level) => {
    const fix = lastFix(`+RESP:GTCAN,4B0201,860599000000017,,00,1,C0000100,${level},${POSITION},00,20250514093254,11F0$`)
    expect(fix.attributes).toMatchObject({ fuelLevel: level })
    expect(fix.attributes).not.toHaveProperty('fuelLevelPercent')
  })

  it.each(['7FFF', '8000', 'F800', '07D1', 'FC8F'])('is a temperature: %s on the 1-wire bus', (data) => {
    const tail = `00,18432.5,,,2789,,01,00,2,1,28AB12CD34000011,1,${data}`
    const fix = lastFix(`+RESP:GTERI,040A00,860599000000041,,00000002,,10,1,${POSITION},${tail},20250514093254,01CC$`)
    expect(fix.attributes).toMatchObject({ oneWire1Data: data })
    expect(fix.attributes).not.toHaveProperty('temperature1C')
  })

  it.each([
    ['4.16', '21.5'],
    ['12.6', '4.16'],
    ['0.0', '34.9'],
    ['97.25', '-12.50'],
    ['18.5', '0.36'],
  ])('is a place: two measurements (%s, %s) before a time', (first, second) => {
    const fix = lastFix(`+RESP:GTQQQ,ZZ0100,135790246811220,,7,${first},${second},20250514013254,1,20250514093254,11F0$`)
    expect(fix).toMatchObject({ positionedAt: Date.UTC(2025, 4, 14, 9, 32, 54), validity: FixValidity.noFix })
    expect(fix).not.toHaveProperty('latitude')
    expect(fix.attributes).toMatchObject({ fields: `7,${first},${second},20250514013254,1` })
  })

  it.each([
    ['060100', 'GTSTT', '11', '00,,,21.5'],
    ['ZZ0100', 'GTSTT', '41', '00,,,21.5,3.97'],
    ['060100', 'GTIGN', '1200', '00,12345:12:34,,,4.16'],
    ['4B0201', 'GTHBM', ',31,1', '00,,,1.25'],
    ['6E0202', 'GTGEO', ',31,1', '01,9,,,,3.5'],
  ])('is a distance that stands farther behind: %s %s %s … %s', (version, type, head, tail) => {
    const fix = lastFix(`+RESP:${type},${version},135790246811220,,${head},${POSITION},${tail},20250514093254,11F0$`)
    expect(fix.latitude).toBe(31.222073)
    expect(fix).not.toHaveProperty('odometerM')
  })

  it.each(['-1', '-12', '-999', '-12640', '-32768'])('is a supply cut off: %s mV', (supply) => {
    for (const head of [`GTFRI,060100,135790246811220,,${supply},10,1`, `GTEPS,060100,135790246811220,,${supply},00,1`])
      expect(lastFix(`+RESP:${head},${POSITION},00,2000.0,,,,,,,,20250514093254,11F0$`)).not.toHaveProperty('externalBatteryMv')
  })

  it.each(['0', '0000', '00000000', '0000000000000000', '000000'])('is a driver: the key %s', (key) => {
    const fix = lastFix(`+RESP:GTIDA,060228,862894020178276,,,${key},1,1,${POSITION},00,34.9,,,,,20250514093254,11F0$`)
    expect(fix.attributes).not.toHaveProperty('driverId')
    expect(fix.odometerM).toBe(34_900)
  })

  it.each(['-0.1', '-1843.2', '4294967.1', '99999999.9', '-5.0'])('is a distance of %s km', (distance) => {
    expect(fixed('8020040200', POSITION, `00,${distance},,,,97,210100`)).not.toHaveProperty('odometerM')
    expect(fixed('8020040200', POSITION, `00,${distance},,,,97,210100`)).toMatchObject({ batteryPercent: 97, ignition: true })
  })
})

describe('a Queclink command', () => {
  const session = { now: NOW, memory: { version: '4B0303' } }

  it('takes the serial number of the server and the password that the model is shipped with', () => {
    const written = queclink.commands!.encode({ text: 'AT+GTRTO=,3,,,,,,FFFF$', serial: 0x2b }, session)
    expect(Buffer.isBuffer(written) && written.toString()).toBe('AT+GTRTO=gv300can,3,,,,,,002B$')
  })

  it.each(['reboot', 'AT+GTRTO=a,3$AT+GTRTO=a,4', 'AT+GTRTO'])('refuses %j', (text) => {
    expect(queclink.commands!.encode({ text, serial: 1 }, session)).toMatchObject({ kind: 'commandError' })
  })

  it('is matched with its answer by the serial number', () => {
    expect(hear('+ACK:GTRTO,4B0303,867995030082104,,GPS,002B,20250514093254,11F0$')).toMatchObject({
      kind: 'commandReply',
      serial: 0x2b,
      text: 'GTRTO,GPS',
    })
  })
})

describe('the binary form', () => {
  const frames = {
    report:
      '2b5253500700fc1fbf005d4501010108560563000000010762312a2209100101001206010f02f8fd386ea3fe98a5c807e9050e0715050204000418001ac5000001050000480001000c1e00000136050607e9050e071507054e45230d0a',
    compressed:
      '2b5253506400fc1fbf00464501010108560563000000010762312a2209000461750ffd386ea3fe98a5c868244461a0fe7e680c009f4201e7ec07e9050e071507054fb0100d0a',
  }
  /** Indexes of these fields in the binary report. */
  const BINARY = { charge: 24, accuracy: 31, speed: 32 } as const
  const decodeHex = (hex: string) => queclink.decode(Buffer.from(hex, 'hex'), { now: NOW })

  it('reads position, supply and counters by its mask', () => {
    const decoded = decodeHex(frames.report)
    expect(decoded).toMatchObject({ kind: 'packet', identity: '860599000000017' })
    expect(fixesOf(decoded)).toMatchObject([
      {
        latitude: -23.55052,
        longitude: -46.633309,
        speedKph: 18.6,
        heading: 271,
        externalBatteryMv: 12_586,
        batteryPercent: 98,
        satellites: 9,
        odometerM: 18_432_100,
        attributes: { mcc: 204, mnc: 4 },
      },
    ])
  })

  it('unfolds a compressed batch, one position a second, a second without one in between', () => {
    const fixes = fixesOf(decodeHex(frames.compressed))
    expect(fixes.map(({ positionedAt }) => positionedAt - fixes[0]!.positionedAt)).toEqual([0, 1000, 3000])
    expect(fixes.map(({ speedKph, heading, longitude }) => [speedKph, heading, longitude])).toEqual([
      [18.6, 271, -46.633309],
      [18.9, 267, -46.63336],
      [18.6, 271, -46.6333],
    ])
    expect(fixes.map(({ validity }) => validity)).toEqual([FixValidity.valid, FixValidity.valid, FixValidity.noFix])
  })

  it.each([51, 99, 128, 200, 255])('has neither charge nor HDOP nor speed in what is beyond their ranges: %d', (value) => {
    const report = Buffer.from(frames.report, 'hex')
    report[BINARY.charge] = Math.max(value, 101)
    report[BINARY.accuracy] = value
    report.writeUInt16BE(1000 + value, BINARY.speed)
    report.writeUInt16BE(crc16CcittFalse(report, 4, report.length - 4), report.length - 4)
    const [fix] = fixesOf(queclink.decode(report, { now: NOW }))
    expect(fix).toMatchObject({ latitude: -23.55052, heading: 271, externalBatteryMv: 12_586 })
    for (const name of ['batteryPercent', 'hdop', 'speedKph']) expect(fix).not.toHaveProperty(name)
  })

  it('drops a frame whose checksum is wrong', () => {
    const damaged = Buffer.from(frames.report, 'hex')
    damaged[40]! ^= 1
    expect(queclink.decode(damaged, { now: NOW })).toMatchObject({ kind: 'decodeError', cause: 'checksum' })
  })
})

describe('the second generation', () => {
  const decodeHex = (hex: string) => queclink.decode(Buffer.from(hex, 'hex'), { now: NOW })

  it('reads locations, ignition, distance and hours of its records, and keeps other data', () => {
    const decoded = decodeHex(
      '2b0000710008605990000000338203000c0101aa306824446100015000521619fd386ea3fe98a5c86824446100ba09010fffffdd0b1b01011f0401194064220400001c20296824446b00025003521615fd386ea3fe98a5c868244461000000000000000000808c0201021b01020a2f1424',
    )
    expect(decoded).toMatchObject({ kind: 'packet', identity: '860599000000033' })
    expect(fixesOf(decoded)).toMatchObject([
      {
        latitude: -23.55052,
        longitude: -46.633309,
        speedKph: 18.6,
        heading: 271,
        altitudeM: -3.5,
        satellites: 11,
        hdop: 0.9,
        ignition: true,
        odometerM: 18_432_100,
        validity: FixValidity.valid,
        attributes: { engineHoursS: 7200 },
      },
      { validity: FixValidity.noFix, event: 3, attributes: { data140: '0102', data27: '02' } },
    ])
    expect(fixesOf(decoded)[1]!.ignition).toBeUndefined()
  })

  it('dates a record without a location by itself, and knows what waited in the device', () => {
    const fixes = fixesOf(
      decodeHex(
        '2d0000b90008605990000000338203000c0101aa80956824446100035101510f19004ab1c0031f15b768244461007878780000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000c68244461000460027a01010058a024',
      ),
    )
    expect(fixes).toMatchObject([
      { latitude: 52.368823, speedKph: 12, attributes: { buffered: true } },
      { positionedAt: 1_747_207_265_000, validity: FixValidity.noFix, event: 2 },
    ])
  })
})
