import type { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { note } from './gps-block.js'

/**
 * Widths of area code and cell id in bytes. There are three combinations: for 2G, for LTE with 2G fields, and for 4G
 * firmware.
 */
export interface CellWidths {
  lac: 2 | 4
  cell: 3 | 4 | 8
}
export const NARROW: CellWidths = { lac: 2, cell: 3 }
export const MEDIUM: CellWidths = { lac: 2, cell: 4 }
export const WIDE: CellWidths = { lac: 4, cell: 8 }

/** Top bit of the MCC. It means that the MNC has two bytes. */
const LONG_MNC = 0x8000

/** Returns the length in bytes of the LBS block that begins here. */
export function cellBytes(bytes: Buffer, at: number, { lac, cell }: CellWidths, hasLongMnc = false): number {
  return 2 + (hasLongMnc || (bytes[at]! & 0x80) !== 0 ? 2 : 1) + lac + cell
}

/** Reads the serving cell. Fields with their length in bytes: MCC 2 · MNC 1 or 2 · LAC 2 or 4 · cell id 3, 4 or 8. */
export function readCell(reader: ByteReader, fix: Fix, { lac, cell }: CellWidths, hasLongMnc = false): void {
  const operator = readOperator(reader, hasLongMnc)
  const area = lac === 4 ? reader.u32() : reader.u16()
  const id = readId(reader, cell)
  if (operator.mcc === 0 && id === 0) return
  note(fix, 'mcc', operator.mcc)
  note(fix, 'mnc', operator.mnc)
  note(fix, 'lac', area)
  note(fix, 'cellId', id)
}

export function readOperator(reader: ByteReader, hasLongMnc = false): { mcc: number; mnc: number } {
  const word = reader.u16()
  return { mcc: word & ~LONG_MNC, mnc: hasLongMnc || (word & LONG_MNC) !== 0 ? reader.u16() : reader.u8() }
}

/** Reads `count` cells of LAC, cell id and signal (dB below 0), as `lac-cell:-dB`. A cell whose LAC is 0 is left out. */
export function readCells(reader: ByteReader, { lac, cell }: CellWidths, count: number): string {
  const cells: string[] = []
  for (let at = 0; at < count && !reader.overrun; at++) {
    const area = lac === 4 ? reader.u32() : reader.u16()
    const id = readId(reader, cell)
    const signal = reader.u8()
    if (area !== 0) cells.push(`${area}-${id}:${-signal}`)
  }
  return cells.join(' ')
}

/**
 * Reads Wi-Fi access points as `mac:-dB`. Fields with their length in bytes: count 1, then for each: MAC 6 · signal 1 (dB
 * below 0).
 */
export function readWifi(reader: ByteReader): string {
  const points: string[] = []
  const count = reader.u8()
  for (let at = 0; at < count && !reader.overrun; at++) points.push(`${reader.slice(6).toString('hex')}:${-reader.u8()}`)
  return points.join(' ')
}

function readId(reader: ByteReader, width: 3 | 4 | 8): number | bigint {
  if (width === 8) return reader.u64()
  return width === 4 ? reader.u32() : reader.u8() * 0x1_0000 + reader.u16()
}
