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
