/** Units in which a tracker may send its speed. They matter only if the tracker's protocol does not define the unit. */
export const SPEED_UNITS = ['kn', 'm/s', 'km/h', 'mph'] as const
export type SpeedUnit = (typeof SPEED_UNITS)[number]

/**
 * Range of a tracker's local time, in minutes east of UTC. It includes all time zones, and some clocks that are set
 * wrongly.
 */
export const UTC_OFFSET_MINUTES = { least: -720, most: 840 } as const

/** Plain numbers smaller than this, except 0, are refused, because they possibly mean hours and not minutes. */
const SMALLEST_MINUTES = 15
/** Decimals that are zeros are accepted, because spreadsheets add them. */
const MINUTES = /^([+\-−]?\d{1,3})(?:[.,]0+)?$/
const OF_UTC = /^(?:UTC|GMT)?\s*([+\-−])(\d{1,2}):(\d{2})$|^(?:UTC|GMT)\s*([+\-−])(\d{1,2})$/i

/**
 * Reads an offset as people write it: minutes, `+05:30` or `UTC+8`. Undefined for anything else, and for a number that may
 * mean hours or minutes.
 */
export function readUtcOffset(text: string): number | undefined {
  const plain = text.trim()
  const whole = MINUTES.exec(plain)?.[1]
  if (whole !== undefined) {
    const minutes = Number(whole.replace('−', '-'))
    return minutes === 0 || Math.abs(minutes) >= SMALLEST_MINUTES ? inRange(minutes) : undefined
  }
  const zone = OF_UTC.exec(plain)
  if (!zone) return undefined
  const [, sign, hours = zone[5], minutes = '0'] = zone
  const size = Number(hours) * 60 + Number(minutes)
  return Number(minutes) < 60 ? inRange((sign ?? zone[4]) === '+' ? size : -size) : undefined
}

const inRange = (minutes: number): number | undefined =>
  minutes >= UTC_OFFSET_MINUTES.least && minutes <= UTC_OFFSET_MINUTES.most ? minutes : undefined

const NAMES: ReadonlyMap<string, SpeedUnit> = new Map([
  ...SPEED_UNITS.map((unit) => [unit, unit] as const),
  ...(['kmh', 'kph', 'km/u'] as const).map((name) => [name, 'km/h'] as const),
  ...(['kt', 'kts', 'knots'] as const).map((name) => [name, 'kn'] as const),
  ...(['mps'] as const).map((name) => [name, 'm/s'] as const),
])

/** Reads a unit as people write it. */
export const readSpeedUnit = (text: string): SpeedUnit | undefined => NAMES.get(text.trim().toLowerCase())
