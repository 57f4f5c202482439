import { isLatitudeText, isLongitudeText } from '@roadbook/geo'

/** Place: degrees WGS 84, six decimals at most. */
export interface Place {
  latitude: number
  longitude: number
}

/**
 * Returns a place only if both values are signed decimals with 1 to 6 decimals inside ±90 and ±180. Undefined otherwise.
 * Whole numbers lose their ".0" in JSON, so ".0" is added again before the check.
 * @source specification R-092, decision G-39
 */
export function toPlace(
  latitude: number | string | null | undefined,
  longitude: number | string | null | undefined,
): Place | undefined {
  const north = toDegrees(latitude, isLatitudeText)
  const east = toDegrees(longitude, isLongitudeText)
  return north === undefined || east === undefined ? undefined : { latitude: north, longitude: east }
}

function toDegrees(value: number | string | null | undefined, isValid: (text: string) => boolean): number | undefined {
  if (value === null || value === undefined) return undefined
  const text = typeof value === 'number' ? (Number.isInteger(value) ? value.toFixed(1) : String(value)) : value
  return isValid(text) ? Number(text) : undefined
}

const POINTS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const

/** Returns the nearest of eight compass points to a heading in degrees true. */
export const compassPoint = (heading: number) => POINTS[Math.round((((heading % 360) + 360) % 360) / 45) % 8]!

/** Returns the valid places of a list, in order. Places that R-092 excludes are skipped. */
export function toPlaces(points: readonly { latitude: number | null; longitude: number | null }[]): Place[] {
  return points.flatMap((point) => toPlace(point.latitude, point.longitude) ?? [])
}
