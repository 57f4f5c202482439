import type { Fix } from '@roadbook/contracts'
import { telemetryAt } from '../common/judge-fix.js'
import { note } from '../common/note.js'

/** Offsets of `BS50`, little-endian: what the battery management of an e-bike tells. */
const CELL_COUNT = 3
const CELLS = 4
const MOST_CELLS = 24
const PACK = CELLS + 2 * MOST_CELLS
const TEMPERATURES = PACK + 20
const MOST_TEMPERATURES = 7
const CAPACITY = TEMPERATURES + 3 + MOST_TEMPERATURES
const SIZE = CAPACITY + 6
/** Temperatures are sent 40 °C higher, so that they are never negative. */
const ZERO_CELSIUS = 40

/** The pack as one telemetry reading; undefined when the bytes are too few or no hexadecimal digits. */
export function readBatteryPack(hex: string, now: number): Fix | undefined {
  const bytes = Buffer.from(hex, 'hex')
  if (bytes.length < SIZE) return undefined
  const fix = telemetryAt(now)
  fix.externalBatteryMv = bytes.readUInt16LE(PACK + 3) * 10
  fix.batteryPercent = bytes[PACK + 5]!
  const cells = Math.min(bytes[CELL_COUNT]!, MOST_CELLS)
  const voltages = Array.from({ length: cells }, (_, cell) => bytes.readUInt16LE(CELLS + 2 * cell))
  note(fix, 'cellVoltagesMv', voltages.join(','))
  note(fix, 'charging', bytes[PACK] === 0)
  note(fix, 'packCurrentA', bytes.readUInt16LE(PACK + 1) / 10)
  note(fix, 'batteryOverheat', bytes[PACK + 6]! > 0)
  note(fix, 'chargeProtection', bytes[PACK + 7]! > 0)
  note(fix, 'dischargeProtection', bytes[PACK + 8]! > 0)
  note(fix, 'chargeCycles', bytes.readUInt16LE(PACK + 11))
  note(fix, 'faultAlarm', bytes[PACK + 13])
  note(fix, 'powerTemperatureC', bytes[TEMPERATURES + 1]! - ZERO_CELSIUS)
  note(fix, 'equilibriumTemperatureC', bytes[TEMPERATURES + 2]! - ZERO_CELSIUS)
  const sensors = Math.min(bytes[TEMPERATURES]!, MOST_TEMPERATURES)
  for (let sensor = 0; sensor < sensors; sensor++)
    note(fix, `packTemperature${sensor + 1}C`, bytes[TEMPERATURES + 3 + sensor]! - ZERO_CELSIUS)
  note(fix, 'calibrationCapacityAh', bytes.readUInt16LE(CAPACITY) / 100)
  note(fix, 'dischargeCapacity', bytes.readUInt32LE(CAPACITY + 2))
  return fix
}

/** `BS51`: `id:bytes` of the pack's own bus, separated by commas; what is not known stays hexadecimal. */
export function readPackBus(body: string, now: number): Fix | undefined {
  const fix = telemetryAt(now)
  for (const part of body.split(',')) {
    const colon = part.indexOf(':')
    if (colon < 1) continue
    const id = part.slice(0, colon).toLowerCase()
    const bytes = Buffer.from(part.slice(colon + 1), 'hex')
    if (id === '90' && bytes.length >= 8) {
      fix.externalBatteryMv = bytes.readUInt16LE(0) * 100
      note(fix, 'gatherVoltageV', bytes.readUInt16LE(2) / 10)
      note(fix, 'packCurrentA', (bytes.readUInt16LE(4) - 30_000) / 10)
      fix.batteryPercent = bytes.readUInt16LE(6) / 10
    } else if (id === '91' && bytes.length >= 6) {
      note(fix, 'maxCellVoltageMv', bytes.readUInt16LE(0))
      note(fix, 'maxCellVoltageNumber', bytes[2])
      note(fix, 'minCellVoltageMv', bytes.readUInt16LE(3))
      note(fix, 'minCellVoltageNumber', bytes[5])
    } else if (id === '92' && bytes.length >= 4) {
      note(fix, 'maxPackTemperatureC', bytes[0]! - ZERO_CELSIUS)
      note(fix, 'maxPackTemperatureNumber', bytes[1])
      note(fix, 'minPackTemperatureC', bytes[2]! - ZERO_CELSIUS)
      note(fix, 'minPackTemperatureNumber', bytes[3])
    } else if (id.length <= 4) note(fix, `bms${id}`, part.slice(colon + 1))
  }
  return fix.attributes ? fix : undefined
}
