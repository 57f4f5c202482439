import type { Fix } from '@roadbook/contracts'
import { isLatitude, isLongitude } from '@roadbook/geo'
import { headingOf, judgeFix, telemetryAt } from '../common/judge-fix.js'
import { receiverSpeedOf } from '../common/readings.js'
import { LONGEST_ID, type Trouble } from './layout.js'

/** Sender and content of a location. */
export interface Location {
  id: string
  fixes: Fix[]
}

export const bad = (reason: string): Trouble => ({ status: 400, reason })

/** Checks an id. It must consist of the letters, digits and other characters that are allowed for a registered device. */
export function troubleWithId(id: string): Trouble | undefined {
  let isAllowed = id.length >= 1 && id.length <= LONGEST_ID
  for (let at = 0; isAllowed && at < id.length; at++) {
    const code = id.charCodeAt(at)
    isAllowed = (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a)
  }
  return isAllowed ? undefined : bad(`the id must be 1 to ${LONGEST_ID} letters or digits`)
}

export interface Place {
  time: number | undefined
  latitude: number | undefined
  longitude: number | undefined
  isValid: boolean
}

/** Creates a fix without its motion. Without coordinates the fix is telemetry. */
export function fixOf({ time, latitude, longitude, isValid }: Place, now: number): Fix | Trouble {
  if ((latitude === undefined) !== (longitude === undefined)) return bad('a latitude and a longitude are needed together')
  if (latitude === undefined || longitude === undefined)
    return time === undefined ? telemetryAt(now) : judgeFix({ deviceTime: time, hasFix: false, latitude, longitude }, now)
  if (!isLatitude(latitude)) return bad('a latitude must be a number from -90 to 90')
  if (!isLongitude(longitude)) return bad('a longitude must be a number from -180 to 180')
  return judgeFix({ deviceTime: time ?? now, hasFix: isValid, latitude, longitude }, now)
}

/** Sets the motion. -1 and absent values mean unknown. */
export function setMotion(
  fix: Fix,
  speedKph: number | undefined,
  heading: number | undefined,
  altitudeM: number | undefined,
): void {
  const speed = receiverSpeedOf(speedKph)
  if (speed !== undefined) fix.speedKph = speed
  const direction = heading === undefined ? undefined : headingOf(heading)
  if (direction !== undefined) fix.heading = direction
  if (altitudeM !== undefined) fix.altitudeM = altitudeM
}
