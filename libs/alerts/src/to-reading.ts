import { type Fix, FixValidity } from '@roadbook/contracts'
import type { Reading } from './reading.js'

/**
 * Converts a stored fix to a reading. The place is left out if the fix is not valid. The function uses plain assignments
 * because it runs for every fix.
 */
export function toReading(fix: Fix, receivedAt?: number): Reading {
  const { positionedAt, validity, latitude, longitude, attributes } = fix
  const reading: Reading = { at: positionedAt }
  if (receivedAt !== undefined) reading.receivedAt = receivedAt
  if (validity === FixValidity.valid && latitude !== undefined && longitude !== undefined) reading.place = { latitude, longitude }
  if (fix.speedKph !== undefined) reading.speedKph = fix.speedKph
  if (fix.batteryPercent !== undefined) reading.batteryPercent = fix.batteryPercent
  if (fix.externalBatteryMv !== undefined) reading.externalBatteryMv = fix.externalBatteryMv
  if (typeof attributes?.alarm === 'string') reading.alarm = attributes.alarm
  if (typeof attributes?.unplugged === 'boolean') reading.unplugged = attributes.unplugged
  return reading
}
