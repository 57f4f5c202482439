import type { Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import { crc16Modbus, xorChecksum } from '@roadbook/bytes'
import type { Protocol } from './protocol.js'
import { PROTOCOLS } from './registry.js'
import { Conversation } from './testing/conversation.js'
import { readCaptures } from './testing/fixtures.js'

/**
 * Faults found in real trackers. Each kind of fault is tested with every protocol, and exceptions are listed with their
 * reasons. docs/protocols.md has the whole table.
 */
const NOW = Date.UTC(2026, 0, 1)
const IMEI = '356307042441013'
const named = (name: string): Protocol => PROTOCOLS.find((protocol) => protocol.name === name)!
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')

const say = (protocol: Protocol, ...pieces: readonly Buffer[]) => {
  const conversation = new Conversation(protocol, NOW, IMEI)
  for (const piece of pieces) conversation.push(piece)
  return conversation.said
}
const fixesOf = (said: ReturnType<typeof say>): Fix[] => said.flatMap((one) => ('fixes' in one && one.fixes) || [])

/** Latitude and longitude as a device prints them, with hemisphere letters if the protocol has them. */
type Place = readonly [latitude: string, north: string, longitude: string, east: string]
type Report = (...place: Place) => string

const sentence = (text: string): string => `${text}*${hex(xorChecksum(latin1(text)), 2)}`
const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0')

function totem(...[latitude, north, longitude, east]: Place): string {
  const receiver = sentence(`GPRMC,072105.000,A,${latitude},${north},${longitude},${east},10.00,271.00,140525,,,A`)
  const rest = `860000000000040|AA$${receiver}|01.7|00.8|01.4|000000000000|20250514072105|14151221|00000000|0C264FC1|0000|12.3450|0002|00000|`
  const message = `$$${hex(rest.length + 8, 2)}${rest}`
  return message + hex(crc16Modbus(latin1(message)), 4)
}

function meitrack(latitude: string, longitude: string): string {
  const content = `,353358017784062,AAA,35,${latitude},${longitude},250514073000,A,5,22,2,205,5,-14,0,60,0|0|10133|4110,0000,149|153|173|2707|914,*`
  const message = `$$Q${content.length + 4}${content}`
  return `${message}${hex(
    latin1(message).reduce((sum, byte) => (sum + byte) & 0xff, 0),
    2,
  )}\r\n`
}

function watch(latitude: string, longitude: string): string {
  const content = `UD,140525,072105,A,${latitude},,${longitude},,12.40,249.5,4.0,6,84,60,120,0,00000000,0,0`
  return `[3G*8800000015*${hex(content.length, 4)}*${content}]`
}

/** Reports with coordinates in degrees and minutes, as receivers print them. */
const IN_MINUTES: readonly (readonly [protocol: string, report: Report])[] = [
  ['h02', (...place) => `*HQ,9170000017,V1,072105,A,${place.join()},12.42,271,140525,FFFFFBFF#`],
  ['h02', (...place) => `*HQ,9170000017,BC,072105,A,${place.join()},12.42,271,140525,FFFFFBFF#`],
  ['h02', (...place) => `*HQ,9170000017,V4,S20,80,000000,050316,A,${place.join()},14.28,028,140525,F7FFFBFF#`],
  ['tk103', (a, n, o, e) => `(013612345678BR00250514A${a}${n}${o}${e}023.0072105271.0001000000L001C2032)`],
  ['tk103', (a, n, o, e) => `(869000000000017,BP05,140525,A,${a}${n},${o}${e},012.5,072105,271.0)`],
  ['gps103', (...place) => `imei:860000000000017,tracker,250514092105,,F,072105.000,A,${place.join()},12.42,271.00,,1,0,87.5,,;`],
  [
    'gps103',
    (a, n, o, e) => `imei:860000000000017,tracker,250514092105,,F,072105.000,A,${n},${a},${e},${o},12.42,271.00,,1,0,87.5,,;`,
  ],
  ['xexun', (...place) => `${sentence(`GPRMC,072205.000,A,${place.join()},1.452,30.42,140525,0.0,A`)},L,imei:860000000000017,\r`],
  ['totem', totem],
  ['wialon-ips', (...place) => `#SD#140525;072105;${place.join(';')};23;271;4;9\r\n`],
]
/**
 * Returns true if the protocol recognises a position only by its hemisphere letters. If these are missing, the text is
 * stored as sent.
 */
const isWithoutLetters = (report: Report): boolean => /\(|,V4,/.test(report('', '', '', ''))

const IN_DEGREES: readonly (readonly [protocol: string, report: (latitude: string, longitude: string) => string])[] = [
  ['watch', watch],
  ['minifinder', (a, o) => `!D,14/5/25,7:21:05,${a},${o},23.5,271.4,140001,-2.5,98,9,14,1.2;`],
  ['meitrack', meitrack],
  ['queclink', (a, o) => `+RESP:GTFRI,1A0800,860599000000017,,0,0,1,2,18.6,271,760.4,${o},${a},20250514072105,0724,0010,2BC0,A1F3,1843.2,87,20250514072107,01C7$`],
  ['suntech', (a, o) => `SA200STT;860017;042;20250514;15:37:12;12ab3;${a};${o};023.500;010.00;8;1;18432;12.17;100000;2;1979\r`],
  ['suntech', (a, o) => `ST910;Location;860599033;500;20250514;12:56:52;${a};${o};023.500;010.00;1;3.8;0;0;0019\r`],
  ['suntech', (a, o) => `STT;0860599017;3FFFFF;95;1.0.11;1;20250514;07:21:05;0012AB37;334;20;0F1D;45;${a};${o};23.50;10.00;18;1;00000101;00000010;1;2;0042\r`],
  ['osmand', (a, o) => `GET /?id=860000000000017&timestamp=1747207265&lat=${encodeURIComponent(a)}&lon=${encodeURIComponent(o)} HTTP/1.1\r\nHost: g\r\n\r\n`],
] // oxfmt-ignore

/** Expects the position to be kept as text with the fix, or the whole frame to be rejected. */
function expectKept(said: ReturnType<typeof say>, ...words: readonly string[]): void {
  for (const { latitude, longitude } of fixesOf(said)) expect([latitude, longitude]).toEqual([undefined, undefined])
  if (said.some((one) => one.kind === 'decodeError')) expect(said).toMatchObject([{ kind: 'decodeError', cause: 'content' }])
  else for (const word of words) expect(JSON.stringify(said)).toContain(word)
}

describe.each(IN_MINUTES)('F10 a place in degrees and minutes, by %s', (name, report) => {
  const hear = (...place: Place) => say(named(name), latin1(report(...place)))

  it.each<[...Place, number, number]>([
    ['0452.1000', 'S', '00007.5000', 'W', -4.868333, -0.125],
    ['452.1', 'S', '7.5', 'W', -4.868333, -0.125],
    ['-452.1', 'S', '-7.5', 'W', -4.868333, -0.125],
    ['-0452.1000', 'N', '-00007.5000', 'E', -4.868333, -0.125],
    ['0452.1', 'S', '0.75', 'W', -4.868333, -0.0125],
    ['0452.1', 'S', '.75', 'W', -4.868333, -0.0125],
    ['0452.1', 'S', '0', 'E', -4.868333, 0],
    ['8959.9999', 'N', '17959.9999', 'E', 89.999998, 179.999998],
  ])('%s %s, %s %s is where it says, whatever zeros and signs it has', (a, n, o, e, latitude, longitude) => {
    const fixes = fixesOf(hear(a, n, o, e))
    expect(fixes).toMatchObject([{ validity: FixValidity.valid }])
    expect(fixes[0]!.latitude).toBeCloseTo(latitude, 5)
    expect(fixes[0]!.longitude).toBeCloseTo(longitude, 5)
  })

  it('has the signs alone, or is kept as it was written', () => {
    const said = hear('-0452.1000', '', '-00007.5000', '')
    if (isWithoutLetters(report)) return expectKept(said, '0452.1000', '00007.5000')
    expect(fixesOf(said)[0]!.latitude).toBeCloseTo(-4.868333, 5)
    expect(fixesOf(said)[0]!.longitude).toBeCloseTo(-0.125, 5)
  })

  it.each<Place>([
    ['9452.1', 'N', '00453.7', 'E'],
    ['5222.1', 'N', '18453.7', 'E'],
    ['5222.1', 'S', '18000.1', 'W'],
  ])('%s %s, %s %s is not on Earth: no place, and kept to be read', (...place) => {
    const said = hear(...place)
    expectKept(said)
    for (const fix of fixesOf(said)) {
      expect(fix.validity).toBe(FixValidity.invalidCoordinates)
      expect(fix.attributes?.['devicePosition']).toMatch(/^-?\d+\.\d+, -?\d+\.\d+$/)
    }
  })

  it.each<Place>([
    ['52x2.1', 'N', '00453.7', 'E'],
    ['5275.1', 'N', '00453.7', 'E'],
    ['5222.1', 'N', '004x3.7', 'E'],
  ])('%s %s, %s %s cannot be read: no place, and kept as it was written', (...place) => {
    expectKept(hear(...place), place[0], place[2])
  })
})

describe.each(IN_DEGREES)('F10 a place in degrees, by %s', (name, report) => {
  const hear = (latitude: string, longitude: string) => say(named(name), latin1(report(latitude, longitude)))

  it.each([
    ['-4.868333', '-0.125000', -4.868333, -0.125],
    ['-4.868333', '-.125000', -4.868333, -0.125],
    ['-04.868333', '-000.125000', -4.868333, -0.125],
    ['+52.368823', '+004.895168', 52.368823, 4.895168],
    ['90.000000', '-180.000000', 90, -180],
  ])('%s, %s is where it says, whatever zeros and signs it has', (latitude, longitude, ...place) => {
    expect(fixesOf(hear(latitude, longitude))).toMatchObject([
      { latitude: place[0], longitude: place[1], validity: FixValidity.valid },
    ])
  })

  it.each([
    ['90.000001', '4.895168'],
    ['52.368823', '-180.000001'],
    ['295.500000', '4.895168'],
  ])('%s, %s is not on Earth: no place, and kept to be read', (latitude, longitude) => {
    expectKept(hear(latitude, longitude), String(Number(latitude)), String(Number(longitude)))
  })

  it.each([
    ['52x.368823', '4.895168'],
    ['52.368823', '4.8951.68'],
  ])('%s, %s cannot be read: no place, and kept as it was written', (latitude, longitude) => {
    expectKept(hear(latitude, longitude), latitude, longitude)
  })

  it('is none where the fields are empty, whatever stands behind them', () => {
    const said = hear('', '')
    expectKept(said)
    for (const fix of fixesOf(said))
      expect([fix.validity, fix.attributes?.['devicePosition']]).toEqual([FixValidity.noFix, undefined])
  })
})

it('suntech reads speed and course of a report without a place', () => {
  const [, report] = IN_DEGREES.find(([name]) => name === 'suntech')!
  expect(fixesOf(say(named('suntech'), latin1(report('', ''))))).toMatchObject([
    { validity: FixValidity.noFix, speedKph: 23.5, heading: 10, satellites: 8, odometerM: 18_432 },
  ])
})

/**
 * Hexadecimal numbers in the protocols' frames: checksums, lengths, versions, masks. Each protocol must read small letters,
 * too.
 */
const HEXADECIMAL: readonly (readonly [protocol: string, pattern: RegExp])[] = [
  ['meitrack', /\*([0-9A-F]{2})\r\n$/],
  ['totem', /([0-9A-F]{2,4})$/],
  ['wialon-ips', /([0-9A-F]{1,4})\r\n$/],
  ['xexun', /^GPRMC.*\*([0-9A-F]{2})/],
  ['watch', /\*([0-9A-F]{4})\*/],
  ['queclink', /^\+[A-Z]{3,4}:GT[A-Z]{3},([0-9A-F]{6}),/],
  ['queclink', /,([0-9A-F]{4})\$$/],
  ['suntech', /^[A-Z]{3};\d+;([0-9A-F]{6});/],
  ['h02', /,([0-9A-F]{8})(?=[,#])/],
  ['tk103', /L([0-9A-F]{8})\)$/],
]

describe.each(HEXADECIMAL)('F10 hexadecimal of %s at %s', (name, pattern) => {
  const small = (bytes: Buffer): Buffer | undefined => {
    const text = bytes.toString('latin1')
    const found = pattern.exec(text)?.[1]
    return found === undefined || found === found.toLowerCase()
      ? undefined
      : latin1(text.replace(pattern, (all) => all.replace(found, found.toLowerCase())))
  }

  it('means the same in small letters', () => {
    const captures = readCaptures(name).filter(({ frames }) => frames.some(({ bytes }) => small(bytes)))
    expect(captures.length).toBeGreaterThan(0)
    for (const { frames } of captures) {
      const said = say(named(name), ...frames.map(({ bytes }) => small(bytes) ?? bytes))
      const usual = say(named(name), ...frames.map(({ bytes }) => bytes))
      expect(fixesOf(said)).toEqual(fixesOf(usual))
      expect(said.map(({ kind }) => kind)).toEqual(usual.map(({ kind }) => kind))
    }
  })
})

it('totem is known by a length and a type in small letters', () => {
  for (const head of ['$$c0860000000000040|', '$$ab860000000000040|', '$$0128aa860000000000040|'])
    expect(PROTOCOLS.filter(({ sniff }) => sniff(latin1(head.slice(0, 20))) === 'yes').map(({ name }) => name)).toEqual(['totem'])
})

type Change = (frame: Buffer, by: number) => void
const printed =
  (pattern: RegExp, radix: 10 | 16): Change =>
  (frame, by) => {
    const { 0: all, 1: digits = '', index = 0 } = pattern.exec(frame.toString('latin1'))!
    const changed = (parseInt(digits, radix) + by).toString(radix).toUpperCase().padStart(digits.length, '0')
    frame.write(changed, index + all.indexOf(digits), 'latin1')
  }
const LENGTHS: Readonly<Record<string, Change>> = {
  castel: (frame, by) => void frame.writeUInt16LE(frame.readUInt16LE(2) + by, 2),
  eelink: (frame, by) => void frame.writeUInt16BE(frame.readUInt16BE(3) + by, 3),
  gt06: (frame, by) => void (frame[2]! += by),
  jt808: (frame, by) => void frame.writeUInt16BE(frame.readUInt16BE(3) + by, 3),
  meitrack: printed(/^\$\$.(\d+)/, 10),
  totem: printed(/^\$\$(0\d{3})/, 10),
  topin: (frame, by) => void (frame[2]! += by),
  watch: printed(/\*([0-9A-F]{4})\*/, 16),
}
/**
 * Protocols that have no marker for the start of a frame. After a fault the connection ends, because the next frame cannot
 * be found. Nothing is acknowledged, so the tracker sends everything again.
 */
const UNMARKED: Readonly<Record<string, Change>> = {
  ruptela: (frame, by) => void frame.writeUInt16BE(frame.readUInt16BE(0) + by, 0),
  teltonika: (frame, by) => void frame.writeUInt32BE(frame.readUInt32BE(4) + by, 4),
}

function hearWrongLength(name: string, change: Change, by: number) {
  const protocol = named(name)
  const { login, packet, repairChecksum } = protocol.tracker!
  const conversation = new Conversation(protocol, NOW, IMEI)
  if (login) conversation.push(login(IMEI))
  const before = conversation.said.length
  const wrong = packet(IMEI, [fixAt(1)])
  change(wrong, by)
  repairChecksum?.(wrong)
  return conversation.push(Buffer.concat([wrong, packet(IMEI, [fixAt(2)]), packet(IMEI, [fixAt(3)])])).said.slice(before)
}
const fixAt = (minute: number): Fix => ({
  positionedAt: NOW - 3_600_000 + minute * 60_000,
  validity: FixValidity.valid,
  latitude: 33.4379166,
  longitude: 8.6724335,
  altitudeM: 12,
  speedKph: 47,
  heading: 271,
  satellites: 11,
  ignition: true,
  externalBatteryMv: 12_500,
})
const minutesOf = (said: ReturnType<typeof say>) =>
  fixesOf(said).map(({ positionedAt }) => (positionedAt - NOW + 3_600_000) / 60_000)

describe.each(Object.entries(LENGTHS))('F10 a length that is wrong, by %s', (name, change) => {
  it.each([-2, -1, 1, 2])('%i bytes costs no frame behind it, and no place is made up', (by) => {
    const said = hearWrongLength(name, change, by)
    expect(minutesOf(said).filter((minute) => minute !== 1)).toEqual([2, 3])
    for (const { latitude, longitude } of fixesOf(said)) {
      expect(latitude).toBeCloseTo(33.4379166, 4)
      expect(longitude).toBeCloseTo(8.6724335, 4)
    }
  })
})

it.each(['eelink', 'gt06', 'jt808', 'meitrack', 'totem', 'watch'])(
  'F10 %s reads a frame whose length counts two too many, if its checksum is right',
  (name) => {
    expect(minutesOf(hearWrongLength(name, LENGTHS[name]!, 2))).toEqual([1, 2, 3])
  },
)

describe.each(Object.entries(UNMARKED))('F10 a length that is wrong, by %s', (name, change) => {
  it.each([-2, -1, 1, 2])('%i bytes ends the connection, and nothing of it is confirmed', (by) => {
    const said = hearWrongLength(name, change, by)
    expect(said.at(-1)).toMatchObject({ kind: 'frameError' })
    expect(said.slice(0, -1)).toMatchObject([{ kind: 'decodeError', cause: 'checksum' }])
    expect(said.some((one) => 'replyWhenRejected' in one && one.replyWhenRejected !== undefined)).toBe(false)
  })
})

describe('F10 accuracy 0 of a binary report of queclink', () => {
  const protocol = named('queclink')
  const report = readCaptures('queclink')
    .flatMap(({ frames }) => frames)
    .find(({ bytes }) => bytes.toString('latin1', 0, 5) === '+RSP\x07')!.bytes
  const SENT_MINUTE = report.length - 8
  const withAccuracy0 = (laterMinutes: number) => {
    const changed = Buffer.from(report)
    changed[changed.indexOf('fd386ea3', 'hex') - 8] = 0
    changed[SENT_MINUTE]! += laterMinutes
    protocol.tracker!.repairChecksum!(changed)
    return fixesOf(say(protocol, changed))
  }

  it('is a fix when its time is of the minute in which it was sent', () => {
    expect(fixesOf(say(protocol, report))).toMatchObject([{ validity: FixValidity.valid, hdop: 1 }])
    expect(withAccuracy0(0)).toMatchObject([{ validity: FixValidity.valid, latitude: -23.55052 }])
    expect(withAccuracy0(0)[0]).not.toHaveProperty('hdop')
  })

  it('is the last known place again when it was sent later', () => {
    expect(withAccuracy0(5)).toMatchObject([{ validity: FixValidity.noFix, latitude: -23.55052 }])
  })
})

/**
 * Each entry: a frame, and the frame after it. The first frame has a part with a declared length, and this part contains
 * the bytes of an end or start marker.
 */
const COUNTED: readonly (readonly [protocol: string, bytes: string, next: string])[] = [
  ['wialon-ips', '#I#11;0;1;140525;072105;a.jpg\r\nab\r\n#P#\r\ncd', '#P#\r\n'],
  ['meitrack', ((content: string) => `$$g${content.length + 4}${content}`)(',860000000000017,D00,0.jpg,2,0,a*BE\r\n$$G10,b*'), ''],
  ['osmand', 'POST /?id=1 HTTP/1.1\r\nHost: g\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 35\r\n\r\nlat=1&lon=2&note=GET / HTTP/1.1\r\n\r\n', 'HEAD / HTTP/1.1\r\nHost: g\r\n\r\n'],
] // oxfmt-ignore

it.each(COUNTED)('F10 %s counts what may hold the bytes of an end or a beginning', (name, bytes, next) => {
  const sum = latin1(bytes).reduce((total, byte) => (total + byte) & 0xff, 0)
  const frame = latin1(name === 'meitrack' ? `${bytes}${hex(sum, 2)}\r\n` : bytes)
  const said = say(named(name), Buffer.concat([frame, latin1(next)]))
  expect(said).toHaveLength(next === '' ? 1 : 2)
  expect(said.map(({ kind }) => kind)).not.toContain('decodeError')
})
