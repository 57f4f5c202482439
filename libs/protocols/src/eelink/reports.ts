import type { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { telemetryAt } from '../common/judge-fix.js'
import { fill, percentOf, reading16, reading32, signedReading, within } from '../common/readings.js'
import { PackageId } from './frame.js'
import { type Report, readOldPosition, readPosition, reportOf, keepReading, withoutPlace } from './position.js'
import { judgeByStatus, setStatus, setWarning } from './status.js'

/** Reads a package with a position, or with telemetry only. `undefined` if the id is not used. */
export function readReport(id: number, reader: ByteReader, now: number): Fix | undefined {
  switch (id) {
    case PackageId.oldLocation:
    case PackageId.oldWarning:
    case PackageId.oldReport:
    case PackageId.oldMessage:
      return readOldReport(id, reader, now).fix
    case PackageId.oldObd:
      return reader.remaining === 4 ? readHeartbeat(reader, now) : readOldObd(reader, now).fix
    case PackageId.location:
    case PackageId.warning:
    case PackageId.report:
      return readNewReport(id, reader, now).fix
    case PackageId.message:
    case PackageId.obdData:
    case PackageId.obdBody:
    case PackageId.obdFault:
      return readContent(id, reader, now).fix
    default:
      return undefined
  }
}

/** Reads 0x03, a status of 2 bytes. An old OBD package of the same size has the same layout. */
export function readHeartbeat(reader: ByteReader, now: number): Fix {
  const report = reportOf(telemetryAt(now))
  setStatus(report, reader.u16())
  return report.fix
}

function readOldReport(id: number, reader: ByteReader, now: number): Report {
  const report = readOldPosition(reader, now)
  const { fix, attributes } = report
  if (id === PackageId.oldLocation) {
    if (reader.remaining >= 2) setStatus(report, reader.u16())
    if (reader.remaining < 8) return report
    fill(fix, 'batteryMv', reading16(reader.u16()))
    attributes.gsmSignalCode = reader.u16()
    attributes.analog1Mv = reader.u16()
    attributes.analog2Mv = reader.u16()
  } else if (id === PackageId.oldWarning) setWarning(attributes, reader.u8())
  else if (id === PackageId.oldReport) {
    fix.event = reader.u8()
    if (fix.event <= 3 && reader.remaining >= 4) reader.skip(4)
    if (fix.event <= 3 && reader.remaining >= 2) setStatus(report, reader.u16())
  } else attributes.message = textOf(reader.slice(reader.remaining))
  return report
}

/**
 * Reads 0x12. Fields with their length in bytes: status 2 · battery 2 (mV) · analogue inputs 2, 2 · mileage 4 ·
 * counters 2, 2 · steps 2, 2 · climate 12 · temperature 2 · tags. 0x14 and 0x15 begin with a type of 1 byte.
 */
function readNewReport(id: number, reader: ByteReader, now: number): Report {
  const report = readPosition(reader, now)
  if (id === PackageId.warning) setWarning(report.attributes, reader.u8())
  else if (id === PackageId.report) report.fix.event = reader.u8()
  const status = reader.u16()
  setStatus(report, status)
  judgeByStatus(report, status)
  if (id === PackageId.location) readTelemetry(reader, report)
  return report
}

/** Measuring range of a one-wire thermometer in °C. Its unit is 1/16 °C. */
const [COLDEST, HOTTEST] = [-55, 125]

/** Reads the telemetry. The package may end after any field. */
function readTelemetry(reader: ByteReader, { fix, attributes }: Report): void {
  if (reader.remaining >= 2) fill(fix, 'batteryMv', reading16(reader.u16()))
  if (reader.remaining >= 4) {
    attributes.analog0Mv = reader.u16()
    attributes.analog1Mv = reader.u16()
  }
  if (reader.remaining >= 4) fill(fix, 'odometerM', reading32(reader.u32()))
  if (reader.remaining >= 4) {
    attributes.gsmCounter = reader.u16()
    attributes.gpsCounter = reader.u16()
  }
  if (reader.remaining >= 4) {
    attributes.steps = reader.u16()
    attributes.walkingTime = reader.u16()
  }
  if (reader.remaining >= 12) {
    keepReading(attributes, 'temperature1C', signedReading(reader.i16()) / 256)
    keepReading(attributes, 'humidityPercent', percentOf(reader.u16() / 10))
    attributes.illuminance = reader.u32() / 256
    attributes.co2 = reader.u32()
  }
  if (reader.remaining >= 2) keepReading(attributes, 'temperature2C', within(reader.i16() / 16, COLDEST, HOTTEST))
  if (reader.remaining >= 2) readTags(reader, attributes)
}

/**
 * Reads tags. Fields with their length in bytes: count 1 · type 1, then for each tag: id 6 · signal 1 · reserved 1 ·
 * model 1 · version 1 · battery 2 (mV) · temperature 2 · data 2.
 */
function readTags(reader: ByteReader, attributes: Report['attributes']): void {
  const count = reader.u8()
  reader.skip(1)
  for (let tag = 1; tag <= count && reader.remaining >= 16; tag++) {
    attributes[`tag${tag}Id`] = reader.slice(6).toString('hex')
    attributes[`tag${tag}Signal`] = (reader.u8() << 24) >> 24
    reader.skip(3)
    keepReading(attributes, `tag${tag}BatteryMv`, reading16(reader.u16()))
    keepReading(attributes, `tag${tag}TemperatureC`, signedReading(reader.i16()) / 256)
    attributes[`tag${tag}Data`] = reader.u16()
  }
}

const NUMBER_BYTES = 21

/**
 * Reads 0x16. Fields with their length in bytes: position · phone number 21 · text. 0x17 to 0x19 have a position and vehicle
 * data, which are stored raw.
 */
function readContent(id: number, reader: ByteReader, now: number): Report {
  const report = readPosition(reader, now)
  const { attributes } = report
  if (id === PackageId.message && reader.remaining >= NUMBER_BYTES) {
    attributes.phoneNumber = textOf(reader.slice(NUMBER_BYTES))
    attributes.message = textOf(reader.slice(reader.remaining))
  } else if (reader.remaining > 0) attributes.content = reader.slice(reader.remaining).toString('hex')
  return report
}

/**
 * Reads an old OBD package. Fields with their length in bytes: time 4, then for each value: id 1 · value 4. Negative
 * distances and consumptions are dropped.
 */
function readOldObd(reader: ByteReader, now: number): Report {
  const report = withoutPlace(reader.u32() * 1000, now)
  while (reader.remaining >= 5) {
    const id = reader.u8()
    const value = reader.i32()
    const amount = value < 0 ? NaN : value
    if (id === 0x8a) fill(report.fix, 'odometerM', amount * 1000)
    else if (id === 0x89) keepReading(report.attributes, 'obdFuelRate', amount)
    else if (id === 0x8b) keepReading(report.attributes, 'obdFuelL', amount / 10)
    else report.attributes[`obd${id}`] = value
  }
  return report
}

export const textOf = (bytes: Buffer): string => bytes.toString('utf8').replace(/^[\0\s]+|[\0\s]+$/g, '')
