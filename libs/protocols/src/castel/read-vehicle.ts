import { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { note } from '../common/note.js'
import { fill, reading16, within } from '../common/readings.js'

/** Width of a reading in bytes, and its conversion: name, divisor and range. */
type Reading = readonly [bytes: 1 | 2 | 4, name?: string, divisor?: number, lowest?: number, highest?: number]

const SHARE = [1, 0, 100] as const
const CELSIUS = [1, 0, 215] as const
/**
 * Ids of SAE J1979, mode 1. The tracker has converted the values to %, °C, rpm, km/h, kPa and g/s. The widths of the values
 * are the tracker's own.
 */
const READINGS: ReadonlyMap<number, Reading> = new Map<number, Reading>([
  [0x04, [1, 'obdEngineLoadPercent', ...SHARE]],
  [0x05, [1, 'obdCoolantC', ...CELSIUS]],
  [0x0b, [1, 'obdIntakePressure', 1, 0, 254]],
  [0x0c, [2, 'obdEngineRpm', 1, 0, 16_383]],
  [0x0d, [1, 'obdSpeedKph', 1, 0, 254]],
  [0x0f, [1, 'obdIntakeC', ...CELSIUS]],
  [0x10, [2, 'obdIntakeFlow', 100, 0, 65_534]],
  [0x11, [1, 'obdThrottlePercent', ...SHARE]],
  [0x1f, [2, 'obdEngineRunS', 1, 0, 65_534]],
  [0x2f, [1, 'obdFuelLevelPercent', ...SHARE]],
  [0x46, [1, 'obdAmbientC', ...CELSIUS]],
  [0xa6, [4, 'obdOdometerM', 0.01, 1, 0xffff_fffe]],
])
/** Voltage at the control module in mV, which is the voltage of the vehicle's battery. */
const SUPPLY = 0x42
/** Widths of the other readings in bytes. These readings are stored raw. */
const WIDTHS: readonly (readonly [bytes: 1 | 2 | 4, ids: readonly number[]])[] = [
  [1, [0x06, 0x07, 0x08, 0x09, 0x0e, 0x12, 0x13, 0x1c, 0x1d, 0x1e, 0x2c, 0x2d, 0x2e, 0x30, 0x33, 0x43, 0x45]],
  [1, [0x47, 0x48, 0x49, 0x4a, 0x4b, 0x4c, 0x51, 0x52, 0x5a]],
  [2, [0x02, 0x03, 0x0a, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x21, 0x22, 0x23, 0x31, 0x32, 0x3c, 0x3d]],
  [2, [0x3e, 0x3f, SUPPLY, 0x44, 0x4d, 0x4e, 0x50, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x9d]],
  [4, [0x00, 0x01, 0x20, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2a, 0x2b, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3a]],
  [4, [0x3b, 0x40, 0x41, 0x4f, 0x67]],
]
const WIDTH_OF = new Map<number, 1 | 2 | 4>([
  ...WIDTHS.flatMap(([bytes, ids]) => ids.map((id) => [id, bytes] as const)),
  ...[...READINGS].map(([id, [bytes]]) => [id, bytes] as const),
])
/** Upper byte of all known ids. */
const FAMILY = 0x2100

const widthOf = (id: number): number | undefined => ((id & 0xff00) === FAMILY ? WIDTH_OF.get(id & 0xff) : undefined)

/**
 * Reads `4002`. Fields with their length in bytes: interval 2 (s) · ids · number of groups 1 · then for each group its length
 * 1 and its values. A single group has the time of the report. Several groups are not read, because their times are unknown.
 */
export function readSamples(fix: Fix, reader: ByteReader): boolean {
  reader.skip(2)
  const ids = readIds(reader)
  const [groups, size] = [reader.u8(), reader.u8()]
  if (reader.overrun || groups !== 1 || reader.remaining !== size) return false
  readValues(fix, ids, reader)
  return true
}

/** Reads `4005`. Fields with their length in bytes: flag 1 (1 for a freeze frame of a fault, else 0) · ids · values. */
export function readSnapshot(fix: Fix, reader: ByteReader): boolean {
  const isFrozen = reader.u8() !== 0
  const ids = readIds(reader)
  if (reader.overrun || (isFrozen && ids.length > 0)) return false
  readValues(fix, ids, reader)
  return true
}

/** Reads ids. Fields with their length in bytes: count 1 · ids of 2 bytes. */
function readIds(reader: ByteReader): number[] {
  const count = reader.u8()
  if (reader.remaining < 2 * count) reader.overrun = true
  return reader.overrun ? [] : Array.from({ length: count }, () => reader.u16le())
}

/**
 * Reads values in the order of their ids, up to the first id of unknown width. This value and all after it are stored in
 * hexadecimal.
 */
function readValues(fix: Fix, ids: readonly number[], reader: ByteReader): void {
  for (const id of ids) {
    const width = widthOf(id)
    if (width === undefined || reader.remaining < width) break
    readReading(fix, id, reader.slice(width))
  }
  note(fix, 'tail', reader.slice(reader.remaining).toString('hex'))
}

/**
 * Stores a reading by its id. A reading with an unknown id or an unexpected width is stored in hexadecimal. A reading outside
 * its range is dropped.
 */
export function readReading(fix: Fix, id: number, value: Buffer): void {
  const known = (id & 0xff00) === FAMILY && widthOf(id) === value.length
  const [, name, divisor = 1, lowest = 0, highest = 0] = (known && READINGS.get(id & 0xff)) || [value.length]
  if (known && id === (FAMILY | SUPPLY)) {
    const millivolts = reading16(value.readUInt16LE(0))
    if (millivolts > 0) fill(fix, 'externalBatteryMv', millivolts)
  } else if (name === undefined) note(fix, `pid${id.toString(16)}`, value.toString('hex'))
  else {
    const raw = within(value.readUIntLE(0, value.length), lowest, highest)
    if (raw !== undefined) note(fix, name, raw / divisor)
  }
}

const SYSTEMS = 'PCBU'

/**
 * Reads fault codes. Fields with their length in bytes: count 1, then for each code: code 2 and, for trucks, 2 more bytes.
 * Codes are those of SAE J2012, for example `P0326`.
 */
export function readFaultCodes(fix: Fix, reader: ByteReader, bytes: 2 | 4): boolean {
  const count = reader.u8()
  if (reader.overrun || reader.remaining !== count * bytes) return false
  const codes: string[] = []
  for (let nth = 0; nth < count; nth++) {
    const code = reader.u16le()
    reader.skip(bytes - 2)
    codes.push(`${SYSTEMS[code >> 14]!}${(code & 0x3fff).toString(16).toUpperCase().padStart(4, '0')}`)
  }
  note(fix, 'faultCodes', codes.join(' '))
  return true
}

const VIN = 0x2001

/**
 * Reads `A002`, the requested settings. Fields with their length in bytes: number 2 · answers 1 · index 1 · count of refused
 * tags 1 · refused tags of 2 bytes · count of answered tags 1, then for each answered tag: tag 2 · length 2 · text.
 */
export function readAnswer(fix: Fix, content: Buffer): boolean {
  const reader = new ByteReader(content)
  reader.skip(4)
  reader.skip(2 * reader.u8())
  for (let left = reader.u8(); left > 0 && !reader.overrun; left--) {
    const [tag, text] = [reader.u16le(), reader.slice(reader.u16le()).toString('latin1')]
    if (tag === VIN && /^[A-HJ-NPR-Z0-9]{17}$/.test(text)) note(fix, 'vin', text)
    else note(fix, `setting${tag.toString(16)}`, text)
  }
  return !reader.overrun && reader.remaining === 0
}

/** Reads `4008`. Fields with their length in bytes: location area 2 · cell 2. */
export function readCell(fix: Fix, reader: ByteReader): boolean {
  if (reader.remaining < 4) return false
  const [lac, cellId] = [reading16(reader.u16le()), reader.u16le()]
  if (Number.isNaN(lac) || lac === 0) return true
  note(fix, 'lac', lac)
  note(fix, 'cellId', cellId)
  return true
}
