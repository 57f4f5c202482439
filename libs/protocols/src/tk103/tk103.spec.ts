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

describe('what is no reading', () => {
  const BODY = '250514A2333.0312S04637.9986W023.0072105'

  it.each(['271.00,FUEL12', '271.0ALARM', '5.00,1HELLO', '271.00,11000000LOW', '271.0011000000,FULL', '27110000GGL001C2032'])(
    'is a state in front of any L: %s',
    (rest) => {
      const fix = fixOf(`(013612345678BR00${BODY}${rest})`)
      expect(fix).toMatchObject({ speedKph: 23, positionedAt: Date.UTC(2025, 4, 14, 7, 21, 5) })
      for (const name of ['ignition', 'odometerM']) expect(fix).not.toHaveProperty(name)
      for (const name of ['mainPowerOff', 'state', 'fuelRaw']) expect(fix.attributes).not.toHaveProperty(name)
    },
  )

  it.each([
    ['FFFFFFFF', undefined],
    ['001C', '001C'],
    ['', undefined],
    ['FUEL', 'FUEL'],
    ['00', '00'],
  ])('is the odometer %j, the state stands', (odometer, extras) => {
    const fix = fixOf(`(013612345678BR00${BODY}271.0001000000L${odometer})`)
    expect(fix).toMatchObject({ ignition: true, heading: 271, attributes: { state: '01000000' } })
    expect(fix).not.toHaveProperty('odometerM')
    expect(fix.attributes?.extras).toBe(extras)
  })

  it.each([',80', ',80,12', 'FULL', ',BAD', ',FFFFFFFF'])('is an odometer in what stands behind the cells: %s', (rest) => {
    const fix = fixOf(`(013612345678BR00,{204,8,3110,20417}${rest})`)
    expect(fix.attributes).toMatchObject({ mcc: '204', cellId: '20417' })
    expect(fix).not.toHaveProperty('odometerM')
  })

  it.each([
    [',,072105,88.2', 88],
    [',072105,88.2', 88],
    [', ,072105,88.2', 88],
    [',,072105,', undefined],
    [',--,072105,88.2', 88],
    [',,072105', undefined],
  ])('is a speed that was left out, before the time of day: %s', (rest, heading) => {
    const fix = fixOf(`(869000000000017,BR00,140525,V,5222.1294N,00453.7101E${rest})`)
    expect(fix).toMatchObject({ positionedAt: Date.UTC(2025, 4, 14, 7, 21, 5), validity: FixValidity.noFix })
    expect(fix).not.toHaveProperty('speedKph')
    expect(fix.heading).toBe(heading)
  })

  it.each([
    ['4,391,-1,1', { batteryPercent: 50, batteryMv: 3910 }],
    ['4,-1,121,1', { batteryPercent: 50, externalBatteryMv: 12_100 }],
    ['255,391,65535,255', { batteryMv: 3910 }],
    ['255,65535,65535,255', {}],
    ['4,65536,-121,1', { batteryPercent: 50 }],
  ])('is a battery of %s', (battery, expected) => {
    expect(fixOf(`(869000000000017,ZC20,140525,072125,${battery})`)).toEqual({
      positionedAt: Date.UTC(2025, 4, 14, 7, 21, 25),
      validity: FixValidity.noFix,
      ...expected,
    })
  })

  it.each(['+123.4', '1,-012.5', '5,+085.0', '2,-100.1', '+000.0'])('is a temperature where no odometer is: %s', (extras) => {
    const fix = fixOf(`(869000000000017,DW3B,140525,A,5222.1294N,00453.7101E,12.5,072105,88.2,${extras})`)
    expect(fix.attributes).toEqual({ extras })
  })

  it('is a temperature that is no number', () => {
    expect(fixOf(`(013612345678BR00${GPS}+0x5.3)`).attributes).toMatchObject({ extras: '+0x5.3' })
  })

  describe('of an e-bike’s pack', () => {
    const GOOD = {
      count: '02',
      cells: 'A00FA00F',
      charging: '00',
      current: '0A00',
      voltage: '2003',
      percent: '5A',
      flags: '000100',
      cycles: '0700',
      fault: '00',
      sensors: '02',
      temperatures: '3C3C3E3B',
      capacity: 'A00F',
      discharge: '01000000',
    }
    const packOf = (changes: Partial<typeof GOOD>): Fix => {
      const told = { ...GOOD, ...changes }
      const { count, cells, charging, current, voltage, percent, flags, cycles, fault } = told
      const state = `${charging}${current}${voltage}${percent}${flags}0100${cycles}${fault}${'00'.repeat(6)}`
      const heat = `${told.sensors}${told.temperatures.padEnd(18, '0')}`
      return fixOf(`(013612345678BS500064FF${count}${cells.padEnd(96, '0')}${state}${heat}${told.capacity}${told.discharge})`)
    }
    const good = packOf({})

    it.each([
      [{ voltage: '0000' }, { externalBatteryMv: undefined }],
      [{ voltage: 'FFFF' }, { externalBatteryMv: undefined }],
      [
        { voltage: '0000', percent: '00' },
        { externalBatteryMv: undefined, batteryPercent: undefined },
      ],
      [{ percent: 'FF' }, { batteryPercent: undefined }],
      [{ percent: '65' }, { batteryPercent: undefined }],
      [{ percent: '00' }, { batteryPercent: 0 }],
    ])('is its voltage or charge with %j', (changes, expected) => {
      expect(packOf(changes)).toEqual({ ...good, ...expected })
    })

    it.each([
      [{ count: 'FF' }, 'cellVoltagesMv'],
      [{ charging: 'FF' }, 'charging'],
      [{ current: 'FFFF' }, 'packCurrentA'],
      [{ flags: 'FF0100' }, 'batteryOverheat'],
      [{ flags: '00FF00' }, 'chargeProtection'],
      [{ flags: '0001FF' }, 'dischargeProtection'],
      [{ cycles: 'FFFF' }, 'chargeCycles'],
      [{ fault: 'FF' }, 'faultAlarm'],
      [{ temperatures: 'FF3C3E3B' }, 'powerTemperatureC'],
      [{ temperatures: '3CFF3E3B' }, 'equilibriumTemperatureC'],
      [{ temperatures: '3C3CFF3B' }, 'packTemperature1C'],
      [{ capacity: 'FFFF' }, 'calibrationCapacityAh'],
      [{ discharge: 'FFFFFFFF' }, 'dischargeCapacity'],
    ])('is what %j holds', (changes, name) => {
      const { [name]: _, ...rest } = good.attributes!
      expect(packOf(changes)).toEqual({ ...good, attributes: rest })
    })

    it('is all of it where the management did not answer', () => {
      expect(fixOf(`(013612345678BS500064FF${'FF'.repeat(85)})`)).toEqual({ positionedAt: NOW, validity: FixValidity.noFix })
      for (const part of ['90:FFFFFFFFFFFFFFFF', '91:FFFFFFFFFFFF', '92:FFFFFFFF', '90:FFFFFFFFFFFFFFFF,92:FFFFFFFF'])
        expect(fixOf(`(013612345678BS51${part})`)).toEqual({ positionedAt: NOW, validity: FixValidity.noFix })
    })

    it.each([
      ['0000000030750000', { packCurrentA: 0, gatherVoltageV: 0 }, {}],
      ['E001E00130755203', { packCurrentA: 0, gatherVoltageV: 48 }, { externalBatteryMv: 48_000, batteryPercent: 85 }],
      ['E001E0013075E903', { packCurrentA: 0, gatherVoltageV: 48 }, { externalBatteryMv: 48_000 }],
      ['E001E0013075FFFF', { packCurrentA: 0, gatherVoltageV: 48 }, { externalBatteryMv: 48_000 }],
      ['E001FFFFFFFF5203', undefined, { externalBatteryMv: 48_000, batteryPercent: 85 }],
    ])('is what its bus tells with %s', (bytes, attributes, expected) => {
      expect(fixOf(`(013612345678BS5190:${bytes})`)).toEqual({
        positionedAt: NOW,
        validity: FixValidity.noFix,
        ...expected,
        ...(attributes && { attributes }),
      })
    })
  })
})

describe('what only looks like a position or like cells', () => {
  it.each(['02100110' + '0A10', '051008100A10', '00110011' + '2A10', '031003100A103A10', '041004101A102A10'])(
    'is a pack whose cells have %s',
    (cells) => {
      const count = (cells.length / 4).toString(16).padStart(2, '0')
      const pack = `0064FF${count}${cells.padEnd(96, '0')}000A0020035A0001000100${'00'.repeat(30)}`
      const [packet] = hear(`(013612345678BS50${pack})`)
      expect(packet).toMatchObject({ kind: 'packet', fixes: [{ externalBatteryMv: 8000, batteryPercent: 90 }] })
    },
  )

  it.each(['WDB2030461A123456', 'WDB2110061A987654', 'WVW123456A7890123', 'JN1000123V0123456', 'WDD2040021V000001'])(
    'is the VIN %s',
    (vin) => {
      expect(hear(`(013612345678BV00${vin})`)).toMatchObject([{ kind: 'packet', fixes: [{ attributes: { vin } }] }])
    },
  )

  it.each(['001400A0', '003000A0', '001000A8', '000200A5', '010000A9'])(
    'is the echo %s of how often and how long to report',
    (echo) => {
      expect(hear(`(013612345678BS08${echo})`)).toMatchObject([{ kind: 'commandReply', text: `BS08${echo}` }])
    },
  )

  it.each(['IMEI 123456A1 set', 'cells {204,8,3110,20417} seen', '{}', 'SN 000123V4', 'limit {80},50'])(
    'is the answer %j',
    (text) => {
      expect(hear(`(869000000000017,ZC03,140525,072145,$${text}$)`)).toMatchObject([{ kind: 'commandReply', text }])
    },
  )
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
    expect([conversation.decode(frame).kind, conversation.decode(frame).kind]).toEqual(['login', 'heartbeat'])
  })
})

it.each(['AP00)(013612345678AV010', 'a$b'])('the command %j is refused', (text) => {
  expect(tk103.commands!.encode({ text, serial: 1 }, { now: NOW })).toMatchObject({ kind: 'commandError' })
})
