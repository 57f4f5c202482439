import { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { judgeFix, telemetryAt } from '../common/judge-fix.js'
import { fill, isNoKey, percentOf, readingOf, receiverSpeedOf, signedReading } from '../common/readings.js'
import type { SessionState } from '../protocol.js'
import { readTime } from './clock.js'
import { type Attributes, addAlarm, keep, textOf } from './attributes.js'
import { readObdText } from './items.js'
import { readCoordinates, readPlace } from './location.js'

/** Reads 0x0900: a type (1 byte) and a peripheral's data. `undefined` if the type is not used. */
export function readTransparent(body: Buffer, session: SessionState): Fix[] | undefined {
  const content = body.subarray(1)
  switch (body[0]) {
    case 0x40:
      return [readCardReader(textOf(content), session.now)]
    case 0x41:
      return [readObd(textOf(content), session.now)]
    case 0xf0:
      return readVehicleData(content, session)
    case 0xff:
      return content.length < 24 ? undefined : [readSignedPlace(content, session)]
    case 0x53:
    case 0x54:
      return content.length < 24 ? undefined : [readPlaceWithSensors(content, session)]
    default:
      return undefined
  }
}

/** Reads `GTSL|…|…|…|card|`. The card is the driver's. */
function readCardReader(text: string, now: number): Fix {
  const fix = telemetryAt(now)
  const driver = /^\$?GTSL\|(?:[^|]*\|){3}([^|]+)/.exec(text)?.[1]
  fix.attributes = { serialData: text, ...(driver !== undefined && !isNoKey(driver) && { driverId: driver }) }
  return fix
}

function readObd(text: string, now: number): Fix {
  const fix = telemetryAt(now)
  fix.attributes = {}
  readObdText(text, fix, fix.attributes)
  return fix
}

/**
 * Reads a position with signed coordinates. Fields with their length in bytes: time 6 · latitude 4 · longitude 4 ·
 * altitude 2 · speed 2 · direction 2.
 */
function readSignedPlace(content: Buffer, session: SessionState): Fix {
  const fix = judgeFix(
    {
      deviceTime: readTime(content, 0, session),
      hasFix: true,
      latitude: content.readInt32BE(6) / 1_000_000,
      longitude: content.readInt32BE(10) / 1_000_000,
    },
    session.now,
  )
  fill(fix, 'altitudeM', signedReading(content.readInt16BE(14)))
  fill(fix, 'speedKph', receiverSpeedOf(content.readUInt16BE(16) / 10))
  return fix
}

/**
 * Reads a position with sensor data. Its fields are status, place, altitude, speed and direction as in a location, then a
 * time of 6 bytes and sensor data. The sensor data are stored raw.
 */
function readPlaceWithSensors(content: Buffer, session: SessionState): Fix {
  const fix = readPlace(content, 0, readTime(content, 18, session), session.now)
  if (content.length > 24) fix.attributes = { ...fix.attributes, sensors: content.toString('hex', 24) }
  return fix
}

/** Alarms of type 0xF0. */
const ALARMS: Readonly<Record<number, string>> = {
  0x01: 'powerRestored',
  0x02: 'powerCut',
  0x0e: 'idle',
  0x1a: 'hardAcceleration',
  0x1b: 'hardBraking',
  0x1c: 'hardCornering',
  0x1d: 'laneChange',
  0x1e: 'laneChange',
  0x1f: 'laneChange',
  0x23: 'fatigueDriving',
  0x25: 'overspeed',
  0x26: 'accident',
  0x27: 'accident',
  0x28: 'accident',
  0x31: 'door',
  0x32: 'door',
}

const VALUES = 0x01
const FAULTS = 0x02
const ALARM_LIST = 0x03
const VIN = 0x0b

/**
 * Reads vehicle data. Fields with their length in bytes: time 6 · stored before 1 · vehicle 1 · type 1 · content of this
 * type. Values, fault codes and alarms are counted lists. A list is followed by the place (status 4 · latitude 4 ·
 * longitude 4) and, on some models, by the time of the place (6). If the device stored the report before it sent it, the
 * place is that of the report's time. If the time of the place differs from the time of the report, the place becomes a fix
 * of its own.
 */
function readVehicleData(content: Buffer, session: SessionState): Fix[] | undefined {
  if (content.length < 10) return undefined
  const deviceTime = readTime(content, 0, session)
  const reader = new ByteReader(content, 9)
  const said: Attributes = { buffered: content[6] !== 0 }
  const columns = readList(content[8]!, reader, said)
  const end = reader.overrun || columns === undefined ? 9 : reader.position
  const hasPlace = columns !== undefined && !reader.overrun && reader.remaining >= PLACE_BYTES
  const rest = hasPlace ? end + PLACE_BYTES : end
  const placedAt = hasPlace && content.length === rest + TIME_BYTES ? readTime(content, rest, session) : undefined
  const isElsewhen = placedAt !== undefined && deviceTime !== undefined && Math.abs(placedAt - deviceTime) > SAME_MOMENT_MS
  const fix =
    hasPlace && !isElsewhen
      ? readCoordinates(content, end, deviceTime, session.now)
      : judgeFix({ deviceTime, hasFix: false, latitude: undefined, longitude: undefined }, session.now)
  Object.assign(fix, reader.overrun ? undefined : columns)
  fix.attributes = { ...fix.attributes, ...said }
  const isRead = placedAt !== undefined || rest === content.length
  if (!isRead) fix.attributes.vehicleData = content.toString('hex', end === 9 ? 8 : rest)
  return isElsewhen ? [fix, readCoordinates(content, end, placedAt, session.now)] : [fix]
}

const TIME_BYTES = 6
/**
 * If the times of a report and of its place differ by more than this, in milliseconds, the place does not belong to the
 * report.
 */
const SAME_MOMENT_MS = 60_000
const PLACE_BYTES = 12

/** Reads a list up to the place, and returns those of its values that have a column. `undefined` if this type has no list. */
function readList(kind: number, reader: ByteReader, said: Attributes): Partial<Fix> | undefined {
  const columns: Partial<Fix> = {}
  switch (kind) {
    case VALUES:
      for (let left = reader.u8(); left > 0 && !reader.overrun; left--) {
        const id = reader.u16()
        readValue(id, reader.slice(reader.u8()), columns, said)
      }
      return columns
    case FAULTS:
      readFaults(reader, said)
      return columns
    case ALARM_LIST:
      for (let left = reader.u8(); left > 0 && !reader.overrun; left--) {
        const name = ALARMS[reader.u8()]
        if (name !== undefined) addAlarm(said, name)
        reader.skip(reader.u8())
      }
      return columns
    case VIN:
      if (reader.u8() > 0) said.vin = textOf(reader.slice(17))
      return columns
    default:
      return undefined
  }
}

/** Reads a value. Fields with their length in bytes: id 2 · length 1 · value. */
function readValue(id: number, value: Buffer, columns: Partial<Fix>, said: Attributes): void {
  const number = value.length > 0 && value.length <= 4 ? readingOf(value) : undefined
  if (number === undefined) said[`obd${id}`] = textOf(value)
  else if (Number.isNaN(number)) said[`obd${id}`] = value.toString('hex')
  else if (id === 0x0102 || id === 0x0528 || id === 0x0546) columns.odometerM = number * 100
  else if (id === 0x0530) columns.externalBatteryMv = number
  else if (id === 0x0535) said.obdSpeedKph = number / 10
  else if (id === 0x0536) said.obdEngineRpm = number
  else if (id === 0x052d) said.obdCoolantC = number - 40
  else if (id === 0x052b) keep(said, 'obdFuelLevelPercent', percentOf(number))
  else said[`obd${id}`] = number
}

/**
 * Reads fault codes. Fields with their length in bytes: number of systems 2, then for each system: id 4 · number of codes 2,
 * then for each code: code 4 · state 4 · length 2 · the code as text.
 */
function readFaults(reader: ByteReader, said: Attributes): void {
  const codes: string[] = []
  for (let systems = reader.u16(); systems > 0 && !reader.overrun; systems--) {
    reader.skip(4)
    for (let left = reader.u16(); left > 0 && !reader.overrun; left--) {
      reader.skip(8)
      codes.push(textOf(reader.slice(reader.u16())))
    }
  }
  if (codes.length > 0 && !reader.overrun) said.faultCodes = codes.join(' ')
}
