import type { Fix } from '@roadbook/contracts'
import { headingOf, judgeFix, keepUnreadPlace } from '../common/judge-fix.js'
import { decimalOf, hexOf } from '../common/plain-number.js'
import { isNoKey, isSatellites, receiverSpeedOf } from '../common/readings.js'
import { DRIVER_ALERT, alertOf } from './codes.js'
import { note, timeOf } from './values.js'

/** Bits of the report mask, in the order of the fields. If a bit is set, its field is present. */
export const Bit = {
  model: 1,
  firmware: 2,
  isLive: 3,
  date: 4,
  time: 5,
  cell: 6,
  mcc: 7,
  mnc: 8,
  area: 9,
  signal: 10,
  latitude: 11,
  longitude: 12,
  speed: 13,
  heading: 14,
  satellites: 15,
  validity: 16,
  inputs: 17,
  outputs: 18,
  code: 19,
  modifier: 20,
  data: 21,
  reserved: 22,
  assigned: 23,
} as const
/** Mask for a report with a scan of Bluetooth tags, because this report itself contains no mask. */
const SCAN_MASK = (1 << 1) | (1 << 2) | (1 << 4) | (1 << 5) | (1 << 11) | (1 << 12)
const ASSIGNED_FIELDS = 31
const TAG_FIELDS = 7
const LARGEST_SCAN = 50

export const isSet = (mask: number, bit: number): boolean => ((mask >>> bit) & 1) === 1

/** Returns the number of fields that a report with this mask has up to this bit. */
export function fieldsUpTo(last: number, mask: number): number {
  let fields = 0
  for (let bit: number = Bit.model; bit <= last; bit++) if (isSet(mask, bit)) fields++
  return fields
}

/** Reads `type;id;mask;` and the fields that the mask announces. */
export function readUniversalReport(
  type: string,
  fields: readonly string[],
  now: number,
): { fix: Fix; firmware?: string } | string {
  const isScan = type === 'BLE'
  const mask = isScan ? SCAN_MASK : hexOf(fields[2])
  if (mask === undefined) return 'no report mask'
  let next = isScan ? 2 : 3
  const take = (bit: number): string | undefined => (isSet(mask, bit) ? fields[next++] : undefined)
  take(Bit.model)
  const firmware = take(Bit.firmware)
  const live = take(Bit.isLive)
  const date = take(Bit.date)
  const time = take(Bit.time)
  const network = [take(Bit.cell), take(Bit.mcc), take(Bit.mnc), take(Bit.area), take(Bit.signal)] as const
  const place = [take(Bit.latitude), take(Bit.longitude)] as const
  const [latitude, longitude] = place.map(decimalOf)
  const speed = receiverSpeedOf(decimalOf(take(Bit.speed)))
  const heading = headingOf(decimalOf(take(Bit.heading)) ?? NaN)
  const satellites = decimalOf(take(Bit.satellites))
  const validity = take(Bit.validity)
  const deviceTime = date === undefined || time === undefined ? now : timeOf(date, time)
  const fix = judgeFix({ deviceTime, hasFix: validity === undefined || validity === '1', latitude, longitude }, now)
  if (fix.latitude === undefined && place[0] && place[1]) keepUnreadPlace(fix, ...place)
  if (speed !== undefined) fix.speedKph = speed
  if (heading !== undefined) fix.heading = heading
  if (isSatellites(satellites)) fix.satellites = satellites
  note(fix, 'report', type)
  if (live === '0') note(fix, 'buffered', true)
  note(fix, 'cell', network[0])
  note(fix, 'mcc', decimalOf(network[1]))
  note(fix, 'mnc', decimalOf(network[2]))
  note(fix, 'lac', hexOf(network[3]))
  note(fix, 'signalLevel', decimalOf(network[4]))
  applyInputs(fix, binaryOf(take(Bit.inputs)))
  note(fix, 'digitalOutputs', binaryOf(take(Bit.outputs)))
  if (isScan) readTags(fix, fields, next)
  else if (type === 'UEX') readTail(fix, fields, next + SERIAL_FIELDS)
  else {
    readReason(fix, type, take(Bit.code), take(Bit.modifier), take(Bit.data))
    take(Bit.reserved)
    readTail(fix, fields, readAssigned(fix, take(Bit.assigned), fields, next))
  }
  return { fix, ...(firmware && { firmware }) }
}

/** Sets the inputs. Bit 0 is the ignition. */
export function applyInputs(fix: Fix, inputs: number | undefined): void {
  if (inputs === undefined) return
  fix.ignition = isSet(inputs, 0)
  note(fix, 'digitalInputs', inputs)
}

function binaryOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[01]{1,16}$/.test(text) ? parseInt(text, 2) : undefined
}

/**
 * Reads the reason for the report. An alert has code, modifier and data. A status has the mode, the reason for sending and a
 * serial number.
 */
function readReason(fix: Fix, type: string, first?: string, second?: string, third?: string): void {
  if (type !== 'ALT') {
    note(fix, 'mode', decimalOf(first))
    note(fix, 'reason', decimalOf(second))
    note(fix, 'index', decimalOf(third))
    return
  }
  const code = decimalOf(first)
  if (code !== undefined) {
    fix.event = code
    note(fix, 'alarm', alertOf(code))
  }
  note(fix, 'alertModifier', second)
  if (code !== DRIVER_ALERT) note(fix, 'alertData', third)
  else if (!isNoKey(third ?? '')) note(fix, 'driverId', third)
}

/** Number of the fields for serial data: length, serial data, checksum. */
const SERIAL_FIELDS = 3

/**
 * Reads a second mask and its fields, and returns the index after them. The meaning of these fields is configured in the
 * device.
 */
function readAssigned(fix: Fix, text: string | undefined, fields: readonly string[], from: number): number {
  const mask = hexOf(text) ?? 0
  let next = from
  for (let bit = 0; bit < ASSIGNED_FIELDS && next < fields.length; bit++)
    if (isSet(mask, bit)) note(fix, `assigned${bit + 1}`, fields[next++])
  return next
}

/** Stores the fields that no mask describes. */
function readTail(fix: Fix, fields: readonly string[], from: number): void {
  for (let at = from; at < fields.length; at++) note(fix, `extra${at - from + 1}`, fields[at])
}

/**
 * Reads Bluetooth tags: their number, then for each tag signal (mean, minimum, maximum), address, samples, major and minor
 * number.
 */
function readTags(fix: Fix, fields: readonly string[], from: number): void {
  const count = Math.min(decimalOf(fields[from]) ?? 0, LARGEST_SCAN)
  for (let nth = 1, at = from + 1; nth <= count && at + TAG_FIELDS <= fields.length; nth++, at += TAG_FIELDS) {
    note(fix, `tag${nth}Id`, fields[at + 3])
    note(fix, `tag${nth}Rssi`, decimalOf(fields[at]))
    note(fix, `tag${nth}Samples`, decimalOf(fields[at + 4]))
    note(fix, `tag${nth}Major`, decimalOf(fields[at + 5]))
    note(fix, `tag${nth}Minor`, decimalOf(fields[at + 6]))
  }
}
