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
