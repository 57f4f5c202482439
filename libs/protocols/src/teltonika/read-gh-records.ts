import { ByteReader } from '@roadbook/bytes'
import type { AttributeValue, Fix } from '@roadbook/contracts'
import { headingOf, judgeFix } from '../common/judge-fix.js'
import { fill, reading8, receiverHdopOf, signedReading } from '../common/readings.js'

/** Seconds in codec 7 count from 2007-01-01 UTC. */
const EPOCH_S = Date.UTC(2007, 0, 1) / 1000
const LARGEST_SIGNAL = 5
/** Bits of the mask of groups. If a bit is set, its group is present. The groups follow in this order. */
const Group = { gps: 0x01, io1: 0x02, io2: 0x04, io4: 0x08 } as const
const Gps = {
  place: 0x01,
  altitude: 0x02,
  angle: 0x04,
  speed: 0x08,
  satellites: 0x10,
  cell: 0x20,
  signal: 0x40,
  operator: 0x80,
} as const

/**
 * Reads records of the personal trackers (GH 1202, GH 3000), codec 7. Fields with their length: priority 2 bits · time 30
 * bits · mask of groups 1 byte · GPS element with its own mask · IO elements with values of 1, 2 and 4 bytes. The device
 * sends only values that have changed. Returns a reason if the bytes are not as many records as declared.
 */
export function readGhRecords(bytes: Buffer, start: number, end: number, quantity: number, now: number): Fix[] | string {
  const reader = new ByteReader(bytes, start, end)
  const fixes: Fix[] = []
  for (let at = 0; at < quantity && !reader.overrun; at++) fixes.push(readGhRecord(reader, now))
  if (reader.overrun) return `${quantity} records do not fit`
  return reader.remaining === 0 ? fixes : `${reader.remaining} bytes behind the last record`
}

function readGhRecord(reader: ByteReader, now: number): Fix {
  const head = reader.u32()
  const attributes: Record<string, AttributeValue> = {}
  const priority = head >>> 30
  if (priority !== 0) attributes.priority = priority
  const mask = reader.u8()
  const fix = readGps(reader, mask & Group.gps ? reader.u8() : 0, ((head & 0x3fff_ffff) + EPOCH_S) * 1000, now, attributes)
  for (const [group, width] of [
    [Group.io1, 1],
    [Group.io2, 2],
    [Group.io4, 4],
  ] as const) {
    if (mask & group) readIo(reader, width, fix, attributes)
  }
  fix.attributes = { ...fix.attributes, ...attributes }
  return fix
}

function readGps(
  reader: ByteReader,
  mask: number,
  deviceTime: number,
  now: number,
  attributes: Record<string, AttributeValue>,
): Fix {
  const [latitude, longitude] = mask & Gps.place ? [floatOf(reader.u32()), floatOf(reader.u32())] : [undefined, undefined]
  const altitude = mask & Gps.altitude ? signedReading(reader.i16()) : undefined
  const heading = mask & Gps.angle ? headingOf((reader.u8() * 360) / 256) : undefined
  const speed = mask & Gps.speed ? reading8(reader.u8()) : undefined
  const satellites = mask & Gps.satellites ? reader.u8() : undefined
  if (mask & Gps.cell) {
    attributes.lac = reader.u16()
    attributes.cellId = reader.u16()
  }
  const signal = mask & Gps.signal ? reader.u8() : undefined
  const gsmSignal = signal !== undefined && signal <= LARGEST_SIGNAL ? signal : undefined
  if (gsmSignal === undefined && signal !== undefined) attributes.cellSignal = signal
  if (mask & Gps.operator) attributes.gsmOperator = reader.u32()
  const fix = judgeFix({ deviceTime, hasFix: satellites !== 0, latitude, longitude }, now)
  fill(fix, 'altitudeM', altitude)
  fill(fix, 'speedKph', speed)
  fill(fix, 'satellites', satellites === undefined ? undefined : reading8(satellites))
  return { ...fix, heading, gsmSignal }
}

/**
 * Reads IO elements. These trackers have their own ids. An element with an unknown id or a value outside its range is stored
 * raw.
 */
function readIo(reader: ByteReader, width: 1 | 2 | 4, fix: Fix, attributes: Record<string, AttributeValue>): void {
  for (let count = reader.u8(); count > 0 && !reader.overrun; count--) {
    const id = reader.u8()
    const value = width === 1 ? reader.u8() : width === 2 ? reader.u16() : reader.u32()
    if (id === 1 && value <= 100) fix.batteryPercent = value
    else if (id === 20 && receiverHdopOf(value) !== undefined) fix.hdop = value
    else if (id === 67 && value < 0xffff) fix.batteryMv = value
    else if (id === 240 && value <= 1) fix.movement = value === 1
    else if (id === 222 && value === 1) attributes.alarm = 'sos'
    else attributes[`io${id}`] = value
  }
}

const scratch = Buffer.alloc(4)
function floatOf(word: number): number | undefined {
  scratch.writeUInt32BE(word)
  const degrees = scratch.readFloatBE()
  return Number.isFinite(degrees) ? degrees : undefined
}
