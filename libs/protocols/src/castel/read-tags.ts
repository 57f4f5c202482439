import { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { note } from '../common/note.js'
import { fill, reading16 } from '../common/readings.js'
import { readAlarms } from './alarms.js'
import { readFaultCodes, readReading } from './read-vehicle.js'

const Tag = { readings: 0x0002, faults: 0x0006, alarms: 0x0007, battery: 0x0021 } as const
const INDEX_BYTES = 4
/** Millivolts per unit of a voltage. The unit is a hundredth of a volt. */
const MV_PER_STEP = 10

/**
 * Reads the fields of `401F` after the positions, up to the end. Their length in bytes: tag 2 · length 2 · value. A value is
 * stored in hexadecimal if its tag is unknown or its length is not the expected one.
 */
export function readTags(fix: Fix, reader: ByteReader): void {
  while (reader.remaining >= 4) {
    const [tag, length] = [reader.u16le(), reader.u16le()]
    const value = reader.slice(Math.min(length, reader.remaining))
    if (value.length < length || !readTag(fix, tag, value)) note(fix, `tag${tag.toString(16)}`, value.toString('hex'))
  }
  note(fix, 'tail', reader.slice(reader.remaining).toString('hex'))
}

function readTag(fix: Fix, tag: number, value: Buffer): boolean {
  const reader = new ByteReader(value)
  switch (tag) {
    case Tag.battery:
      if (value.length !== 2) return false
      fill(fix, 'batteryMv', reading16(reader.u16le()) * MV_PER_STEP)
      return true
    case Tag.alarms:
      reader.skip(INDEX_BYTES)
      return readAlarms(fix, reader)
    case Tag.faults:
      reader.skip(1)
      return readFaultCodes(fix, reader, 2)
    case Tag.readings:
      return readSized(fix, reader)
    default:
      return false
  }
}

/** Reads a list. Fields with their length in bytes: count 1, then for each entry: id 2 · length 2 · value. */
function readSized(fix: Fix, reader: ByteReader): boolean {
  const readings: [id: number, value: Buffer][] = []
  for (let left = reader.u8(); left > 0 && !reader.overrun; left--) readings.push([reader.u16le(), reader.slice(reader.u16le())])
  if (reader.overrun || reader.remaining > 0) return false
  for (const [id, value] of readings) readReading(fix, id, value)
  return true
}
