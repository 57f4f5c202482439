import { FixValidity, type Fix } from '@roadbook/contracts'
import type { Decoded, SessionState } from '../protocol.js'
import { Conversation, replyOf } from '../testing/conversation.js'
import { wialonIps } from './index.js'

const NOW = Date.UTC(2026, 0, 1)
const V1: SessionState = { now: NOW, identity: '860000000000017', memory: { version: 1 } }
const V2: SessionState = { ...V1, memory: { version: 2 } }

const decode = (line: string, session = V1): Decoded => wialonIps.decode(Buffer.from(`${line}\r\n`, 'latin1'), session)
const fixesOf = (decoded: Decoded): Fix[] => ('fixes' in decoded && decoded.fixes) || []
const data = (position: string, rest: string) => fixesOf(decode(`#D#140525;072105;${position};${rest}`))[0]!
const HERE = '5222.1294;N;00453.7101;E;23;271;4'

describe('a Wialon IPS record', () => {
  it.each([
    ['9', FixValidity.valid],
    ['NA', FixValidity.valid],
    ['2', FixValidity.noFix],
    ['0', FixValidity.noFix],
  ])('F5 with %s satellites has validity %i', (satellites, validity) => {
    expect(data(`${HERE};${satellites}`, '0.9;NA;NA;;NA;NA').validity).toBe(validity)
  })

  it('counts minutes from the decimal point, whatever their number of decimals', () => {
    expect(data('5222.1;N;453.71010000001;W;1;2;3;4', 'NA;NA;NA;;NA;NA')).toMatchObject({
      latitude: expect.closeTo(52.3683333, 6) as number,
      longitude: expect.closeTo(-4.8951683, 6) as number,
    })
  })

  it.each(['5064.0167;N;00867.1234;E', '5222.1;X;00867.1234;E', 'NA;NA;NA;NA', ';;;'])('has no position in %j', (place) => {
    const fix = data(`${place};0;155;965;7`, '2.40;4;0;;NA;mode:3:eco')
    expect([fix.latitude, fix.longitude, fix.validity]).toEqual([undefined, undefined, FixValidity.noFix])
    expect(fix.attributes).toMatchObject({ digitalInputs: 4, mode: 'eco' })
  })

  it.each([
    ['-2333.0312;NA;-437.99;', -23.55052, -4.633167],
    ['-2333.0312;S;437.99;W', -23.55052, -4.633167],
    ['52.5;N;+7.5;NA', 0.875, 0.125],
  ])('reads the signs and the missing zeros of %j', (place, latitude, longitude) => {
    const fix = data(`${place};0;155;965;7`, '2.40;4;0;;NA;NA')
    expect(fix.latitude).toBeCloseTo(latitude, 6)
    expect(fix.longitude).toBeCloseTo(longitude, 6)
  })

  it('keeps coordinates that nobody can read beside the fix, because they are confirmed', () => {
    const fix = data('5064.0167;N;00867.1234;E;0;155;965;7', '2.40;4;0;;NA;NA')
    expect(fix.attributes).toMatchObject({ devicePosition: '5064.0167, N, 00867.1234, E' })
    expect(data('NA;NA;NA;NA;0;155;965;7', '2.40;4;0;;NA;NA').attributes).not.toHaveProperty('devicePosition')
  })

  it('is dated to the millisecond, and with the reception where the device knows no time', () => {
    expect(fixesOf(decode(`#SD#140525;072105.250;${HERE};9`))[0]!.positionedAt).toBe(Date.UTC(2025, 4, 14, 7, 21, 5, 250))
    expect(fixesOf(decode(`#SD#NA;NA;${HERE};9`))[0]).toMatchObject({ positionedAt: NOW, validity: FixValidity.valid })
    expect(fixesOf(decode(`#SD#310225;072105;${HERE};9`))[0]).toMatchObject({
      positionedAt: NOW,
      validity: FixValidity.unknownTime,
    })
  })

  it.each([
    ['SOS:1:1', { attributes: { SOS: 1, alarm: 'sos' } }],
    ['SOS:1:0', { attributes: { SOS: 0 } }],
    ['pwr_ext:2:12.61', { externalBatteryMv: 12_610 }],
    ['pwr_ext:1:24100', { externalBatteryMv: 24_100 }],
    ['bat:3:99', { batteryPercent: 99 }],
    ['battery:2:3.97', { batteryMv: 3970 }],
    ['ign:1:1', { ignition: true }],
    ['driver:3:007', { attributes: { driver: '007' } }],
    ['a:1:1,broken,:2:3,b:3:x:y', { attributes: { a: 1, b: 'x:y' } }],
  ])('reads the parameters %s', (parameters, expected) => {
    expect(data(`${HERE};9`, `0.9;NA;NA;;NA;${parameters}`)).toMatchObject(expected)
  })

  it('reads analogue inputs at their places, and the key', () => {
    expect(data(`${HERE};9`, '0.9;3;1;12.18,NA,3.97;0A1B;NA').attributes).toEqual({
      digitalInputs: 3,
      digitalOutputs: 1,
      analog1: 12.18,
      analog3: 3.97,
      driverId: '0A1B',
    })
  })
})

/** A value outside its range is dropped. Parameters are stored as sent. */
describe('what a Wialon IPS record does not tell', () => {
  const parameter = (text: string) => data(`${HERE};9`, `0.9;NA;NA;;NA;${text}`)

  it.each(['-1', '2', '255', '65535', '0.5'])('is an alarm: SOS %s', (value) => {
    const fix = parameter(`SOS:1:${value}`)
    expect(fix.attributes).toEqual({ SOS: Number(value) })
  })

  it.each(['-1', '-12.6', '-0.1', '-32768', '-100'])('is a supply cut off: %s', (value) => {
    const fix = parameter(`pwr_ext:2:${value}`)
    expect(fix).not.toHaveProperty('externalBatteryMv')
    expect(fix.attributes).toEqual({ pwr_ext: Number(value) })
  })

  it.each([
    ['bat', '2', '4'],
    ['battery', '2', '3'],
    ['battery', '2', '0'],
    ['battery', '2', '1'],
    ['battery', '2', '0.00'],
  ])('is a low charge: %s of type %s says %s, which may be volts', (name, type, value) => {
    const fix = parameter(`${name}:${type}:${value}`)
    expect(fix).not.toHaveProperty('batteryPercent')
    expect(fix).not.toHaveProperty('batteryMv')
    expect(fix.attributes).toEqual({ [name]: Number(value) })
  })

  it.each([
    ['bat', '1', '4', 4],
    ['battery', '1', '0', 0],
    ['bat', '3', '2', 2],
    ['battery', '2', '5', 5],
    ['battery', '2', '87.5', 87.5],
  ])('is left out of the charge: %s of type %s says %s', (name, type, value, batteryPercent) => {
    expect(parameter(`${name}:${type}:${value}`)).toMatchObject({ batteryPercent })
  })

  it.each(['-1', '-0.1', '1853', '65535', '4294967295'])('is a speed of %s km/h', (speed) => {
    const fix = data(`${HERE.replace(';23;', `;${speed};`)};9`, '0.9;NA;NA;;NA;NA')
    expect(fix).not.toHaveProperty('speedKph')
    expect(fix).toMatchObject({ validity: FixValidity.valid, heading: 271, hdop: 0.9 })
  })

  it.each(['0', '0.0', '-1', '-0.5', '0.00'])('is how good its position is: HDOP %s', (hdop) => {
    const fix = data(`${HERE};9`, `${hdop};NA;NA;;NA;NA`)
    expect(fix).not.toHaveProperty('hdop')
    expect(fix).toMatchObject({ satellites: 9, altitudeM: 4 })
  })

  it.each(['-1', '-3', '-255', '-0.5', '-9'])('is a number of satellites: %s', (satellites) => {
    const fix = data(`${HERE};${satellites}`, '0.9;NA;NA;;NA;NA')
    expect(fix).not.toHaveProperty('satellites')
    expect(fix).toMatchObject({ validity: FixValidity.noFix, longitude: 4.895168333333333 })
  })

  it.each(['0', '00', '000000', '00000000', '0000000000000000'])('is a driver: the key %s', (key) => {
    expect(data(`${HERE};9`, `0.9;3;NA;;${key};NA`).attributes).toEqual({ digitalInputs: 3 })
  })
})

describe('what Wialon IPS is answered', () => {
  it.each([
    ['#L#2.0;860000000000017;NA;0', '#AL#10'],
    [`#SD#140525;072105;${HERE};9;0`, '#ASD#13'],
    ['#B#140525;072105|0', '#AB#'],
    ['#M#text;0', '#AM#01'],
  ])('a wrong checksum of %s: %s', (line, reply) => {
    const decoded = decode(line, V2)
    expect(decoded).toMatchObject({ kind: 'decodeError', cause: 'checksum' })
    expect(replyOf(decoded)?.toString()).toBe(`${reply}\r\n`)
  })

  it('a record that cannot be read is confirmed, or it would come for ever', () => {
    expect(replyOf(decode('#D#half;a;record'))?.toString()).toBe('#AD#1\r\n')
    expect(decode('#D#half;a;record')).toMatchObject({ kind: 'decodeError', cause: 'content' })
  })

  it('a batch is confirmed whole, and what cannot be read of it is kept', () => {
    const decoded = decode(`#B#140525;072105;${HERE};9|rubbish||140525;072106;${HERE};9`)
    expect(replyOf(decoded)?.toString()).toBe('#AB#3\r\n')
    expect(fixesOf(decoded).map(({ validity }) => validity)).toEqual([FixValidity.valid, FixValidity.noFix, FixValidity.valid])
    expect(fixesOf(decoded)[1]!.attributes).toEqual({ unreadable: 'rubbish' })
  })

  it('a login is refused to a tracker that is not registered, and the version of the next one counts', () => {
    expect(decode('#L#860000000000017;secret')).toMatchObject({
      identity: '860000000000017',
      refuse: Buffer.from('#AL#0\r\n'),
      remember: { version: 1 },
    })
    expect(JSON.stringify(decode('#L#860000000000017;secret'))).not.toContain('secret')
    const conversation = new Conversation(wialonIps, NOW)
    conversation.push(Buffer.from('#L#1;x\r\n#L#2.0;860000000000000;NA;46D4\r\n'))
    expect(conversation.state).toMatchObject({ identity: '860000000000000', memory: { version: 2 } })
  })
})

describe('Wialon IPS datagrams', () => {
  const split = (text: string) => wialonIps.udp!.split(Buffer.from(text, 'latin1'))

  it('name their sender, also for the lines that follow', () => {
    const frames = split(`86059901#SD#140525;072105;${HERE};9\r\n#P#\r\n`)
    expect(Array.isArray(frames) && frames.map((frame) => wialonIps.udp!.decode(frame, { now: NOW }))).toMatchObject([
      { kind: 'packet', identity: '86059901' },
      { kind: 'heartbeat', identity: '86059901', reply: Buffer.from('#AP#\r\n') },
    ])
  })

  it('of version 2 are checked', () => {
    const frames = split(`2.0;86059901#SD#140525;072105;${HERE};9;1D56\r\n`)
    expect(Array.isArray(frames) && wialonIps.udp!.decode(frames[0]!, { now: NOW })).toMatchObject({ cause: 'checksum' })
  })

  it.each(['#D#1;2;3\r\n', '', 'GET / HTTP/1.1\r\n'])('without a sender are refused: %j', (text) => {
    expect(split(text)).toMatchObject({ kind: 'frameError' })
    expect(wialonIps.udp!.sniff(Buffer.from(text))).toBe(false)
  })
})

it('a line without end closes the connection instead of filling it', () => {
  expect(wialonIps.frame(Buffer.alloc(65_536, '#'))).toMatchObject({ kind: 'frameError' })
  expect(wialonIps.frame(Buffer.from('#I#99999999;0;1;NA;NA;a.jpg\r\n'))).toMatchObject({ kind: 'frameError' })
})
