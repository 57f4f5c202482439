import type { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { judgeFix } from '../common/judge-fix.js'
import { reading16 } from '../common/readings.js'
import { type CellWidths, MEDIUM, NARROW, WIDE, readCells, readOperator, readWifi } from './cells.js'
import type { DeviceClock } from './device-clock.js'
import { note } from './gps-block.js'
import { setAlarm } from './status.js'

/** Layouts of reports without GPS. They contain cells, Wi-Fi access points and a time. */
const SHAPES: Readonly<Record<number, { widths: CellWidths; cells: number; hasWifi: boolean }>> = {
  0x18: { widths: NARROW, cells: 7, hasWifi: false },
  0x24: { widths: NARROW, cells: 7, hasWifi: false },
  0x28: { widths: NARROW, cells: 7, hasWifi: false },
  0x2c: { widths: NARROW, cells: 7, hasWifi: true },
  0x2e: { widths: NARROW, cells: 7, hasWifi: false },
  0x33: { widths: MEDIUM, cells: 6, hasWifi: true },
  0x34: { widths: MEDIUM, cells: 7, hasWifi: false },
  0xa1: { widths: WIDE, cells: 7, hasWifi: false },
  0xa2: { widths: WIDE, cells: 7, hasWifi: true },
}

export const isCellReport = (type: number): boolean => type in SHAPES

/**
 * Reads a report without GPS. Fields with their length in bytes: time 6 · MCC 2 · MNC 1 or 2 · cells (LAC, id, signal each) ·
 * timing advance 1 · [Wi-Fi].
 */
export function readCellReport(reader: ByteReader, type: number, clock: DeviceClock): Fix {
  const { widths, cells, hasWifi } = SHAPES[type]!
  const fix = timeOnly(reader, clock)
  setOperator(reader, fix)
  const list = readCells(reader, widths, Math.min(cells, Math.floor(reader.remaining / (widths.lac + widths.cell + 1))))
  if (list !== '') note(fix, 'cells', list)
  if (reader.remaining > 0) note(fix, 'timingAdvance', reader.u8())
  if (hasWifi && reader.remaining > 0) setWifi(reader, fix)
  return fix
}

/** Reads 0x24 of 44 bytes. Fields with their length in bytes: time 6 · timing advance 1 · MCC, MNC · count 1 · cells. */
export function readCountedCellReport(reader: ByteReader, clock: DeviceClock): Fix {
  const fix = timeOnly(reader, clock)
  note(fix, 'timingAdvance', reader.u8())
  setOperator(reader, fix)
  note(fix, 'cells', readCells(reader, NARROW, reader.u8()))
  return fix
}

/**
 * Reads 0xA9. Fields with their length in bytes: time 6 · MCC, MNC · flag 1 (1 for 4G, else 0) · count 1 · cells · timing
 * advance 1 · Wi-Fi · alarm 1 · language 1.
 */
export function readWifiAlarm(reader: ByteReader, clock: DeviceClock): Fix {
  const fix = timeOnly(reader, clock)
  setOperator(reader, fix)
  const widths = reader.u8() === 0 ? NARROW : WIDE
  note(fix, 'cells', readCells(reader, widths, reader.u8()))
  note(fix, 'timingAdvance', reader.u8())
  setWifi(reader, fix)
  setAlarm(fix, reader.u8())
  return fix
}

/** Reads 0xB2, a Bluetooth beacon used as a time clock. */
export function readBeacon(reader: ByteReader, clock: DeviceClock): Fix {
  const fix = timeOnly(reader, clock)
  note(fix, 'tagSignal', (reader.u8() << 24) >> 24)
  note(fix, 'tagMac', reader.slice(6).toString('hex'))
  note(fix, 'tagUuid', reader.slice(16).toString('hex'))
  note(fix, 'tagMajor', reader.u16())
  note(fix, 'tagMinor', reader.u16())
  note(fix, 'tagBatteryMv', reading16(reader.u16()) * 10)
  note(fix, 'clockCode', (reader.u8() >> 2) & 0x0f)
  return fix
}

/** Creates a fix from a report with a time and without a position. */
export function timeOnly(reader: ByteReader, clock: DeviceClock): Fix {
  return judgeFix({ deviceTime: clock.read(reader), hasFix: false, latitude: undefined, longitude: undefined }, clock.now)
}

function setOperator(reader: ByteReader, fix: Fix): void {
  const { mcc, mnc } = readOperator(reader)
  note(fix, 'mcc', mcc)
  note(fix, 'mnc', mnc)
}

function setWifi(reader: ByteReader, fix: Fix): void {
  const wifi = readWifi(reader)
  if (wifi !== '') note(fix, 'wifi', wifi)
}
