import type { Reading } from '@roadbook/alerts'
import { type Fix, FixValidity } from '@roadbook/contracts'

/** What alerts read of a stored fix; a place that is not to be believed is none. */
export function toReading({ positionedAt, validity, latitude, longitude, attributes, ...fix }: Fix): Reading {
  const { speedKph, batteryPercent, externalBatteryMv } = fix
  const { alarm, unplugged } = attributes ?? {}
  const hasPlace = validity === FixValidity.valid && latitude !== undefined && longitude !== undefined
  return {
    at: positionedAt,
    ...(hasPlace && { place: { latitude, longitude } }),
    ...(speedKph !== undefined && { speedKph }),
    ...(batteryPercent !== undefined && { batteryPercent }),
    ...(externalBatteryMv !== undefined && { externalBatteryMv }),
    ...(typeof alarm === 'string' && { alarm }),
    ...(typeof unplugged === 'boolean' && { unplugged }),
  }
}
