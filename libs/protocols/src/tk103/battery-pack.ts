import type { Fix } from '@roadbook/contracts'
import { telemetryAt } from '../common/judge-fix.js'
import { note } from '../common/note.js'
import { isPercent } from '../common/readings.js'

/** Offsets in `BS50`, the values from the battery management of an e-bike. Numbers are little-endian. */
const CELL_COUNT = 3
const CELLS = 4
const MOST_CELLS = 24
const PACK = CELLS + 2 * MOST_CELLS
const TEMPERATURES = PACK + 20
const MOST_TEMPERATURES = 7
const CAPACITY = TEMPERATURES + 3 + MOST_TEMPERATURES
const SIZE = CAPACITY + 6
/** The pack adds 40 °C to temperatures before it sends them, so that they are never negative. */
const ZERO_CELSIUS = 40
/** The pack sends currents in tenths of an ampere and adds 3000 A, so that they are never negative. This value means 0 A. */
const NO_CURRENT = 30_000

/** Returns a byte. Undefined if all of its bits are set, which means no reading in every field. */
const byteOf = (bytes: Buffer, at: number): number | undefined => (bytes[at] === 0xff ? undefined : bytes[at])

function wordOf(bytes: Buffer, at: number, unitsPerOne = 1): number | undefined {
  const word = bytes.readUInt16LE(at)
  return word === 0xffff ? undefined : word / unitsPerOne
}

function celsiusOf(bytes: Buffer, at: number): number | undefined {
  const degrees = byteOf(bytes, at)
  return degrees === undefined ? undefined : degrees - ZERO_CELSIUS
}

function flagOf(bytes: Buffer, at: number): boolean | undefined {
  const flag = byteOf(bytes, at)
  return flag === undefined ? undefined : flag > 0
}

/**
 * Sets voltage and charge. The pack itself powers the unit, so a voltage of 0 means that nothing was measured. If the
 * voltage is 0, a charge of 0 was not measured either.
 */
function setCharge(fix: Fix, voltage: number | undefined, millivoltsPerUnit: number, percent: number | undefined): void {
  if (voltage) fix.externalBatteryMv = voltage * millivoltsPerUnit
  if (isPercent(percent) && (percent > 0 || voltage)) fix.batteryPercent = percent
}

/** Reads the pack as one telemetry fix. Undefined if there are too few bytes, or if they are not hexadecimal. */
export function readBatteryPack(hex: string, now: number): Fix | undefined {
  const bytes = Buffer.from(hex, 'hex')
  if (bytes.length < SIZE) return undefined
  const fix = telemetryAt(now)
  setCharge(fix, wordOf(bytes, PACK + 3), 10, byteOf(bytes, PACK + 5))
  const cells = Math.min(byteOf(bytes, CELL_COUNT) ?? 0, MOST_CELLS)
  const voltages = Array.from({ length: cells }, (_, cell) => bytes.readUInt16LE(CELLS + 2 * cell))
  note(fix, 'cellVoltagesMv', voltages.join(','))
  const charging = byteOf(bytes, PACK)
  if (charging !== undefined) note(fix, 'charging', charging === 0)
  note(fix, 'packCurrentA', wordOf(bytes, PACK + 1, 10))
  note(fix, 'batteryOverheat', flagOf(bytes, PACK + 6))
  note(fix, 'chargeProtection', flagOf(bytes, PACK + 7))
  note(fix, 'dischargeProtection', flagOf(bytes, PACK + 8))
  note(fix, 'chargeCycles', wordOf(bytes, PACK + 11))
  note(fix, 'faultAlarm', byteOf(bytes, PACK + 13))
  note(fix, 'powerTemperatureC', celsiusOf(bytes, TEMPERATURES + 1))
  note(fix, 'equilibriumTemperatureC', celsiusOf(bytes, TEMPERATURES + 2))
  const sensors = Math.min(byteOf(bytes, TEMPERATURES) ?? 0, MOST_TEMPERATURES)
  for (let sensor = 0; sensor < sensors; sensor++)
    note(fix, `packTemperature${sensor + 1}C`, celsiusOf(bytes, TEMPERATURES + 3 + sensor))
  note(fix, 'calibrationCapacityAh', wordOf(bytes, CAPACITY, 100))
  const discharge = bytes.readUInt32LE(CAPACITY + 2)
  if (discharge !== 0xffff_ffff) note(fix, 'dischargeCapacity', discharge)
  return fix
}

/**
 * Reads `BS51`, which is `id:bytes` from the pack's own bus, separated by commas. Unknown parts are stored in hexadecimal.
 */
export function readPackBus(body: string, now: number): Fix | undefined {
  const fix = telemetryAt(now)
  let isKnown = false
  for (const part of body.split(',')) {
    const colon = part.indexOf(':')
    if (colon < 1) continue
    const id = part.slice(0, colon).toLowerCase()
    const bytes = Buffer.from(part.slice(colon + 1), 'hex')
    if (readPart(fix, id, bytes)) isKnown = true
    else if (id.length <= 4) note(fix, `bms${id}`, part.slice(colon + 1))
  }
  return isKnown || fix.attributes ? fix : undefined
}

/** Reads a part. Returns true if the part is known and long enough. */
function readPart(fix: Fix, id: string, bytes: Buffer): boolean {
  if (id === '90' && bytes.length >= 8) {
    setCharge(fix, wordOf(bytes, 0), 100, wordOf(bytes, 6, 10))
    note(fix, 'gatherVoltageV', wordOf(bytes, 2, 10))
    const current = wordOf(bytes, 4)
    if (current !== undefined) note(fix, 'packCurrentA', (current - NO_CURRENT) / 10)
  } else if (id === '91' && bytes.length >= 6) {
    note(fix, 'maxCellVoltageMv', wordOf(bytes, 0))
    note(fix, 'maxCellVoltageNumber', byteOf(bytes, 2))
    note(fix, 'minCellVoltageMv', wordOf(bytes, 3))
    note(fix, 'minCellVoltageNumber', byteOf(bytes, 5))
  } else if (id === '92' && bytes.length >= 4) {
    note(fix, 'maxPackTemperatureC', celsiusOf(bytes, 0))
    note(fix, 'maxPackTemperatureNumber', byteOf(bytes, 1))
    note(fix, 'minPackTemperatureC', celsiusOf(bytes, 2))
    note(fix, 'minPackTemperatureNumber', byteOf(bytes, 3))
  } else return false
  return true
}
