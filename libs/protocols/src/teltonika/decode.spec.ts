import { FixValidity } from '@roadbook/contracts'
import type { Fix } from '@roadbook/contracts'
import { readCaptures } from '../testing/fixtures.js'
import { teltonika } from './index.js'
import { writeFrame } from './write-frame.js'

const NOW = Date.UTC(2026, 0, 1, 12)
const HOUR = 3_600_000
const session = { identity: '356307042441013', now: NOW }
const tracker = teltonika.tracker!

const good: Fix = {
  positionedAt: NOW - HOUR,
  validity: FixValidity.valid,
  latitude: 49.3987654,
  longitude: -8.6724335,
  altitudeM: 110,
  speedKph: 21,
  heading: 42,
  satellites: 11,
  hdop: 0.9,
  ignition: true,
  movement: false,
  odometerM: 4_294_967_294,
  externalBatteryMv: 12_600,
  batteryMv: 4_012,
  batteryPercent: 87,
  gsmSignal: 4,
  event: 239,
  attributes: {
    priority: 1,
    sleepMode: 0,
    pdop: 1.4,
    temperature1C: -5.5,
    iButton: '0807060504030201',
    vin: 'W0L0000043MB54132',
    userMac: '00a1b2c3d4e5f607',
    alarmButton: true,
    beacons: '11ff',
    iccidPart1: 893_700_218,
    io30000: 18_446_744_073_709_551_615n,
    io30001: 7,
    io30002: 'c0ffee',
  },
}

function fixesOf(fixes: readonly Fix[]): Fix[] {
  return fixesIn(tracker.packet('', fixes))
}

function fixesIn(frame: Buffer): Fix[] {
  const decoded = teltonika.decode(frame, session)
  if (decoded.kind !== 'packet') throw new Error(JSON.stringify(decoded))
  return decoded.fixes
}

/** Builds a codec 8 Extended packet of one record with IO groups in hex. */
function packetOf(io: string, timestamp = BigInt(NOW)): Buffer {
  const time = timestamp.toString(16).padStart(16, '0')
  return writeFrame(Buffer.from(`8e01${time}00052a0f8c1d6f3a00006e002a0b0015${io}01`, 'hex'))
}

describe('a decoded packet', () => {
  it('gives every column and attribute of a fix as the tracker meant it', () => {
    expect(fixesOf([good])).toEqual([good])
  })

  it('marks a fix without satellites as noFix and keeps the repeated position', () => {
    expect(fixesOf([{ ...good, satellites: 0 }])[0]).toMatchObject({ validity: FixValidity.noFix, latitude: 49.3987654 })
  })

  it.each([
    [0, 0],
    [90.0000001, 8],
    [49, 180.0000001],
    [-91, -181],
  ])('marks (%d, %d) as invalid coordinates whatever the satellites say', (latitude, longitude) => {
    expect(fixesOf([{ ...good, latitude, longitude }])[0]?.validity).toBe(FixValidity.invalidCoordinates)
  })

  it.each([4, 0])('B9 keeps a place that is not on Earth beside the fix, with %d satellites', (satellites) => {
    const [fix] = fixesOf([{ ...good, satellites, latitude: 49, longitude: -200.25 }])
    expect([fix?.latitude, fix?.longitude]).toEqual([undefined, undefined])
    expect(fix?.attributes).toMatchObject({ devicePosition: '49, -200.25' })
  })

  it.each([
    ['before 2010', Date.UTC(2009, 11, 31, 23, 59, 59)],
    ['1970', 0],
    ['more than a day ahead', NOW + 24 * HOUR + 1],
    ['in the year 9999', Date.UTC(9999, 0, 1)],
  ])('takes the receive time for a record dated %s and keeps what the device said', (_, positionedAt) => {
    expect(fixesOf([{ ...good, positionedAt, attributes: {} }])[0]).toEqual({
      ...good,
      positionedAt: NOW,
      validity: FixValidity.unknownTime,
      attributes: { deviceTime: positionedAt },
    })
  })

  it('believes a clock that is up to a day ahead', () => {
    expect(fixesOf([{ ...good, positionedAt: NOW + 24 * HOUR }])[0]).toMatchObject({ validity: FixValidity.valid })
  })

  it('keeps two different records of one millisecond apart by moving the later one', () => {
    const times = fixesOf([
      good,
      { ...good, event: 240 },
      { ...good, event: 1 },
      { ...good, positionedAt: good.positionedAt + 1 },
    ])
    expect(times.map(({ positionedAt }) => positionedAt - good.positionedAt)).toEqual([0, 1, 2, 3])
  })

  it('lets a record that is repeated byte for byte be the same fix', () => {
    const fixes = fixesOf([good, { ...good, event: 240 }, good, { ...good, event: 240 }])
    expect(fixes.map(({ positionedAt }) => positionedAt - good.positionedAt)).toEqual([0, 1, 0, 1])
  })

  it('turns the angle 360 into the heading 0 and leaves out what is no direction', () => {
    expect(fixesOf([{ ...good, heading: 360 }])[0]?.heading).toBe(0)
    expect(fixesOf([{ ...good, heading: 361 }])[0]?.heading).toBeUndefined()
  })

  it('reads the battery of a high-voltage vehicle from its wider element', () => {
    expect(fixesOf([{ ...good, externalBatteryMv: 72_400 }])[0]?.externalBatteryMv).toBe(72_400)
    // 66 = 0 mV and 800 = 48 000 mV
    const [fix] = fixesIn(packetOf('0000' + '0002' + '0000' + '0001' + '00420000' + '0001' + '03200000bb80' + '0000' + '0000'))
    expect(fix?.externalBatteryMv).toBe(48_000)
  })

  it('keeps an element of an unexpected width, and a sensor error, raw under its id', () => {
    // 239 in two bytes; 72 (Dallas temperature) = 3000, "not connected"
    const [fix] = fixesIn(packetOf('0000' + '0002' + '0000' + '0001' + '00ef0102' + '0001' + '004800000bb8' + '0000' + '0000'))
    expect(fix?.ignition).toBeUndefined()
    expect(fix?.attributes).toEqual({ io239: 258, io72: 3000 })
  })

  it('leaves HDOP out when the device has none', () => {
    const [fix] = fixesIn(packetOf('0000' + '0001' + '0000' + '0001' + '00b60000' + '0000' + '0000' + '0000'))
    expect(fix?.hdop).toBeUndefined()
  })

  it('strips control characters from texts of the device', () => {
    const [fix] = fixesIn(packetOf('0000' + '0001' + '0000' + '0000' + '0000' + '0000' + '0001' + '01000004' + '57001b56'))
    expect(fix?.attributes).toEqual({ vin: 'WV' })
  })

  it('reads codec 8 of old firmware that ends every record with one more zero', () => {
    const record = (second: string) => `0000019b7800${second}00052a0f8c1d6f3a00006e002a0b0015` + '000000000000'
    const padded = writeFrame(Buffer.from(`0802${record('1000')}00${record('2000')}0002`, 'hex'))
    expect(fixesIn(padded).map(({ positionedAt, latitude }) => [positionedAt, latitude])).toEqual([
      [0x019b78001000, 49.3828608],
      [0x019b78002000, 49.3828608],
    ])
    const halfPadded = writeFrame(Buffer.from(`0802${record('1000')}00${record('2000')}02`, 'hex'))
    expect(teltonika.decode(halfPadded, session)).toMatchObject({ kind: 'decodeError', cause: 'content' })
  })

  it.each([
    ['counted', '04'],
    ['not counted', '02'],
  ])('reads a fifth group of values of 16 bytes in codec 8, %s', (_, total) => {
    const long = (id: string, byte: string) => `${id}${byte.repeat(16)}`
    const io = `00${total}` + '01ef01' + '0142305a' + '00' + '00' + `02${long('f1', 'a5')}${long('f2', '0c')}`
    const record = (second: string) => `0000019b7800${second}00052a0f8c1d6f3a00006e002a0b0015${io}`
    const packet = writeFrame(Buffer.from(`0802${record('1000')}${record('2000')}02`, 'hex'))
    expect(fixesIn(packet)).toMatchObject([
      { positionedAt: 0x019b78001000, ignition: true, externalBatteryMv: 12_378, attributes: { io241: 'a5'.repeat(16) } },
      { positionedAt: 0x019b78002000, ignition: true, attributes: { io242: '0c'.repeat(16) } },
    ])
    const short = writeFrame(Buffer.from(`0802${record('1000')}${record('2000').slice(0, -2)}02`, 'hex'))
    expect(teltonika.decode(short, session)).toMatchObject({ kind: 'decodeError', cause: 'content' })
  })

  it('acknowledges a packet without records with 0', () => {
    expect(teltonika.decode(writeFrame(Buffer.from('8e0000', 'hex')), session)).toEqual({
      kind: 'packet',
      fixes: [],
      reply: Buffer.alloc(4),
    })
  })
})

/**
 * A value outside its range does not fill its column, and is stored raw under its id. The rest of the record is read as
 * usual.
 */
describe('what a record does not tell', () => {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  const ofBytes = (id: number, value: number) =>
    fixesIn(packetOf('0000' + '0001' + '0001' + hex(id, 4) + hex(value, 2) + '0000' + '0000' + '0000' + '0000'))[0]!
  const ofWords = (id: number, value: number) =>
    fixesIn(packetOf('0000' + '0001' + '0000' + '0001' + hex(id, 4) + hex(value, 4) + '0000' + '0000' + '0000'))[0]!
  const ofDoubles = (id: number, value: number) =>
    fixesIn(packetOf('0000' + '0001' + '0000' + '0000' + '0001' + hex(id, 4) + hex(value, 8) + '0000' + '0000'))[0]!

  it.each([2, 3, 127, 254, 255])('is an ignition, a movement, an unplugged tracker or an alarm that is %d', (value) => {
    for (const id of [239, 240, 252, 236, 246, 1, 116, 520]) {
      const fix = ofBytes(id, value)
      expect(fix).toMatchObject({ validity: FixValidity.valid, speedKph: 21, attributes: { [`io${id}`]: value } })
      expect([fix.ignition, fix.movement]).toEqual([undefined, undefined])
      expect(Object.keys(fix.attributes!)).toEqual([`io${id}`])
    }
  })

  it.each([101, 127, 128, 200, 255])('is a charge or a level of %d per cent', (value) => {
    for (const id of [113, 20, 22, 23, 29, 31, 48, 89, 872, 10_804]) {
      const fix = ofBytes(id, value)
      expect(fix.batteryPercent).toBeUndefined()
      expect(fix.attributes).toEqual({ [`io${id}`]: value })
    }
  })

  it.each([6, 7, 31, 99, 255])('is a signal of %d bars', (value) => {
    const fix = ofBytes(21, value)
    expect(fix.gsmSignal).toBeUndefined()
    expect(fix.attributes).toEqual({ io21: value })
  })

  it.each([501, 999, 9_999, 32_767, 65_535])('is how good its position is: %d tenths', (value) => {
    for (const id of [181, 182]) {
      const fix = ofWords(id, value)
      expect(fix.hdop).toBeUndefined()
      expect(fix.attributes).toEqual({ [`io${id}`]: value })
    }
  })

  it.each([351, 999, 10_000, 32_768, 65_535])('is a speed of %d km/h', (speedKph) => {
    const [fix] = fixesOf([{ ...good, speedKph }])
    expect(fix).toEqual({ ...good, speedKph: undefined })
    expect(ofWords(24, speedKph).attributes).toEqual({ io24: speedKph })
  })

  it.each([1_001, 10_000, 32_765, 32_767, 65_535])('is a humidity of %d tenths', (value) => {
    for (const id of [86, 104, 106, 108]) expect(ofWords(id, value).attributes).toEqual({ [`io${id}`]: value })
  })

  it.each([-551, -1270, 1151, 1_270, 32_767])('is a temperature of %d tenths on the wire', (value) => {
    for (const id of [72, 73, 74, 75]) expect(ofDoubles(id, value >>> 0).attributes).toEqual({ [`io${id}`]: value >>> 0 })
  })

  it.each([0x8000, 0x7fff, 0xe0bf, 0x1f41, 0x8001])('is an acceleration of %d', (value) => {
    for (const id of [17, 18, 19]) expect(ofWords(id, value).attributes).toEqual({ [`io${id}`]: value })
  })

  it.each(['0', '00', '000000', '00000000', '0000000000000000'])('is a driver: the card %s on the serial port', (card) => {
    const text = Buffer.from(`$GTSL|6|1|0|${card}|1|`, 'latin1').toString('hex')
    const size = hex(4 + text.length / 2, 8)
    const [fix] = fixesIn(writeFrame(Buffer.from(`0d0106${size}6955b8c4${text}01`, 'hex')))
    expect(fix?.attributes).toEqual({ serialData: `$GTSL|6|1|0|${card}|1|` })
  })

  it('is a key of zeros', () => {
    const io = '0000' + '0001' + '0000' + '0000' + '0000' + '0001' + '004e' + '00'.repeat(8) + '0000'
    expect(fixesIn(packetOf(io))[0]!.attributes).toEqual({ io78: 0 })
  })

  it.each([2, 101, 128, 200, 255])('of a personal tracker is a charge, a signal, a movement or an alarm of %d', (value) => {
    const byte = hex(value, 2)
    const charge = hex(Math.max(value, 101), 2)
    const signal = hex(Math.max(value, 6), 2)
    // Priority and time · groups of GPS and of one byte · signal · four elements.
    const record = '0bf9a0e1' + '03' + '40' + signal + '04' + `01${charge}` + `f0${byte}` + `de${byte}` + '1400'
    const [fix] = fixesIn(writeFrame(Buffer.from(`0701${record}01`, 'hex')))
    for (const name of ['batteryPercent', 'gsmSignal', 'movement', 'hdop'] as const) expect(fix?.[name]).toBeUndefined()
    expect(fix?.attributes).toMatchObject({
      io1: Math.max(value, 101),
      io240: value,
      io222: value,
      cellSignal: Math.max(value, 6),
    })
    expect(fix?.attributes).not.toHaveProperty('alarm')
  })
})

describe('an unreadable frame', () => {
  const record = '0000019b7800000000052a0f8c1d6f3a00006e002a0b0015'
  const refused = (hex: string) => teltonika.decode(writeFrame(Buffer.from(hex, 'hex')), session)
  const reply = Buffer.from([0, 0, 0, 1])

  it.each([
    ['two different quantities', `0801${record}00000000000002`],
    ['a total that is not the sum of its groups', `0801${record}000200000000` + '01'],
    ['bytes behind the last record', `0801${record}000000000000ff01`],
    ['a record that ends inside its head', `0801${record.slice(0, 40)}01`],
    ['a group that is longer than the frame', `8e01${record}0000ffffffff01`],
    ['a variable element that is longer than the frame', `8e01${record}00000001000000000000000000010101ffff01`],
  ])('with %s is a content error that is acknowledged only when it was rejected', (_, hex) => {
    expect(refused(hex)).toMatchObject({ kind: 'decodeError', cause: 'content', replyWhenRejected: reply })
  })

  it.each([
    ['a size that does not fit', '0c0106000000056869'.concat('01')],
    ['two messages', '0c0206000000026869'.concat('02')],
    ['no IMEI where one belongs', '0e0106000000026869'.concat('01')],
    ['an end inside its head', '0c0106'],
  ])('of text with %s is a content error', (_, hex) => {
    expect(refused(hex)).toMatchObject({ kind: 'decodeError', cause: 'content' })
  })

  it('with anything in the upper half of its checksum is damaged', () => {
    const frame = tracker.packet('', [good])
    frame[frame.length - 4] = 1
    expect(teltonika.decode(frame, session)).toMatchObject({ kind: 'decodeError', cause: 'checksum' })
  })
})

describe('the framer', () => {
  const head = (length: number, codec: string) => Buffer.from(`00000000${length.toString(16).padStart(8, '0')}${codec}`, 'hex')

  it.each([
    ['a preamble that is not zero', Buffer.from('00000001', 'hex')],
    ['an unknown first byte', Buffer.from('7878', 'hex')],
    ['a login of letters', Buffer.from('000f4142', 'hex')],
    ['a login of 21 digits', Buffer.from('001531', 'hex')],
    ['a data field of 2 bytes', head(2, '')],
    ['an AVL packet beyond 32 KiB', head(32_769, '8e')],
    ['a text beyond 65 535 bytes', head(65_536, '')],
    ['the unknown codec 9', writeFrame(Buffer.from('090101', 'hex'))],
  ])('gives the stream up at %s', (_, bytes) => {
    expect(teltonika.frame(bytes)).toMatchObject({ kind: 'frameError' })
  })

  it('waits for an AVL packet of 32 KiB and a text of 65 535', () => {
    expect(teltonika.frame(head(32_768, '8e'))).toBe('more')
    expect(teltonika.frame(head(65_535, '0c'))).toBe('more')
  })

  it('keeps the stream when a damaged frame only looks like an unknown codec', () => {
    const frame = tracker.packet('', [good])
    frame[8] = 0x09
    const cut = teltonika.frame(frame)
    expect(cut).toEqual({ frame, remaining: Buffer.alloc(0) })
    expect(teltonika.decode(frame, session)).toMatchObject({ kind: 'decodeError', cause: 'checksum' })
  })

  it('takes a run of keep-alive bytes for one heartbeat', () => {
    const cut = teltonika.frame(Buffer.from('ffffff000f', 'hex'))
    expect(cut).toEqual({ frame: Buffer.from('ffffff', 'hex'), remaining: Buffer.from('000f', 'hex') })
  })
})

describe('personal trackers of codec 7', () => {
  it('tell what changed since the record before, with their own epoch', () => {
    const [, frame] = readCaptures('teltonika').find(({ name }) => name === 'person-codec7.hex')!.frames
    expect(teltonika.decode(frame!.bytes, session)).toMatchObject({
      kind: 'packet',
      fixes: [
        {
          positionedAt: Date.UTC(2013, 4, 14, 7, 21, 5),
          validity: FixValidity.valid,
          latitude: expect.closeTo(52.0907, 5) as number,
          longitude: expect.closeTo(5.1214, 5) as number,
          altitudeM: 3,
          heading: 90,
          speedKph: 23,
          satellites: 9,
          batteryPercent: 87,
          attributes: { priority: 1, lac: 204, cellId: 31_337 },
        },
        { positionedAt: Date.UTC(2013, 4, 14, 7, 21, 35), validity: FixValidity.noFix },
      ],
    })
  })
})

describe('the tracker’s side', () => {
  it('takes only the exact number of records for an acknowledgement', () => {
    expect(tracker.readReply(Buffer.from('00000002', 'hex'), 'packet', 2)).toEqual({ consumed: 4, accepted: true })
    expect(tracker.readReply(Buffer.from('00000001', 'hex'), 'packet', 2)).toEqual({ consumed: 4, accepted: false })
    expect(tracker.readReply(Buffer.from('000000', 'hex'), 'packet', 2)).toBe('more')
    expect(tracker.readReply(Buffer.from('00', 'hex'), 'login', 0)).toEqual({ consumed: 1, accepted: false })
    expect(tracker.readReply(Buffer.from('01', 'hex'), 'login', 0)).toEqual({ consumed: 1, accepted: true })
  })

  it('reads a command and answers it as the server expects', () => {
    const command = teltonika.commands!.encode({ text: 'getver', serial: 1 }, session) as Buffer
    expect(tracker.readCommand!(Buffer.concat([command, Buffer.from([0])]))).toEqual({ consumed: command.length, text: 'getver' })
    expect(tracker.readCommand!(command.subarray(0, -1))).toBeUndefined()
    expect(tracker.readCommand!(Buffer.from('00000001', 'hex'))).toBeUndefined()
    expect(teltonika.decode(tracker.commandReply!('Ver:03', session.identity), session)).toEqual({
      kind: 'commandReply',
      text: 'Ver:03',
    })
  })
})
