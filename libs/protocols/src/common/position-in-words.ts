import type { Fix } from '@roadbook/contracts'
import { headingOf, judgeFix } from './judge-fix.js'
import { utcOf } from './utc.js'

/**
 * Reads the position from a device's text reply.
 * @param match match of the vendor's own pattern. Its groups: N or S · latitude · E or W · longitude · course · km/h · year
 *   · month · day · hour · minute · second
 */
export function positionInWords(match: RegExpExecArray | null, now: number): Fix | undefined {
  if (!match) return undefined
  const [, north, latitude, east, longitude, course, speed, ...moment] = match
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = moment.map(Number)
  const place = {
    latitude: north === 'S' ? -Number(latitude) : Number(latitude),
    longitude: east === 'W' ? -Number(longitude) : Number(longitude),
  }
  const fix = judgeFix({ deviceTime: utcOf(year, month, day, hour, minute, second), hasFix: true, ...place }, now)
  const heading = headingOf(Number(course))
  if (heading !== undefined) fix.heading = heading
  fix.speedKph = Number(speed)
  return fix
}
