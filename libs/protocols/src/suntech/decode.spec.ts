import { FixValidity, type Fix } from '@roadbook/contracts'
import type { Decoded } from '../protocol.js'
import { Conversation } from '../testing/conversation.js'
import { suntech } from './index.js'

const NOW = Date.UTC(2026, 0, 1)
const PLACE = '20250514;07:21:05;15800;-23.550520;-046.633309;049.560;119.29;12;1;20847760;12.71'

const hear = (text: string) => new Conversation(suntech, NOW).push(Buffer.from(text, 'latin1')).said as Decoded[]
const fixOf = (text: string): Fix => {
  const [decoded] = hear(`${text}\r`)
  return ('fixes' in decoded! && decoded.fixes?.[0]) as Fix
}

describe('a Suntech report', () => {
  it.each([
    ['EMG', 1, 'sos'],
    ['EMG', 3, 'powerCut'],
    ['ALT', 1, 'overspeed'],
    ['ALT', 6, 'geofenceEnter'],
    ['ALT', 41, 'powerCut'],
    ['ALT', 50, 'jamming'],
  ])('F5 %s %i raises %s', (type, code, alarm) => {
    expect(fixOf(`ST300${type};860599025;04;706;${PLACE};100000;${code}`)).toMatchObject({
      event: code,
      attributes: { alarm },
      validity: FixValidity.valid,
    })
  })

  it('reads ignition, inputs, supply, distance and what newer firmware appends', () => {
    const fix = fixOf(`ST300STT;860599025;04;706;${PLACE};101001;2;2003;000090;4.1;0;3.30;;;01AB12CD340000;1;28FF:-12.5;:;:`)
    expect(fix).toMatchObject({
      latitude: -23.55052,
      longitude: -46.633309,
      speedKph: 49.56,
      heading: 119,
      satellites: 12,
      odometerM: 20_847_760,
      externalBatteryMv: 12_710,
      batteryMv: 4100,
      ignition: true,
      attributes: {
        input1: false,
        input2: true,
        output2: true,
        engineHoursS: 5400,
        buffered: true,
        analog1V: 3.3,
        driverId: '01AB12CD340000',
        temperature1C: -12.5,
      },
    })
  })

  it('keeps coordinates that nobody can read beside the fix', () => {
    expect(fixOf(`ST300STT;860599025;04;706;${PLACE.replace('-046', '-W46')};000000;1;1`)).toMatchObject({
      validity: FixValidity.noFix,
      attributes: { devicePosition: '-23.550520, -W46.633309' },
    })
  })

  it.each([
    ['0;0', 'zeros'],
    ['00;000', 'zeros in digits'],
    ['1;2', 'whole degrees'],
    ['91;181', 'whole degrees beyond the Earth'],
    ['-;-', 'signs alone'],
    ['N;E', 'letters'],
  ])('counts from its place also where that is %s (%s), and reads supply and inputs where they stand', (place) => {
    const fix = fixOf(`ST300ALT;860599025;04;706;20250514;07:21:05;15800;${place};000.000;119.29;0;0;20847760;12.71;100000;41`)
    expect(fix).toMatchObject({
      speedKph: 0,
      heading: 119,
      satellites: 0,
      validity: FixValidity.noFix,
      odometerM: 20_847_760,
      externalBatteryMv: 12_710,
      ignition: true,
      event: 41,
      attributes: { alarm: 'powerCut', cell: '15800' },
    })
  })

  it.each(['+0;+0', '-23;-046', '+00;+000', '+52;+4', '-1;+1'])('has a place of whole degrees with signs: %s', (place) => {
    const fix = fixOf(`ST300STT;860599025;04;706;20250514;07:21:05;15800;${place};000.000;119.29;9;0;20847760;12.71;100000;1;2`)
    const [latitude, longitude] = place.split(';').map(Number)
    expect(fix).toMatchObject({ latitude, longitude, odometerM: 20_847_760, externalBatteryMv: 12_710, ignition: true })
  })

  it.each(['------', '12.710', 'FFFFFF', '20847760', '0x0000', '2     '])('has no ignition in inputs %j', (inputs) => {
    const fix = fixOf(`ST300STT;860599025;04;706;${PLACE};${inputs};2;2003`)
    expect(fix).toMatchObject({ odometerM: 20_847_760, validity: FixValidity.valid })
    expect(fix).not.toHaveProperty('ignition')
    expect(fix.attributes).not.toHaveProperty('input1')
  })

  it.each([
    ['speed', '049.560', '-01.000', 'speedKph'],
    ['speed', '049.560', '9999.99', 'speedKph'],
    ['number of satellites', ';12;1;', ';-1;1;', 'satellites'],
    ['distance', '20847760', '-1', 'odometerM'],
    ['distance', '20847760', '4294967295', 'odometerM'],
    ['supply', '12.71', '-1.00', 'externalBatteryMv'],
  ])('has no %s that cannot be: %s is %s', (_, from, to, column) => {
    const fix = fixOf(`ST300STT;860599025;04;706;${PLACE.replace(from, to)};100000;2;2003`)
    expect(fix).toMatchObject({ validity: FixValidity.valid, ignition: true, latitude: -23.55052 })
    expect(fix).not.toHaveProperty(column)
  })

  it.each(['-127.0', '+999.9', '-55.1', '+125.1', '-100'])('has no temperature that its sensor cannot measure: %s', (degrees) => {
    const fix = fixOf(
      `ST300STT;860599025;04;706;${PLACE};101001;2;2003;000090;4.1;0;3.30;;;01AB12CD340000;1;2826C8A70800000C:${degrees};2826C8A70800000D:+26.6;:`,
    )
    expect(fix.attributes).toMatchObject({ temperature2C: 26.6, driverId: '01AB12CD340000' })
    expect(fix.attributes).not.toHaveProperty('temperature1C')
  })

  it.each([
    ['0D', 13],
    ['00', 0],
    ['FF', -1],
    ['F6', -10],
    ['D8', -40],
    ['7F', 127],
  ])('reads the temperature %s of a fuel probe with its sign', (raw, degrees) => {
    const data = `t_0=${raw};N_0=0412.0`
    const text = `ST600UEX;8605990;20;520;20250514;07:25:05;0012ab35;334;20;2f19;18;-23.550520;-046.633309;018.600;000.00;9;1;1843250;12.89;000000;${data.length};${data};9E;007200;4.1;1`
    expect(fixOf(text).attributes).toMatchObject({ fuelTemperature0C: degrees, fuelProbe0: 0x412 })
  })

  it.each([
    ['ST300HTE', `ST300HTE;860599025;04;248;20250514;07:52:00;018250;12.28;001200;0.0;1;0;00000000000000`],
    ['an alert', 'ALT;0860599017;381830;20250514;07:21:05;+52.368823;+004.895168;59;2;0000000000000000'],
    ['a status', `ST300STT;860599025;04;706;${PLACE};101001;2;2003;000090;4.1;0;3.30;00000000000000;0`],
  ])('knows no driver by a key of zeros in %s', (_, text) => {
    expect(fixOf(text).attributes).not.toHaveProperty('driverId')
  })

  it('finds the cells of a battery-powered one also behind a number that looks like a country', () => {
    const neighbours = Array.from({ length: 6 }, (__, at) => `3006${at};724;2;5221;0;0`).join(';')
    const text = (head: string, first: string) =>
      `ST419STT;807587388;306;${head};${first};724;2;-65;5221;255;${neighbours};3.92;1;0185;1;00010000;26.1;1;20250514;07:22:43;-22.754650;-043.437569;000.185;297.35;6;1`
    for (const [head, first] of [
      ['41;04', '30062'],
      ['41;04', '724'],
      ['41;04', '310'],
      ['41', '30062'],
      ['41', '724'],
    ] as const)
      expect(fixOf(text(head, first))).toMatchObject({
        batteryMv: 3920,
        attributes: { cell: first, mcc: 724, mnc: 2, index: 185, mode: 1 },
      })
  })

  it('takes a fix of 0 for none', () => {
    expect(fixOf(`ST300STT;860599025;04;706;${PLACE.replace(';12;1;', ';0;0;')};000000;1;1`)).toMatchObject({
      validity: FixValidity.noFix,
      ignition: false,
    })
  })

  it('counts serial data, whatever it holds, and reads the report behind it', () => {
    const head =
      'ST600UEX;8605990;20;520;20250514;07:21:05;0012ab35;334;20;2f19;18;-23.550520;-046.633309;018.600;000.00;9;1;1843250;12.89;000000'
    const said = hear(`${head};21;t_0=0D;N_0=0412.0;x\r\n;9E;007200;4.1;1\rST300ALV;1\r`)
    expect(said).toMatchObject([
      {
        kind: 'packet',
        fixes: [{ batteryMv: 4100, attributes: { serialData: 't_0=0D;N_0=0412.0;x', fuelProbe0: 0x412, fuelTemperature0C: 13 } }],
      },
      { kind: 'heartbeat', identity: '1' },
    ])
  })

  it('does not wait for serial data whose count is wrong', () => {
    const said = hear(`ST300UEX;860599025;04;706;${PLACE};000000;5;abc;12;0;4.5;1\rST300ALV;1\r`)
    expect(said.map(({ kind }) => kind)).toEqual(['packet', 'heartbeat'])
  })

  it('tells the firmware once a connection', () => {
    const report = `ST300STT;860599025;04;706;${PLACE};000000;1;1\r`
    const told = hear(report + report).map((one) => 'information' in one && one.information)
    expect(told).toEqual([{ firmware: '706' }, false])
  })

  it('names type and tracker of what it does not read', () => {
    expect(hear('ST300XYZ;860599025;1;2\rCRR;860599025;1;2\r')).toMatchObject([
      { kind: 'unsupported', identity: '860599025', messageType: 'XYZ' },
      { kind: 'unsupported', identity: '860599025', messageType: 'CRR' },
    ])
  })
})

describe('the universal format of Suntech', () => {
  it('has the fields of its mask and no others', () => {
    expect(fixOf('STT;0860599017;021830;20250514;07:21:05;+52.368823;+004.895168;00000101')).toMatchObject({
      latitude: 52.368823,
      longitude: 4.895168,
      positionedAt: Date.UTC(2025, 4, 14, 7, 21, 5),
      ignition: true,
      attributes: { digitalInputs: 5 },
    })
  })

  it('keeps the fields that were assigned in the device, by their number', () => {
    expect(fixOf('STT;0860599017;801830;20250514;07:21:05;+52.368823;+004.895168;00000005;12.61;4.1').attributes).toMatchObject({
      assigned1: '12.61',
      assigned3: '4.1',
    })
  })

  it('F5 raises the panic button', () => {
    const fix = fixOf('ALT;0860599017;181830;20250514;07:21:05;+52.368823;+004.895168;42;2')
    expect(fix.attributes).toMatchObject({ alarm: 'sos', alertModifier: '2' })
  })

  it('reads the same in bytes, signs included, and the driver of an alert', () => {
    const hex =
      '82003d08605990173fffff5f01000b0019050e07150502f2f402014e00140f1d3c81675a3882c7915d0e4269f00b0105023b00081d0000a1b2c3d40100000000'
    expect(suntech.decode(Buffer.from(hex, 'hex'), { now: NOW })).toMatchObject({
      kind: 'packet',
      identity: '0860599017',
      information: { firmware: '1.0.11' },
      fixes: [
        {
          latitude: -23.55052,
          longitude: -46.633309,
          speedKph: 36.5,
          heading: 271,
          satellites: 11,
          ignition: true,
          attributes: { driverId: '1d0000a1b2c3d401', buffered: true },
        },
      ],
    })
  })

  it.each([
    ['a speed of FFFF', '0e4269f0', 'ffff69f0', 'speedKph'],
    ['satellites of FF', '69f00b', '69f0ff', 'satellites'],
    ['a key of zeros', '1d0000a1b2c3d401', '0000000000000000', 'driverId'],
  ])('has no reading in bytes of %s', (_, from, to, name) => {
    const hex =
      '82003d08605990173fffff5f01000b0019050e07150502f2f402014e00140f1d3c81675a3882c7915d0e4269f00b0105023b00081d0000a1b2c3d40100000000'
    const decoded = suntech.decode(Buffer.from(hex.replace(from, to), 'hex'), { now: NOW })
    const [fix] = ('fixes' in decoded && decoded.fixes) || []
    expect(fix).toMatchObject({ latitude: -23.55052, heading: 271, ignition: true, event: 59 })
    expect({ ...fix, ...fix!.attributes }).not.toHaveProperty(name)
  })

  it.each([
    ['speed', '-1', '18', 'speedKph'],
    ['speed', '1853', '18', 'speedKph'],
    ['number of satellites', '36.50', '-1', 'satellites'],
  ])('has no %s that cannot be: %s, %s', (_, speed, satellites, column) => {
    const fix = fixOf(
      `ALT;0860599017;03FFFF;95;1.0.11;1;20250514;07:22:05;0012AB37;334;20;0F1D;45;+52.368823;+004.895168;${speed};271.20;${satellites};1;00000101`,
    )
    expect(fix).toMatchObject({ validity: FixValidity.valid, heading: 271, ignition: true })
    expect(fix).not.toHaveProperty(column)
  })

  it('reads counted serial data behind the fields of its mask, and keeps what no mask speaks of', () => {
    const data = 'GTSL|6|1|0|A1\r|;'
    const text = `UEX;0860599017;063830;20250514;07:21:05;+52.368823;+004.895168;36.5;00000001;00000010;${data.length};${data};2F;7;\r`
    expect(hear(`${text}ALV;1\r`)).toMatchObject([
      {
        kind: 'packet',
        identity: '0860599017',
        fixes: [{ speedKph: 36.5, ignition: true, attributes: { serialData: data, digitalOutputs: 2, extra1: '7' } }],
      },
      { kind: 'heartbeat', identity: '1' },
    ])
    const status = 'STT;0860599017;801830;20250514;07:21:05;+52.368823;+004.895168;00000001;12.61;;x9'
    expect(fixOf(status).attributes).toMatchObject({ assigned1: '12.61', extra2: 'x9' })
  })

  it('reads the compact form, with what firmware appends', () => {
    const body = '1086059901715f0b0119050e0715050f1d37175505202e6333090031560077%FLAGS%0001682b0c710b02'
    const telemetry = '00000708019200'
    const cell = '0ab302d405002d0f1d01'
    const read = (flags: string, more = '') => {
      const hex = body.replace('%FLAGS%', `29${flags}`) + more
      return suntech.decode(Buffer.from(`02${(hex.length / 2).toString(16).padStart(4, '0')}${hex}03`, 'hex'), { now: NOW })
    }
    const expected = {
      positionedAt: Date.UTC(2025, 4, 14, 7, 21, 5),
      validity: FixValidity.valid,
      latitude: -23.55052,
      longitude: -46.633309,
      speedKph: 49.56,
      heading: 119,
      odometerM: 92_203,
      externalBatteryMv: 12_710,
      ignition: true,
      event: 2,
    }
    expect(read('e0')).toMatchObject({
      kind: 'packet',
      identity: '860599017',
      fixes: [{ ...expected, attributes: { input1: true, lac: 0x0f1d } }],
    })
    expect(read('00')).toMatchObject({ fixes: [{ latitude: 23.55052, longitude: 46.633309, validity: FixValidity.noFix }] })
    const attributes = { engineHoursS: 108_000, backupBattery: 402, buffered: true }
    expect(read('e0', telemetry)).toMatchObject({ fixes: [{ ...expected, attributes }] })
    expect(read('e0', telemetry + cell)).toMatchObject({
      fixes: [{ ...expected, attributes: { ...attributes, mcc: 724, cellId: 0x0ab3 } }],
    })
    expect(read('e0', 'a1b2')).toMatchObject({ fixes: [{ ...expected, attributes: { rest: 'a1b2' } }] })
    const numbered = { index: 117, engineHoursS: 9_602_340 }
    for (const [more, told] of [
      ['007500027127040001', { batteryMv: 4000, attributes: numbered }],
      ['007500027127036500', { batteryMv: 3650, attributes: { ...numbered, buffered: true } }],
      [`007500027127040001${cell}`, { batteryMv: 4000, attributes: { ...numbered, mcc: 724, cellId: 0x0ab3 } }],
    ] as const)
      expect(read('e0', more)).toMatchObject({ fixes: [{ ...expected, ...told }] })
    const none = (read('e0', '0075ffffffff04fa01') as { fixes: Fix[] }).fixes[0]!
    expect(none).not.toHaveProperty('batteryMv')
    expect(none.attributes).toMatchObject({ index: 117 })
    expect(none.attributes).not.toHaveProperty('engineHoursS')
    expect(none.attributes).not.toHaveProperty('rest')
  })

  it('reads the compact form as a device sent it, to its end', () => {
    const hex = '02003210511340877028813f180c170016041051290c0635652d793653000038001a30e601665e560000000100750002712704000103'
    const said = suntech.decode(Buffer.from(hex, 'hex'), { now: NOW })
    expect(said).toMatchObject({
      identity: '511340877',
      fixes: [{ odometerM: 23_486_038, batteryMv: 4000, attributes: { index: 117 } }],
    })
    expect((said as { fixes: Fix[] }).fixes[0]!.attributes).not.toHaveProperty('rest')
  })

  it('reads cells and battery of a tracker that has had no fix yet', () => {
    const cells = '16531;724;10;-77;6011;7;16273;724;10;7511;0;0;13903;724;10;6011;0;0;7671;724;10;7111;0;0;16533;724;10;6011;0;0'
    const blind = `ST410STT;109815653;445;03;${cells};0;0;0;0;0;0;0;0;0;0;0;0;3.86;0;0098;1;003;;;;;;;;;`
    expect(hear(`${blind}\r`)).toMatchObject([{ kind: 'packet', identity: '109815653' }])
    expect(fixOf(blind)).toEqual({
      positionedAt: NOW,
      validity: FixValidity.noFix,
      batteryMv: 3860,
      attributes: {
        report: 'STT',
        buffered: true,
        index: 98,
        mode: 1,
        cell: '16531',
        mcc: 724,
        mnc: 10,
        signalLevel: -77,
        lac: 6011,
      },
    })
    expect(fixOf(blind.replace('ST410STT', 'ST410ALT').replace('0098;1;', '0098;41;')).attributes).toMatchObject({
      alarm: 'powerCut',
    })
    for (const [from, to] of [
      ['3.86', ''],
      [';3.86;0;0098;1;003;;;;;;;;;', ''],
      ['ST410STT', 'ST410XYZ'],
    ])
      expect(hear(`${blind.replace(from!, to!)}\r`)).toMatchObject([{ kind: 'unsupported' }])
  })

  it.each([
    ['CalAmp over UDP', '8305356307042401010201'],
    ['CalAmp with an IMEI', '83080356307042441013010201020001'],
    ['text between STX and ETX', '0224474c4153547c'],
    ['another type', '0200291186059901715f0b01'],
    ['an identity that is none', '02002910a605990171'],
    ['bytes of chance', '81012dcf4fc1d802d4a68453'],
  ])('is not %s', (_, hex) => {
    expect(suntech.sniff(Buffer.from(hex, 'hex'))).toBe('no')
  })

  it.each(['81000409500302', '8100080860599017ffffff'])('refuses bytes that end too early: %s', (hex) => {
    expect(suntech.decode(Buffer.from(hex, 'hex'), { now: NOW })).toMatchObject({ kind: 'decodeError' })
  })
})

describe('a Suntech command', () => {
  const encode = (text: string, series?: string) =>
    suntech.commands!.encode({ text, serial: 1 }, { now: NOW, identity: '860599025', ...(series && { memory: { series } }) })

  it.each([
    [undefined, 'Enable1', 'ST300CMD;860599025;02;Enable1\r'],
    ['SA200', 'Enable1', 'SA200CMD;860599025;02;Enable1\r'],
    ['universal', 'Enable1', 'CMD;860599025;04;01\r'],
    ['universal', '05;07', 'CMD;860599025;05;07\r'],
  ])('to a tracker of series %s: %s', (series, text, written) => {
    const bytes = encode(text, series)
    expect(Buffer.isBuffer(bytes) && bytes.toString()).toBe(written)
  })

  it('is answered by the tracker in words', () => {
    expect(hear('ST300CMD;Res;860599066;705H;Disable1\r')).toMatchObject([
      { kind: 'commandReply', identity: '860599066', text: 'Disable1', information: { firmware: '705H' } },
    ])
  })
})

it('a Suntech datagram may end without CR', () => {
  const frames = suntech.udp!.split(Buffer.from('ST300ALV;1\rST300ALV;2'))
  expect(Array.isArray(frames) && frames.map((frame) => suntech.udp!.decode(frame, { now: NOW }))).toMatchObject([
    { identity: '1' },
    { identity: '2' },
  ])
})
