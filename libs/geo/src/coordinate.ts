export const LATITUDE_LIMIT = 90
export const LONGITUDE_LIMIT = 180

/** Decimals of the coordinates that Roadbook displays and returns: 1e-6 degrees are 11 cm. */
const DECIMALS = 6
const SIGNED_DECIMAL = /^[+-]?\d{1,3}\.\d{1,6}$/

export function isLatitude(degrees: number): boolean {
  return Math.abs(degrees) <= LATITUDE_LIMIT
}

export function isLongitude(degrees: number): boolean {
  return Math.abs(degrees) <= LONGITUDE_LIMIT
}

/** Returns true if both coordinates are in range and are not (0, 0), which trackers send if they have no position. */
export function isPosition(latitude: number, longitude: number): boolean {
  return isLatitude(latitude) && isLongitude(longitude) && !(latitude === 0 && longitude === 0)
}

/** Checks text for R-092: a signed decimal with 1–6 decimals within ±90. */
export function isLatitudeText(text: string): boolean {
  return SIGNED_DECIMAL.test(text) && isLatitude(Number(text))
}

/** Checks text for R-092 with G-39: a signed decimal with 1–6 decimals within ±180. */
export function isLongitudeText(text: string): boolean {
  return SIGNED_DECIMAL.test(text) && isLongitude(Number(text))
}

/** Rounds to at most 6 decimals. Trackers send 7 decimals, and R-092 would refuse those. */
export function roundCoordinate(degrees: number): number {
  const rounded = Math.round(degrees * 1e6) / 1e6
  return rounded === 0 ? 0 : rounded
}

/** Formats a coordinate in the form that R-092 accepts: 1–6 decimals and no exponent. */
export function formatCoordinate(degrees: number): string {
  const text = roundCoordinate(degrees).toFixed(DECIMALS)
  return text.replace(/(\.\d+?)0+$/, '$1')
}
