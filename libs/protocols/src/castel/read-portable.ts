import { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { note } from '../common/note.js'
import { reading32, reading8 } from '../common/readings.js'
import { PLACE_BYTES, readPlace } from './read-report.js'
import { readCell } from './read-vehicle.js'

/**
 * Fields of a record with their length in bytes: place 19 · status 4 · battery 1 · odometer 4 · geofence and its state 3 ·
 * cell 4.
 */
export const RECORD_BYTES = PLACE_BYTES + 16

/**
 * Reads a record of a portable tracker. The units of battery and odometer are undocumented, so these two are stored as raw
 * numbers.
 */
export function readRecord(reader: ByteReader, now: number): Fix {
  const fix = readPlace(reader, now)
  note(fix, 'status', reader.u32le())
  note(fix, 'battery', reading8(reader.u8()))
  const odometer = reading32(reader.u32le())
  if (odometer > 0) note(fix, 'odometer', odometer)
  const fence = reader.slice(3)
  if (fence.some((byte) => byte !== 0)) note(fix, 'fence', fence.toString('hex'))
  readCell(fix, reader)
  return fix
}

/**
 * Reads `4206`. Fields with their length in bytes: stored earlier 1 · count 1 · records.
 * @returns undefined if the message is truncated
 */
export function readRecords(content: Buffer, now: number): Fix[] | undefined {
  const reader = new ByteReader(content)
  const [isStored, count] = [reader.u8() !== 0, reader.u8()]
  if (reader.overrun || reader.remaining < count * RECORD_BYTES) return undefined
  const fixes = Array.from({ length: count }, () => readRecord(reader, now))
  if (isStored) for (const fix of fixes) note(fix, 'buffered', true)
  if (fixes.length > 0) note(fixes.at(-1)!, 'tail', reader.slice(reader.remaining).toString('hex'))
  return fixes
}
