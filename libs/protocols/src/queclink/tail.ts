import { signed16 } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { decimalOf, hexOf } from '../common/plain-number.js'
import { isSatellites, within } from '../common/readings.js'
import { isSet, readCanFields } from './can-fields.js'
import { NUMBERED } from './events.js'
import { readSignal } from './information.js'
import { isBatteryPowered } from './models.js'
import { applyMotionState, isMotionState } from './motion-state.js'
import { type Report, note } from './report.js'

/** Reads the fields after the last position, from the append mask (index `slot`) to the send time. */
export function readTail(fix: Fix, report: Report, slot: number): void {
  const { type, fields, end } = report
  if (report.family === 'card' && end - slot >= CARD_FIELDS) return readCardTail(fix, fields, slot)
  const at = readAppended(fix, report, slot)
  if (at > end) return
  const isFixedReport = type === 'GTFRI' || type === 'GTERI'
  const isUnknownAsset = !report.family && NUMBERED.has(type) && end - at < 5 && !hasDistance(fields, at, end)
  if (isBatteryPowered(report.family) || isUnknownAsset) {
    if (type !== 'GTSTR' && type !== 'GTCTN') readAssetTail(fix, report, at, type === 'GTERI')
  } else if (isFixedReport) readVehicleTail(fix, report, at)
  else readCounters(fix, fields, at, end)
}

/**
 * Number of the fields that {@link readCardTail} always finds: signal, bit errors of the modem, battery, charge, mode,
 * movement.
 */
const CARD_FIELDS = 6

/**
 * Reads the fields after the position of the GL500M and similar models: signal (0–31), bit errors, battery (mV), charge,
 * mode, movement, and sometimes the temperature.
 */
function readCardTail(fix: Fix, fields: readonly string[], slot: number): void {
  const [signal, , battery, , mode, movement] = fields.slice(slot, slot + CARD_FIELDS).map(decimalOf)
  readSignal(fix, signal)
  if (battery !== undefined) fix.batteryMv = battery
  readCharge(fix, fields[slot + 3])
  note(fix, 'mode', mode)
  if (movement === 0 || movement === 1) fix.movement = movement === 1
  const temperature = fields[slot + CARD_FIELDS]
  if (temperature?.includes('.')) note(fix, 'temperatureC', decimalOf(temperature))
}

const hasDistance = (fields: readonly string[], from: number, end: number) =>
  fields.slice(from, end).some((text) => text.includes('.'))

/**
 * Reads the slot (the field after the cell) and returns the index after everything that was read. On newer models the slot
 * is a mask of fields appended to the position (bit 0: satellites), and one field per set bit follows. On battery-powered
 * models the slot is the odometer in km. On all remaining models the slot is reserved.
 */
function readAppended(fix: Fix, { fields, end, family }: Report, slot: number): number {
  const text = fields[slot]
  if (slot >= end || text === undefined) return slot
  if (text.includes('.')) {
    readDistance(fix, text)
    return slot + 1
  }
  const mask = text.length === 2 && !(isBatteryPowered(family) && text > '03') ? (hexOf(text) ?? 0) : 0
  let at = slot + 1
  for (let bit = 0; bit < 8; bit++) {
    if (!isSet(mask, bit)) continue
    const value = fields[at]
    if (at >= end || value === undefined || (bit === 0 && value.includes('.'))) break
    const number = decimalOf(value)
    if (bit === 0 && isSatellites(number)) fix.satellites = number
    else if (bit > 0) note(fix, `positionAppend${bit}`, number)
    at++
  }
  return at
}

const LARGEST_KM = 4_294_967

function readDistance(fix: Fix, text: string | undefined): void {
  const km = within(decimalOf(text), 0, LARGEST_KM)
  if (km !== undefined) fix.odometerM = Math.round(km * 1000)
}

/**
 * Reads the fields that battery-powered trackers send after the position. The charge is the first field in an extended
 * report (`isFirst`), and the last field in other reports. If the field is empty, the report contains no charge.
 */
function readAssetTail(fix: Fix, { fields, end }: Report, from: number, isFirst: boolean): void {
  const at = isFirst ? from : end - 1
  if (at >= from) readCharge(fix, fields[at])
}

const LONGEST_CHARGE = 3

function readCharge(fix: Fix, text: string | undefined): void {
  if (text === undefined || text.length > LONGEST_CHARGE || text.includes('.')) return
  const percent = within(decimalOf(text), 0, 100)
  if (percent !== undefined) fix.batteryPercent = percent
}

const COUNTERS = 2

/** Reads two fields in either order: distance (km) and hours of operation (`HHHHH:MM:SS`). Only the hours have a colon. */
function readCounters(fix: Fix, fields: readonly string[], from: number, end: number): void {
  let isDistanceRead = false
  for (let at = from; at < Math.min(from + COUNTERS, end); at++) {
    const text = fields[at]!
    if (text.includes(':')) readHours(fix, text)
    else if (!isDistanceRead && text.includes('.')) {
      readDistance(fix, text)
      isDistanceRead = true
    }
  }
}

function readHours(fix: Fix, text: string | undefined): void {
  const [hours, minutes, seconds] = (text ?? '').split(':').map(decimalOf)
  if (hours !== undefined && minutes !== undefined && seconds !== undefined)
    note(fix, 'engineHoursS', hours * 3600 + minutes * 60 + seconds)
}

/**
 * Reads the fields that wired trackers send after the position: distance, hours, analogue inputs, charge of the backup
 * battery, device status, extended data.
 */
function readVehicleTail(fix: Fix, report: Report, from: number): void {
  const { fields, end } = report
  readDistance(fix, fields[from])
  readHours(fix, fields[from + 1])
  if (report.family === 'inputs') {
    readAnalogs(fix, fields, from + 2, Math.min(from + 5, end))
    note(fix, 'digitalInputs', hexOf(fields[from + 5]))
    note(fix, 'digitalOutputs', hexOf(fields[from + 6]))
    readExtended(fix, report, from + 7)
    return
  }
  const status = findStatus(fields, from + FIRST_STATUS, Math.min(from + LAST_STATUS + 1, end))
  if (status < 0) {
    readAnalogs(fix, fields, from + 2, Math.min(from + 4, end))
    if (from + 4 < end) readCharge(fix, fields[from + 4])
    return
  }
  readAnalogs(fix, fields, from + 2, status - 1)
  if (status - 1 >= from + 2) readCharge(fix, fields[status - 1])
  readStatus(fix, fields[status]!)
  readExtended(fix, report, status + 1)
}

function readAnalogs(fix: Fix, fields: readonly string[], from: number, end: number): void {
  for (let at = from; at < end; at++) {
    const millivolts = decimalOf(fields[at])
    // An input may be configured to measure something other than a voltage (`F100`: a level). The value is then stored as
    // sent.
    if (millivolts !== undefined) note(fix, `analog${at - from + 1}Mv`, millivolts)
    else note(fix, `analog${at - from + 1}`, fields[at])
  }
}

/**
 * Lowest and highest number of fields before the status. These fields are distance, hours, two or three analogue inputs and
 * the charge. Old firmware leaves some of them out.
 */
const FIRST_STATUS = 4
const LAST_STATUS = 6

function findStatus(fields: readonly string[], from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const text = fields[at]!
    if ((text.length === 6 || text.length === 10) && isMotionState(text.slice(-6, -4)) && hexOf(text.slice(-4)) !== undefined)
      return at
  }
  return -1
}

/**
 * Reads the status. Motion, inputs (bit 0: ignition) and outputs have two hexadecimal digits each. The digits are read from
 * the right, because digits for the inputs and outputs of an expander may precede them.
 */
function readStatus(fix: Fix, text: string): void {
  applyMotionState(fix, text.slice(-6, -4))
  const inputs = hexOf(text.slice(-4, -2)) ?? 0
  note(fix, 'input1', isSet(inputs, 1))
  note(fix, 'input2', isSet(inputs, 2))
  note(fix, 'digitalOutputs', hexOf(text.slice(-2)))
  if (text.length === 10) note(fix, 'expanderStatus', text.slice(0, 4))
}

const FUEL_SENSOR = 0
const ONE_WIRE = 1
const CAN = 2
const LEVEL = 3
const VOLUME = 4

/**
 * Reads extended data in the order of the mask's bits: type of the serial port, fuel sensor, 1-wire, CAN. Other data are
 * stored raw.
 */
function readExtended(fix: Fix, report: Report, from: number): void {
  const { type, fields, start, end } = report
  const mask = type === 'GTERI' ? (hexOf(fields[start]) ?? 0) : 0
  let at = from
  if (mask !== 0) note(fix, 'serialPortType', decimalOf(fields[at++]))
  if (isSet(mask, FUEL_SENSOR) && at < end) {
    note(fix, 'fuelSensor', hexOf(fields[at]) ?? fields[at])
    at++
  }
  if (isSet(mask, ONE_WIRE)) at = readOneWire(fix, fields, at, end)
  if (isSet(mask, CAN) && at + 1 < end) {
    note(fix, 'canState', decimalOf(fields[at]))
    at = readCanFields(fix, fields, at + 1, end)
  } else if (isSet(mask, LEVEL) || isSet(mask, VOLUME)) at = readProbes(fix, mask, fields, at, end)
  if (at < end)
    note(
      fix,
      'more',
      fields
        .slice(at, end)
        .join(',')
        .replace(/^,+|,+$/g, ''),
    )
}

const TEMPERATURE_SENSOR = '1'
/** Measuring range of a 1-wire temperature sensor in °C. */
const COLDEST_C = -55
const HOTTEST_C = 125
const LARGEST_COUNT = 20

/** Reads fuel probes: their number, then for each probe its type and, if the mask contains them, level and volume. */
function readProbes(fix: Fix, mask: number, fields: readonly string[], from: number, end: number): number {
  const count = decimalOf(fields[from]) ?? 0
  let at = from + 1
  for (let nth = 1; nth <= Math.min(count, LARGEST_COUNT) && at < end; nth++) {
    at++
    if (isSet(mask, LEVEL)) note(fix, `fuelProbe${nth}Percent`, decimalOf(fields[at++]))
    if (isSet(mask, VOLUME)) note(fix, `fuelProbe${nth}L`, decimalOf(fields[at++]))
  }
  return Math.min(at, end)
}

/**
 * Reads 1-wire sensors: their number, then for each sensor its id, type and data. A temperature is a signed number of
 * sixteenths of a degree.
 */
function readOneWire(fix: Fix, fields: readonly string[], from: number, end: number): number {
  const count = decimalOf(fields[from]) ?? 0
  let at = from + 1
  for (let nth = 1; nth <= Math.min(count, LARGEST_COUNT) && at + 2 < end; nth++, at += 3) {
    note(fix, `oneWire${nth}Id`, fields[at])
    const data = fields[at + 2]!
    const value = hexOf(data)
    const celsius = value === undefined ? undefined : within(signed16(value) / 16, COLDEST_C, HOTTEST_C)
    if (fields[at + 1] !== TEMPERATURE_SENSOR || celsius === undefined) note(fix, `oneWire${nth}Data`, data)
    else note(fix, `temperature${nth}C`, celsius)
  }
  return at
}
