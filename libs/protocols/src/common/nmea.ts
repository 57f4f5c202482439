import { isDigits } from './compact-time.js'

const LONGEST = 20
const MINUTE_DIGITS = 2
/** Maximum number of digits before the point: three of degrees and two of minutes. */
const MOST_DIGITS = 5

/**
 * Converts degrees from the NMEA 0183 form `DDMM.mmmm` (latitude) or `DDDMM.mmmm` (longitude) and its hemisphere letter.
 * Trackers leave out leading zeros (`452.1` is 4° 52.1′, `7.5` is 0° 07.5′, `.5` is 0° 00.5′). Some trackers write a minus
 * instead of the letter, or in addition to it. Undefined for anything else, for example 60 minutes and more, a letter other
 * than N, S, E and W, or an exponent. Values beyond 90 or 180 degrees are returned unchanged and checked later.
 */
export function nmeaDegrees(text: string, hemisphere: string): number | undefined {
  const isOpposite = hemisphere === 'S' || hemisphere === 'W'
  if (!isOpposite && hemisphere !== 'N' && hemisphere !== 'E' && hemisphere !== '') return undefined
  const sign = text.charCodeAt(0)
  const start = sign === MINUS || sign === PLUS ? 1 : 0
  const point = text.indexOf('.', start)
  const end = point < 0 ? text.length : point
  if (end - start > MOST_DIGITS || text.length > LONGEST) return undefined
  if (point !== start && !isDigits(text, start, end)) return undefined
  if (point >= 0 && !isDigits(text, point + 1)) return undefined
  const minutesAt = Math.max(start, end - MINUTE_DIGITS)
  const minutes = Number(text.slice(minutesAt))
  if (minutes >= 60) return undefined
  const degrees = Number(text.slice(start, minutesAt)) + minutes / 60
  return (isOpposite || sign === MINUS) && degrees !== 0 ? -degrees : degrees
}

const MINUS = 0x2d
const PLUS = 0x2b

/** Converts degrees to the NMEA form that trackers send, with four decimals of a minute, and to the hemisphere letter. */
export function toNmea(degrees: number, axis: 'latitude' | 'longitude'): { text: string; hemisphere: string } {
  const tenThousandths = Math.round(Math.abs(degrees) * 600_000)
  const whole = Math.floor(tenThousandths / 600_000)
  const minutes = ((tenThousandths % 600_000) / 10_000).toFixed(4).padStart(7, '0')
  const letters = axis === 'latitude' ? 'NS' : 'EW'
  return {
    text: `${String(whole).padStart(axis === 'latitude' ? 2 : 3, '0')}${minutes}`,
    hemisphere: letters[degrees < 0 ? 1 : 0]!,
  }
}
