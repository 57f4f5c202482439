import type { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { fill, reading16, reading32, reading8 } from '../common/readings.js'
import { MEDIUM, NARROW, WIDE, type CellWidths, cellBytes, readCell } from './cells.js'
import type { DeviceClock } from './device-clock.js'
import { note, readGpsBlock } from './gps-block.js'
import { setCard } from './location.js'
import { readModules } from './modules.js'
import { readStatus, readTerminalInformation, setAlarm, setBattery, setSignal } from './status.js'

/** Number of bytes of terminal information, voltage, signal, alarm and language, one each. */
const STATUS_BYTES = 5
const WIDTHS: readonly CellWidths[] = [NARROW, MEDIUM, WIDE]

/**
 * Reads 0x16, 0x26, 0x27, 0xA3, 0xA4. Fields with their length in bytes: GPS · length of the cell 1 · cell · status 3 ·
 * alarm 1 · language 1 · [geofence 1] · [mileage 4]. The length of the cell is not reliable: some vendors count the length
 * byte, too, and others send a wider cell than they declare. The width is therefore chosen so that the fields after the
 * cell fit.
 */
export function readAlarm(reader: ByteReader, bytes: Buffer, clock: DeviceClock, hasFence: boolean): Fix {
  const fix = readGpsBlock(reader, clock)
  if (reader.remaining < STATUS_BYTES) return fix
  if (reader.remaining <= STATUS_BYTES + 8) return readUncountedCell(reader, fix)
  const told = reader.u8()
  const behind = readCellOf(reader, bytes, fix, told, STATUS_BYTES + Number(hasFence))
  if (told === 0) reader.skip(Math.max(reader.remaining - STATUS_BYTES, 0))
  readStatus(reader, fix)
  setAlarm(fix, reader.u8(), told === behind.read)
  note(fix, 'languageCode', reader.u8())
  if (hasFence && reader.remaining > 0) note(fix, 'fence', reading8(reader.u8()))
  if (reader.remaining === 8) setCard(fix, reader.slice(8))
  else if (reader.remaining === 4) fill(fix, 'odometerM', reading32(reader.u32()))
  return fix
}

/**
 * Reads a cell. Its width is chosen so that exactly the status, or the status with mileage or a card, remains after the cell.
 */
function readCellOf(reader: ByteReader, bytes: Buffer, fix: Fix, told: number, status: number): { read: number } {
  if (told === 0) return { read: -1 }
  const left = reader.remaining
  for (const more of [0, 4, 8, 3]) {
    for (const widths of WIDTHS) {
      const size = cellBytes(bytes, reader.position, widths)
      if (left - size !== status + more) continue
      readCell(reader, fix, widths)
      return { read: size }
    }
  }
  reader.skip(Math.min(told - 1, Math.max(left - status, 0)))
  return { read: told - 1 }
}

/** Reads the report of a vendor who does not send the length of the cell. */
function readUncountedCell(reader: ByteReader, fix: Fix): Fix {
  if (reader.remaining === STATUS_BYTES + 8) readCell(reader, fix, NARROW)
  readStatus(reader, fix)
  setAlarm(fix, reader.u8())
  note(fix, 'languageCode', reader.u8())
  return fix
}

/**
 * Reads 0xA2 of 59 bytes. Fields with their length in bytes: GPS · wide cell · network 1 · terminal information 1 ·
 * voltage 2 · … · mileage 4 · working time 4 · …
 */
export function readAlarmWithHours(reader: ByteReader, clock: DeviceClock): Fix {
  const fix = readGpsBlock(reader, clock)
  readCell(reader, fix, WIDE)
  note(fix, 'network', reader.u8())
  readTerminalInformation(reader, fix)
  fill(fix, 'externalBatteryMv', reading16(reader.u16()) * 10)
  setBattery(fix, reader.u8())
  setSignal(fix, reader.u8())
  setAlarm(fix, reader.u8())
  note(fix, 'languageCode', reader.u8())
  fill(fix, 'odometerM', reading32(reader.u32()))
  note(fix, 'workingTimeMs', reader.u32() * 1000)
  reader.skip(8)
  note(fix, 'inputs', reader.u16())
  return fix
}

/**
 * Reads 0x39. Fields with their length in bytes: GPS · generation 1 · cell · signal 1 or 2 · status 3 · alarm 1 ·
 * language 1 · modules.
 */
export function readAlarmWithModules(reader: ByteReader, clock: DeviceClock): Fix {
  const fix = readGpsBlock(reader, clock)
  const is4g = reader.u8() >= 3
  readCell(reader, fix, is4g ? WIDE : NARROW)
  reader.skip(is4g ? 2 : 1)
  readStatus(reader, fix)
  setAlarm(fix, reader.u8())
  note(fix, 'languageCode', reader.u8())
  readModules(reader, fix)
  return fix
}

/**
 * Reads 0x19 and 0xA5, which have neither a position nor a time. Fields with their length in bytes: cell · status 3 · alarm
 * 1 · language 1.
 */
export function readCellAlarm(reader: ByteReader, fix: Fix, widths: CellWidths): void {
  readCell(reader, fix, widths)
  readStatus(reader, fix)
  setAlarm(fix, reader.u8())
  note(fix, 'languageCode', reader.u8())
}

/**
 * Reads a long 0x32 or 0x33. Fields with their length in bytes: time 6 · length 1 · [place] · length 1 · [cell · signal 1] ·
 * cells · Wi-Fi · state 1 · extension.
 */
export function readPetReport(reader: ByteReader, clock: DeviceClock, fixOf: PetFix): Fix {
  const deviceTime = clock.read(reader)
  const fix = fixOf(reader, deviceTime, reader.u8() !== 0)
  const length = reader.u8()
  if (length > 1) {
    const at = reader.position
    readCell(reader, fix, NARROW)
    reader.skip(Math.max(at + length - 1 - reader.position, 0))
    note(fix, 'gsmSignalCode', reader.u8())
  }
  const cells = reader.slice(reader.u8())
  if (cells.some((byte) => byte !== 0)) note(fix, 'cells', cells.toString('hex'))
  const wifi = reader.slice(reader.u8())
  if (wifi.some((byte) => byte !== 0)) note(fix, 'wifi', wifi.toString('hex'))
  note(fix, 'stateCode', reader.u8())
  return fix
}

type PetFix = (reader: ByteReader, deviceTime: number | undefined, hasPlace: boolean) => Fix
