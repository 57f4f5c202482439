import type { Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import { ByteWriter } from '@roadbook/bytes'
import { findIoElement, findIoElementByName } from './io-elements.js'
import { writeIoValue } from './io-value.js'
import type { IoWidth } from './layout.js'
import { IO_WIDTHS } from './layout.js'
import type { RawIo } from './read-records.js'

/** Number of satellites to send if the fix has none. So many are usual under an open sky. */
const USUAL_SATELLITES = 9
const LARGEST_16_BIT_MV = 65_535
/** Ids and widths of the elements for columns of a fix, in the order of a usual report. */
const COLUMN_IDS: readonly (readonly [id: number, width: IoWidth])[] = [
  [239, 1],
  [240, 1],
  [21, 1],
  [113, 1],
  [182, 2],
  [67, 2],
  [16, 4],
]

interface IoValue {
  id: number
  width: IoWidth
  value: RawIo
}

/** Writes a fix as a record of codec 8 Extended. Values without an element are left out. */
export function writeRecord(writer: ByteWriter, fix: Fix): void {
  const { attributes = {} } = fix
  const hasNoFix = fix.validity === FixValidity.noFix || fix.latitude === undefined || fix.longitude === undefined
  writer.u64(Math.round(Number(attributes.deviceTime ?? fix.positionedAt)))
  writer.u8(Number(attributes.priority ?? 0))
  writer.u32(Math.round((fix.longitude ?? 0) * 1e7)).u32(Math.round((fix.latitude ?? 0) * 1e7))
  writer.u16(Math.round(fix.altitudeM ?? 0)).u16(Math.round(fix.heading ?? 0))
  writer.u8(hasNoFix ? 0 : (fix.satellites ?? USUAL_SATELLITES)).u16(Math.round(fix.speedKph ?? 0))
  writeIo(writer, fix.event ?? 0, collectIo(fix))
}

function writeIo(writer: ByteWriter, event: number, io: readonly IoValue[]): void {
  writer.u16(event).u16(io.length)
  for (const width of IO_WIDTHS) {
    const group = io.filter((value) => value.width === width)
    writer.u16(group.length)
    for (const { id, value } of group) writeValue(writer.u16(id), width, value)
  }
  const variable = io.filter(({ width }) => width === 0)
  writer.u16(variable.length)
  for (const { id, value } of variable) {
    const bytes = Buffer.from(String(value), 'hex')
    writer.u16(id).u16(bytes.length).append(bytes)
  }
}

function writeValue(writer: ByteWriter, width: 1 | 2 | 4 | 8, value: RawIo): void {
  if (width === 8) writer.u64(BigInt(value))
  else if (width === 4) writer.u32(Number(value))
  else if (width === 2) writer.u16(Number(value))
  else writer.u8(Number(value))
}

function collectIo(fix: Fix): IoValue[] {
  const io: IoValue[] = []
  for (const [id, width] of COLUMN_IDS) {
    const element = findIoElement(id, width)
    const value = element?.column && fix[element.column]
    const raw = element && value !== undefined ? writeIoValue(element, value) : undefined
    if (raw !== undefined) io.push({ id, width, value: raw })
  }
  if (fix.externalBatteryMv !== undefined) io.push(externalVoltage(Math.round(fix.externalBatteryMv)))
  for (const [name, value] of Object.entries(fix.attributes ?? {})) {
    const element = findIoElementByName(name)
    const raw = element && !element.column ? writeIoValue(element, value) : undefined
    if (element && raw !== undefined) io.push({ id: element.id, width: element.width, value: raw })
    else if (/^io\d+$/.test(name) && typeof value !== 'boolean') io.push(unnamedIo(Number(name.slice(2)), value))
  }
  return io
}

function externalVoltage(millivolts: number): IoValue {
  return millivolts > LARGEST_16_BIT_MV ? { id: 800, width: 4, value: millivolts } : { id: 66, width: 2, value: millivolts }
}

/**
 * Returns the narrowest width into which the value fits. The width must not be one with which the id is a known element,
 * because the value would then be read differently.
 */
function unnamedIo(id: number, value: number | bigint | string): IoValue {
  if (typeof value === 'string') return { id, width: 0, value }
  const unsigned = BigInt.asUintN(64, BigInt(value))
  const width = IO_WIDTHS.find((bytes) => unsigned < 1n << BigInt(8 * bytes) && !findIoElement(id, bytes)) ?? 8
  return { id, width, value: width === 8 ? unsigned : Number(unsigned) }
}
