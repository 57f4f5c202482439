import { FixValidity, type Fix } from '@roadbook/contracts'
import { Conversation } from '../testing/conversation.js'
import { tk103 } from './index.js'

const NOW = Date.UTC(2026, 0, 1)
const hear = (text: string) => new Conversation(tk103, NOW).push(Buffer.from(text, 'latin1')).said
const fixOf = (text: string): Fix => hear(text).flatMap((one) => ('fixes' in one && one.fixes) || [])[0]!
const GPS = '250514A2333.0312S04637.9986W023.0072105271.0001000000L001C2032'

describe('an alarm', () => {
  it.each([
    ['BO010', 'powerCut'],
    ['BO011', 'accident'],
    ['BO012', 'sos'],
    ['BO013', 'vibration'],
    ['BO014', 'lowSpeed'],
    ['BO015', 'overspeed'],
    ['BO016', 'geofenceExit'],
    ['BQ810', 'lowBattery'],
    ['BQ814', 'hardBraking'],
    ['BR00', undefined],
  ])('%s is %s', (command, alarm) => {
    expect(fixOf(`(013612345678${command}${GPS})`).attributes?.alarm).toBe(alarm)
  })

  it.each([
    ['ZC11', { attributes: { alarm: 'movement' } }],
    ['DW3E', { attributes: { alarm: 'sos' } }],
    ['ZC15', { ignition: true }],
    ['ZC16', { ignition: false }],
  ])('%s of the comma dialect is read', (command, expected) => {
    expect(fixOf(`(869000000000017,${command},140525,A,5222.1294N,00453.7101E,12.5,072105,88.2)`)).toMatchObject(expected)
  })
})

describe('a position', () => {
  it('is the same with and without commas, with the date the other way round', () => {
    const time = Date.UTC(2025, 4, 14, 7, 21, 5)
    const fixed = fixOf('(013612345678BR00250514A5222.1294N00453.7101E012.5072105088.2001000000L001C2032)')
    const commas = fixOf('(869000000000017,BR00,140525,A,5222.1294N,00453.7101E,12.5,072105,88.2)')
    for (const fix of [fixed, commas])
      expect(fix).toMatchObject({ positionedAt: time, speedKph: 12.5, heading: 88, validity: FixValidity.valid })
    expect(fixed).toMatchObject({ ignition: true, odometerM: 1_843_250, attributes: { state: '01000000' } })
  })

  it.each([
    ['2', '23'],
    ['5', '271.0'],
    ['6', '271.00'],
  ])('with a course of %s characters keeps its state', (_, course) => {
    const fix = fixOf(`(013612345678BR00250514A2333.0312S04637.9986W023.0072105${course}11000000L001C2032)`)
    expect(fix).toMatchObject({ heading: Math.round(Number(course)), ignition: true, attributes: { mainPowerOff: true } })
  })

  it.each([
    ['-2333.0312S-437.9986W', -23.55052, -4.63331],
    ['52.5000N7.5000E', 0.875, 0.125],
  ])('reads the signs and the missing zeros of %s', (place, latitude, longitude) => {
    const fix = fixOf(`(869000000000017,BR00,140525,A,${place},12.5,072105,88.2)`)
    expect(fix.latitude).toBeCloseTo(latitude, 6)
    expect(fix.longitude).toBeCloseTo(longitude, 6)
    expect(fix).toMatchObject({ speedKph: 12.5, validity: FixValidity.valid })
  })

  it('brings the temperature that some models put behind the odometer', () => {
    expect(fixOf(`(013612345678BR00${GPS}+025.3)`).attributes?.temperatureC).toBe(25.3)
  })

  it.each([
    ['01602009983', '11 digits'],
    ['BICYCLE00003', 'letters'],
    ['869000000000017', '15 digits'],
  ])('names its tracker %s by %s', (id) => {
    expect(hear(`(${id}BR00${GPS})`)).toMatchObject([{ kind: 'packet', identity: id }])
  })

  it('with impossible coordinates is a content error, and an alarm is still answered', () => {
    expect(hear(`(013612345678BO012${GPS.replace('2333', '2399')})`)).toMatchObject([
      { kind: 'decodeError', cause: 'content', replyWhenRejected: Buffer.from('(013612345678AS012)') },
    ])
  })
})

describe('telemetry without a position', () => {
  it('is the battery of a portable model', () => {
    expect(fixOf('(869000000000017,ZC20,140525,072125,4,391,121,1)')).toMatchObject({
      positionedAt: Date.UTC(2025, 4, 14, 7, 21, 25),
      batteryPercent: 50,
      batteryMv: 3910,
      externalBatteryMv: 12_100,
    })
  })

  it('is what cells and WiFi were in sight', () => {
    const fix = fixOf('(869000000000017,DW53,204,8,3110,20417,1,00:11:22:33:44:55*-65*1,140525,072135)')
    expect(fix.attributes).toEqual({
      mcc: '204',
      mnc: '8',
      lac: '3110',
      cellId: '20417',
      wifi: '00:11:22:33:44:55*-65*1',
      alarm: 'powerCut',
    })
  })

  it('is cells in braces and the odometer', () => {
    expect(fixOf('(013612345678BR00,{204,8,3110,20417}\n{204,8,3110,20418},0000015F)')).toMatchObject({
      odometerM: 351,
      attributes: { cells: '204-8-3110-20417;204-8-3110-20418' },
    })
  })

  it('is the battery pack of an e-bike', () => {
    const cells = `${'a00f'.repeat(2)}${'0000'.repeat(22)}`
    const temperatures = `02${'3c'.repeat(2)}3e3b${'00'.repeat(5)}`
    const pack = `0064ff02${cells}00${'0a00'}${'2003'}5a000100${'0000'}${'0700'}00${'00'.repeat(6)}${temperatures}a00f01000000`
    expect(fixOf(`(013612345678BS50${pack.toUpperCase()})`)).toMatchObject({
      externalBatteryMv: 8000,
      batteryPercent: 90,
      attributes: {
        cellVoltagesMv: '4000,4000',
        packCurrentA: 1,
        chargeProtection: true,
        chargeCycles: 7,
        packTemperature1C: 22,
        packTemperature2C: 19,
        calibrationCapacityAh: 40,
      },
    })
    expect(hear('(013612345678BS500064FF)')).toMatchObject([{ kind: 'decodeError', cause: 'content' }])
  })
})

describe('the framer', () => {
  it('lets brackets be in free text', () => {
    expect(hear('(869000000000017,ZC03,140525,072145,$limit (80) set$)')).toMatchObject([
      { kind: 'commandReply', text: 'limit (80) set' },
    ])
  })

  it('gives up a frame that was cut short, and no more', () => {
    expect(hear('(013612345678BR0025(013612345678BP00000013612345678HSO)')).toMatchObject([
      { kind: 'decodeError', cause: 'checksum' },
      { kind: 'login' },
    ])
  })
})

describe('a handshake', () => {
  it('is a login once and a sign of life from then on', () => {
    const frame = Buffer.from('(013612345678BP00000013612345678HSO)')
    const conversation = new Conversation(tk103, NOW)
    expect([conversation.hear(frame).kind, conversation.hear(frame).kind]).toEqual(['login', 'heartbeat'])
  })
})

it.each(['AP00)(013612345678AV010', 'a$b'])('the command %j is refused', (text) => {
  expect(tk103.commands!.encode({ text, serial: 1 }, { now: NOW })).toMatchObject({ kind: 'commandError' })
})
