import type { Fix } from '@roadbook/contracts'
import { fill, percentOf, reading16, reading32 } from '../common/readings.js'
import type { DeviceInformation } from '../protocol.js'
import { type Attributes, addAlarm, keep, setCard } from './attributes.js'

/**
 * Reads item EB, which has three forms. Numbers are lengths in bytes.
 * - Cells: MCC 2 · MNC 1, then for each cell: LAC 2 · id 2 · signal 1.
 * - A time zone as text.
 * - Sub-items: length of id and value 2 · id 2 · value.
 */
export function readExtensions(value: Buffer, fix: Fix, attributes: Attributes, information: DeviceInformation): void {
  if (isCells(value)) readCells(value, attributes)
  else if (value.length > 0 && value.every((byte) => byte >= 0x20 && byte < 0x7f)) attributes.timeZone = value.toString('latin1')
  else readSubItems(value, fix, attributes, information)
}

/**
 * Recognises cells. Cells begin with a country code, and sub-items begin with a length. A country code that is read as a
 * length would exceed the item.
 */
function isCells(value: Buffer): boolean {
  if (value.length < 8 || (value.length - 3) % 5 !== 0) return false
  const country = value.readUInt16BE(0)
  return country > 200 && country > value.length - 2
}

function readCells(value: Buffer, attributes: Attributes): void {
  attributes.mcc = value.readUInt16BE(0)
  attributes.mnc = value[2]!
  const cells: string[] = []
  for (let at = 3; at < value.length; at += 5)
    if (value.readUInt32BE(at) !== 0)
      cells.push(`${value.readUInt16BE(at)}-${value.readUInt16BE(at + 2)}:${value.readInt8(at + 4)}`)
  if (cells.length > 0) attributes.cells = cells.join(' ')
}

function readSubItems(value: Buffer, fix: Fix, attributes: Attributes, information: DeviceInformation): void {
  let at = 0
  while (at + 4 <= value.length) {
    const end = at + 2 + value.readUInt16BE(at)
    if (end > value.length || end < at + 4) break
    readSubItem(value.readUInt16BE(at + 2), value.subarray(at + 4, end), fix, attributes, information)
    at = end
  }
  if (at < value.length) attributes.itemEB = value.toString('hex', at)
}

/** Reads a sub-item with the ids of the BSJ family. Another vendor uses the same ids for values of other lengths. */
export function readSubItem(id: number, value: Buffer, fix: Fix, attributes: Attributes, information: DeviceInformation): void {
  const { length } = value
  if (id === 0x01 && length >= 2) keep(attributes, 'fuel1L', reading16(value.readUInt16BE(0)) / 10)
  else if (id === 0x23 && /^\d{1,6}(\.\d{1,4})?$/.test(value.toString('latin1')))
    attributes.fuel2L = Number(value.toString('latin1'))
  else if (id === 0x2d && length === 4) fill(fix, 'externalBatteryMv', reading32(value.readUInt32BE(0)))
  else if (id === 0x2d && length === 2) fill(fix, 'batteryMv', reading16(value.readUInt16BE(0)))
  else if (id === 0x89 && length === 4) {
    const bits = value.readUInt32BE(0)
    // An alarm bit of 0 is active, and unused bits are 1. If a device sends a word of zeros, it never set the word.
    if (bits !== 0 && !(bits & 0x0001)) addAlarm(attributes, 'powerCut')
    if (bits !== 0 && !(bits & 0x1000)) addAlarm(attributes, 'removing')
  } else if (id === 0xb2 && length === 10) setCard(value.toString('hex').replace(/f+$/, ''), information)
  else if (id === 0xb9 && length > 1) attributes.wifi = value.toString('latin1', 1)
  else if (id === 0xc5 && length === 4) readState(value.readUInt32BE(0), fix, attributes)
  else if (id === 0xc6 && length === 1) {
    attributes.batteryAlarm = value[0]!
    if (value[0] === 3 || value[0] === 4) addAlarm(attributes, 'lowBattery')
  } else if (id === 0xce && length === 2) fill(fix, 'externalBatteryMv', reading16(value.readUInt16BE(0)) * 10)
  else if (id === 0xd8 && length >= 9) {
    attributes.mcc = value.readUInt16BE(0)
    attributes.mnc = value[2]!
    attributes.lac = value.readUInt16BE(3)
    attributes.cellId = value.readUInt32BE(5)
  } else if ((id === 0xa8 || id === 0xe1) && length === 1) fill(fix, 'batteryPercent', percentOf(value[0]!))
  else attributes[`itemEB${id.toString(16).padStart(4, '0').toUpperCase()}`] = value.toString('hex')
}

/**
 * Reads a state. Bit 6 is 0 during vibration. Bits 24–23 are 0 when moving and 1 at rest. If a device sends a word of zeros,
 * it never set the word.
 */
function readState(bits: number, fix: Fix, attributes: Attributes): void {
  if (bits === 0) return
  if (!(bits & 0x40)) addAlarm(attributes, 'vibration')
  const motion = (bits >>> 23) & 3
  if (motion < 2) fix.movement = motion === 0
}
