import type { Fix } from '@roadbook/contracts'
import { fill, percentOf, reading16 } from '../common/readings.js'
import type { DeviceInformation } from '../protocol.js'
import { type Attributes, keep, setCard } from './attributes.js'

/** Items 80–8E of terminals with OBD: [length, attribute, divisor, offset]. */
const VALUES: Readonly<Record<number, readonly [length: number, name: string, divisor: number, offset: number]>> = {
  0x80: [1, 'obdSpeedKph', 1, 0],
  0x81: [2, 'obdEngineRpm', 1, 0],
  0x83: [1, 'obdEngineLoadPercent', 1, 0],
  0x84: [1, 'obdCoolantC', 1, -40],
  0x85: [2, 'obdFuelRate', 1, 0],
  0x86: [1, 'obdIntakeC', 1, -40],
  0x87: [2, 'obdIntakeFlow', 1, 0],
  0x88: [1, 'obdIntakePressure', 1, 0],
  0x89: [1, 'obdThrottlePercent', 1, 0],
  0x8c: [4, 'obdOdometerM', 0.01, 0],
  0x8d: [2, 'obdTripM', 0.001, 0],
  0x8e: [1, 'obdFuelLevelPercent', 1, 0],
}

/** Reads an OBD item. `false` if its id is not an OBD id, or if its length is not the expected one. */
export function readObdItem(id: number, value: Buffer, attributes: Attributes, information: DeviceInformation): boolean {
  const shape = VALUES[id]
  if (shape !== undefined && shape[0] === value.length) {
    const reading = value.readUIntBE(0, value.length) / shape[2] + shape[3]
    keep(attributes, shape[1], shape[1].endsWith('Percent') ? percentOf(reading) : reading)
  } else if (id === 0x8b && value.length === 17) attributes.vin = value.toString('latin1')
  else if (id === 0xa0 && value.length > 0) attributes.faultCodes = value.toString('latin1').replace(/,/g, ' ')
  else if (id === 0xcc && value.length === 20) setCard(value.toString('latin1'), information)
  else return false
  return true
}

/**
 * Reads item 91, a block of one vendor. Fields with their length in bytes: voltage 2 (0.1 V) · engine speed 2 (rpm) ·
 * speed 1 (km/h) · throttle 1 (1/255) · load 1 (1/255) · coolant 1 · …
 */
export function readObdBlock(value: Buffer, fix: Fix, attributes: Attributes): void {
  if (value.length < 8) return
  fill(fix, 'externalBatteryMv', reading16(value.readUInt16BE(0)) * 100)
  attributes.obdEngineRpm = value.readUInt16BE(2)
  attributes.obdSpeedKph = value[4]!
  attributes.obdThrottlePercent = Math.floor((value[5]! * 100) / 255)
  attributes.obdEngineLoadPercent = Math.floor((value[6]! * 100) / 255)
  attributes.obdCoolantC = value[7]! - 40
  attributes.item91 = value.toString('hex', 8)
}
