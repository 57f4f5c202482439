import { FixValidity, type Fix } from '@roadbook/contracts'
import { Conversation, replyOf } from '../testing/conversation.js'
import { readCaptures } from '../testing/fixtures.js'
import { topin } from './index.js'

const NOW = Date.UTC(2026, 0, 1)
const frames = readCaptures('topin')
  .flatMap((capture) => capture.frames)
  .map(({ bytes }) => bytes)
const [login, , status, live, stored, nearby, longCell] = frames
const decode = (bytes: Buffer | string) =>
  topin.decode(typeof bytes === 'string' ? Buffer.from(bytes, 'hex') : bytes, { now: NOW })
const fixOf = (bytes: Buffer | string): Fix => {
  const said = decode(bytes)
  if (said.kind !== 'packet') throw new Error(JSON.stringify(said))
  return said.fixes[0]!
}
const answerTo = (hex: string) => replyOf(decode(hex))?.toString('hex')

/** Builds a position with these flags and coordinates, as in the document. */
const place = (flags: string, latitude = '059e5a49', longitude = '00867326', rest = '') =>
  `7878${(19 + rest.length / 2).toString(16)}1019050e07150599${latitude}${longitude}17${flags}${rest}0d0a`

describe('a login', () => {
  it('names the tracker and its version, is taken, or is told to stop', () => {
    expect(decode(login!)).toEqual({
      kind: 'login',
      identity: '860000000000032',
      information: { firmware: '1' },
      reply: Buffer.from('787801010d0a', 'hex'),
      refuse: Buffer.from('787801440d0a', 'hex'),
    })
  })

  it('of nobody is refused', () => {
    expect(decode('78780d0108600000000000fa010d0a')).toMatchObject({ kind: 'decodeError', cause: 'checksum' })
  })
})

describe('a place', () => {
  it('brings time, motion, altitude and alarm, and is answered with its time', () => {
    expect(fixOf(live!)).toEqual({
      positionedAt: Date.UTC(2025, 4, 14, 7, 21, 5),
      validity: FixValidity.valid,
      latitude: expect.closeTo(52.368823, 5) as number,
      longitude: expect.closeTo(4.895168, 5) as number,
      altitudeM: -2,
      speedKph: 23,
      heading: 271,
      satellites: 9,
      attributes: { alarmBits: 2, alarm: 'overspeed' },
    })
    expect(replyOf(decode(live!))?.toString('hex')).toBe('7878151019050e0715050d0a')
  })

  it('from memory is in the south-west without altitude', () => {
    const fix = fixOf(stored!)
    expect(fix).toMatchObject({ latitude: expect.closeTo(-33.437917, 5) as number, attributes: { buffered: true } })
    expect(fix.longitude).toBeCloseTo(-70.4821, 5)
    expect(fix).not.toHaveProperty('altitudeM')
  })

  it('reads the documents’ own example, whose length counts the content alone', () => {
    expect(fixOf('787812100a03170f32179c026b3f3e0c22ad651f34600d0a')).toMatchObject({
      positionedAt: Date.UTC(2010, 2, 23, 15, 50, 23),
      validity: FixValidity.valid,
      latitude: expect.closeTo(22.546096, 5) as number,
      longitude: expect.closeTo(113.110669, 5) as number,
      speedKph: 31,
      heading: 0x60,
      satellites: 12,
    })
  })

  it('with altitude and no alarm is as long as it is, whatever its length says', () => {
    for (const length of ['14', '15']) {
      const fix = fixOf(`7878${length}10190603161c039a03c0e3c603a193ce001400002f0d0a`)
      expect(fix).toMatchObject({ altitudeM: 47, validity: FixValidity.valid })
    }
  })

  it('whose flags say so is no fix', () => {
    expect(fixOf(place('0400')).validity).toBe(FixValidity.noFix)
  })

  it('that is not on Earth is kept to be read, and has none', () => {
    const fix = fixOf(place('1400', '0bebc200'))
    expect(fix.validity).toBe(FixValidity.invalidCoordinates)
    expect(fix).not.toHaveProperty('latitude')
    expect(fix.attributes?.['devicePosition']).toMatch(/^111\.1/)
  })

  it.each([
    ['01', 'vibration'],
    ['02', 'overspeed'],
    ['10', 'lowBattery'],
    ['13', 'overspeed'],
    ['00', undefined],
    ['20', undefined],
  ])('with the alarm bits %s has the alarm %s', (bits, alarm) => {
    expect(fixOf(place('1400', undefined, undefined, `0000${bits}`)).attributes?.['alarm']).toBe(alarm)
  })

  it.each([
    ['7fff', '00'],
    ['8000', '00'],
    ['7fff', ''],
    ['8000', ''],
    ['8000', '02'],
  ])('has no altitude in %s, the end of its scale, before the alarm %j', (altitude, alarm) => {
    const fix = fixOf(place('1400', undefined, undefined, `${altitude}${alarm}`))
    expect(fix).not.toHaveProperty('altitudeM')
    expect(fix).toMatchObject({ validity: FixValidity.valid, satellites: 9, speedKph: 23 })
    expect(fix.attributes?.['alarm']).toBe(alarm === '02' ? 'overspeed' : undefined)
  })

  it.each([
    ['7ffe', 32_766],
    ['8001', -32_767],
    ['ffff', -1],
  ])('has the altitude %s', (altitude, metres) => {
    expect(fixOf(place('1400', undefined, undefined, `${altitude}00`)).altitudeM).toBe(metres)
  })

  it.each([
    ['a place', place('1400', undefined, undefined, '0000ff')],
    ['a place at the end of the scale', place('1400', undefined, undefined, '7fffff')],
    ['a place without a fix', place('0400', undefined, undefined, '0000ff')],
    ['a place from memory', place('1400', undefined, undefined, '0000ff').replace(/^(....)..10/, '$11511')],
    ['networks', nearby!.toString('hex').replace(/010d0a$/, 'ff0d0a')],
    ['cells of LTE', longCell!.toString('hex').replace(/000d0a$/, 'ff0d0a')],
  ])('has no alarm in a byte of nothing but ones: %s', (_, hex) => {
    const { attributes } = fixOf(hex)
    expect(attributes).toMatchObject({ alarmBits: 0xff })
    expect(attributes).not.toHaveProperty('alarm')
  })

  it('of no date is of an unknown time', () => {
    expect(fixOf(place('1400').replace('19050e', '190d0e')).validity).toBe(FixValidity.unknownTime)
  })
})

describe('a place in degrees and millionths', () => {
  const SHENZHEN = '7878200813081a0733211608c8d1710ded1d1608dffb710e06d51039050100286489000d0a'
  const PARIS = '78782008140709121f36300d769f02058cfd300d771202058c6f0000000300005c99000d0a'
  /** The same kind of message with other coordinates, satellites and type. */
  const at = (latitude: string, longitude: string, satellites = '05', type = '08') =>
    `787820${type}19050e071505${latitude}${longitude}${latitude}${longitude}1039${satellites}0100286489000d0a`

  it('is read as a device sent it, moved as the public maps of China are', () => {
    expect(decode(SHENZHEN)).toEqual({
      kind: 'packet',
      fixes: [
        {
          positionedAt: Date.UTC(2019, 7, 26, 7, 51, 33),
          validity: FixValidity.valid,
          latitude: expect.closeTo(22.575697, 6) as number,
          longitude: expect.closeTo(113.912669, 6) as number,
          speedKph: 16,
          heading: 114,
          satellites: 5,
          attributes: { shiftedMap: 'GCJ-02', tail: '010028648900' },
        },
      ],
    })
  })

  it('is no fix without a satellite, and where it is outside China', () => {
    const fix = fixOf(PARIS)
    expect(fix).toMatchObject({
      positionedAt: Date.UTC(2020, 6, 9, 18, 31, 54),
      validity: FixValidity.noFix,
      latitude: expect.closeTo(48.882335, 6) as number,
      longitude: expect.closeTo(2.363773, 6) as number,
      satellites: 0,
    })
    expect(fix.attributes).toEqual({ tail: '0300005c9900' })
  })

  it.each([
    ['3405a0b7', '040da8c0', 52.368823, 4.895168],
    ['2116af1d', '46175b44', -33.438045, -70.482116],
    ['00100001', '00100002', -0.000001, -0.000002],
    ['340f423f', '04000000', 52.999999, 4],
  ])('%s %s is %d, %d', (latitude, longitude, north, east) => {
    const fix = fixOf(at(latitude, longitude))
    expect(fix.validity).toBe(FixValidity.valid)
    expect(fix.latitude).toBeCloseTo(north, 6)
    expect(fix.longitude).toBeCloseTo(east, 6)
    expect(fix.attributes).not.toHaveProperty('shiftedMap')
  })

  it('from memory says so, and one that is not on Earth is kept to be read', () => {
    expect(fixOf(at('3405a0b7', '040da8c0', '05', '09')).attributes).toMatchObject({ buffered: true })
    expect(fixOf(at('5a05a0b7', '040da8c0'))).toMatchObject({ validity: FixValidity.invalidCoordinates })
  })

  it('has no speed and no course beyond what they can be', () => {
    const fix = fixOf(at('3405a0b7', '040da8c0').replace('1039', 'ffff'))
    expect(fix).not.toHaveProperty('speedKph')
    expect(fix).not.toHaveProperty('heading')
  })
})

describe('networks and cells nearby', () => {
  it('are kept with the time of the device, and answered', () => {
    expect(decode(nearby!)).toEqual({
      kind: 'packet',
      fixes: [
        {
          positionedAt: Date.UTC(2025, 4, 14, 7, 23, 5),
          validity: FixValidity.noFix,
          attributes: {
            wifi: '02005e005301:37 02005e005302:93',
            cells: '204-8-3110-20417:50;204-8-3110-20418:40',
            alarmBits: 1,
            alarm: 'vibration',
          },
        },
      ],
      reply: Buffer.from('787802692505140723050d0a', 'hex'),
    })
  })

  it('of LTE have numbers of four bytes', () => {
    expect(fixOf(longCell!).attributes).toEqual({
      mcc: 204,
      mnc: 8,
      lac: 3110,
      cellId: 0x0bb801,
      cellSignal: 95,
      alarmBits: 0,
    })
  })

  it.each([
    [
      '18',
      '787803181604130318491475905bd30e25001e10bbf7635d14759006e626560401cc00000028660090df425f000028660090df576c00002866009487566700002866009ca15667000d0a',
    ],
    ['17', '7878001719111120141807019456465111aa3c465111ab464651c1a550465106b150465342f750465342f65a465111a95a000d0a'],
    ['1b', '7878001b2605310801270301180a0000015507b89829720000015507b89829720000015507b8982972000d0a'],
    ['69', '7878006921120412565802010601071e4a9764071e4a9864010d0a'],
  ])('of type %s are one message, as devices sent it', (_, hex) => {
    const bytes = Buffer.from(hex, 'hex')
    expect(topin.frame(bytes)).toEqual({ frame: bytes, remaining: Buffer.alloc(0) })
    for (let length = 1; length < bytes.length; length++) expect(topin.frame(bytes.subarray(0, length))).toBe('more')
    expect(fixOf(hex).attributes).toHaveProperty('cells')
  })
})

describe('what is no report', () => {
  it('is a status that is repeated, with battery and settings', () => {
    expect(decode(status!)).toEqual({
      kind: 'heartbeat',
      information: { firmware: '3' },
      fixes: [
        {
          positionedAt: NOW,
          validity: FixValidity.noFix,
          batteryPercent: 96,
          attributes: { zone: 8, reportMinutes: 1, signal: 100 },
        },
      ],
      reply: status,
    })
    expect(decode('78780a13424008196400041f000d0a')).toMatchObject({
      fixes: [{ batteryPercent: 66, attributes: { tail: '00041f00' } }],
    })
  })

  it('asks for the clock, or is a sign of life without an answer', () => {
    expect(answerTo('787801300d0a')).toBe('7878083007ea01010000000d0a')
    expect(decode('787801080d0a')).toEqual({ kind: 'heartbeat' })
  })

  it.each([
    ['81', { charged: true }],
    ['82', { charging: true }],
    ['83', { charging: false }],
    ['94', { alarm: 'vibration' }],
    ['99', { alarm: 'sos' }],
  ])('says by its type %s alone what happened', (type, attributes) => {
    expect(decode(`787801${type}0d0a`)).toMatchObject({ kind: 'heartbeat', fixes: [{ attributes }] })
  })

  it('is a type that is kept raw and not answered, and a place that is too short for one', () => {
    expect(decode('787801140d0a')).toEqual({ kind: 'unsupported', messageType: '0x14' })
    expect(decode('7878190813081a0733211608c8d1710ded1d1608dffb710e06d510390d0a')).toEqual({
      kind: 'unsupported',
      messageType: '0x08 with content',
    })
  })
})

describe('a connection', () => {
  it('reads on behind what is no message', () => {
    const said = new Conversation(topin, NOW).push(
      Buffer.concat([login!, Buffer.from('ff01', 'hex'), live!.subarray(0, 10), live!]),
    ).said
    expect(said.map(({ kind }) => kind)).toEqual(['login', 'decodeError', 'decodeError', 'packet'])
  })

  it.each([
    ['78780d010860000000000032010d0a', 'yes'],
    ['78780a010860000000000032010d0a', 'yes'],
    ['78780d010860000000000032010d0a787803', 'yes'],
    ['78780d0108600000000000320001abcd0d0a', 'no'],
    ['78780d0108600000000000', 'more'],
    ['7878', 'more'],
    ['78781510', 'no'],
    ['787811010860', 'no'],
    ['7979', 'no'],
  ])('that begins with %s: %s', (head, answer) => {
    expect(topin.sniff(Buffer.from(head, 'hex'))).toBe(answer)
  })
})
