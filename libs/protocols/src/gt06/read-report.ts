import type { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { judgeFix } from '../common/judge-fix.js'
import { jcAlarmOf } from './alarms.js'
import { readAlarm, readAlarmWithHours, readAlarmWithModules, readCellAlarm, readPetReport } from './alarm-report.js'
import { isCellReport, readBeacon, readCellReport, readCountedCellReport, readWifiAlarm, timeOnly } from './cell-report.js'
import { MEDIUM, NARROW, WIDE } from './cells.js'
import type { DeviceClock } from './device-clock.js'
import { note, readGpsBlock, readPlace } from './gps-block.js'
import {
  GPS_BYTES,
  IMEI_BYTES,
  hasImeiInFront,
  isAddressed,
  readAddressed,
  readAlarmWithAltitude,
  readCameraAlarm,
  readLocation,
  readNewLocation,
  readOldLocation,
  readWithAltitude,
  readWithButton,
  readWithCard,
  readWithGeneration,
  readWithModule,
  readWithTelemetryAndCard,
  readWithVoltages,
  readX1,
} from './location.js'

/** Protocol number of the message that always contains an IMEI. */
const IMEI_OF_ITS_OWN = 0x61

/** Reads a dated report, with or without a position. `undefined` if the type or length is unknown. */
export function readReport(
  type: number,
  isLong: boolean,
  reader: ByteReader,
  bytes: Buffer,
  clock: DeviceClock,
): Fix | undefined {
  if (type !== IMEI_OF_ITS_OWN && hasImeiInFront(bytes, reader)) reader.skip(IMEI_BYTES)
  const size = reader.remaining
  if (isLong && (type === 0x32 || type === 0x33)) return size < 10 ? undefined : readPet(reader, clock)
  switch (type) {
    case 0x10:
    case 0x1a:
    case 0x1e:
    case 0x2a:
      return size < GPS_BYTES ? undefined : readGpsBlock(reader, clock)
    case 0x11:
      return size < GPS_BYTES ? undefined : readLocation(reader, bytes, clock, MEDIUM, true)
    case 0x12:
      return size < GPS_BYTES ? undefined : readOldLocation(reader, bytes, clock)
    case 0x22:
    case 0x2d:
      return size < GPS_BYTES ? undefined : readNewLocation(reader, bytes, clock)
    case 0x25:
      if (isAddressed(bytes, reader)) return readAddressed(reader, clock, MEDIUM)
      return size < GPS_BYTES ? undefined : readLocation(reader, bytes, clock, MEDIUM)
    case 0x31:
      return size < GPS_BYTES ? undefined : readWithAltitude(reader, bytes, clock)
    case 0x37:
      return size < 29 ? undefined : readWithModule(reader, clock)
    case 0xa0:
      return size < GPS_BYTES ? undefined : readLocation(reader, bytes, clock, WIDE)
    case 0x16:
    case 0x26:
    case 0xa3:
      return size < GPS_BYTES ? undefined : readAlarm(reader, bytes, clock, false)
    case 0x27:
    case 0xa4:
      return size < GPS_BYTES ? undefined : readAlarm(reader, bytes, clock, true)
    case 0x32:
      if (size === 34 || size === 36) return readAlarmWithAltitude(reader, clock)
      return size < GPS_BYTES ? undefined : readAlarm(reader, bytes, clock, false)
    case 0x39:
      return size < GPS_BYTES ? undefined : readAlarmWithModules(reader, clock)
    default:
      return readRareReport(type, size, reader, bytes, clock)
  }
}

/** Reads message types that only single models send. Most of them are known only in one length. */
function readRareReport(type: number, size: number, reader: ByteReader, bytes: Buffer, clock: DeviceClock): Fix | undefined {
  if (type === 0x24 && size === 41) return readWithVoltages(reader, clock)
  if (type === 0x24 && size === 44) return readCountedCellReport(reader, clock)
  if (type === 0x17) return size === 35 ? readWithCard(reader, clock) : undefined
  if (type === 0x34 && size > 50) return readX1(reader, clock)
  if (type === 0x36 && size === 48) return readWithTelemetryAndCard(reader, clock)
  if (type === 0x38) return size < 21 ? undefined : readWithGeneration(reader, bytes, clock)
  if (type === 0x61) return size < 41 ? undefined : readWithButton(reader, clock)
  if (type === 0x95) return readCamera(reader, size, bytes, clock)
  if (type === 0xa2 && size === 59) return readAlarmWithHours(reader, clock)
  if (type === 0xa9) return readWifiAlarm(reader, clock)
  if (type === 0xb2) return readBeacon(reader, clock)
  return isCellReport(type) && size >= 10 ? readCellReport(reader, type, clock) : undefined
}

/** Reads 0x19 and 0xA5. These messages contain no time, so the time of reception is used. */
export function readUndatedAlarm(type: number, reader: ByteReader, fix: Fix): boolean {
  if (type === 0x19 && reader.remaining < 18) readCellAlarm(reader, fix, NARROW)
  else if (type === 0xa5) readCellAlarm(reader, fix, WIDE)
  else return false
  return true
}

/** Reads a camera alarm. Fields without a position, with their length in bytes: time 6 · event 1 · [data 2]. */
function readCamera(reader: ByteReader, size: number, bytes: Buffer, clock: DeviceClock): Fix {
  const hasPlace = size > 9
  const { fix, event } = hasPlace ? readCameraAlarm(reader, bytes, clock) : readCameraEvent(reader, clock)
  const alarm = jcAlarmOf(event, hasPlace)
  if (alarm !== undefined) note(fix, 'alarm', alarm)
  return fix
}

function readCameraEvent(reader: ByteReader, clock: DeviceClock): { fix: Fix; event: number } {
  const fix = timeOnly(reader, clock)
  const event = reader.u8()
  note(fix, 'alarmCode', event)
  if (reader.remaining >= 2) note(fix, 'eventData', reader.u16())
  return { fix, event }
}

function readPet(reader: ByteReader, clock: DeviceClock): Fix {
  return readPetReport(reader, clock, (from, deviceTime, hasPlace) =>
    hasPlace
      ? readPlace(from, deviceTime, clock.now)
      : judgeFix({ deviceTime, hasFix: false, latitude: undefined, longitude: undefined }, clock.now),
  )
}
