import type { Locale } from '../texts/locale.js'

/** What is known about where a point is; null where nothing is. */
export interface Address {
  /** One line that people read, for example `Hauptstraße, Heidelberg`. */
  address: string | null
  city: string | null
  country: string | null
}

export interface Point {
  /** Degrees WGS 84. */
  latitude: number
  longitude: number
}

/** Finds addresses of points. A driver may be offline data or a service; it never rejects for want of an answer. */
export interface Geocoder {
  lookUp(points: readonly Point[], locale: Locale): Promise<Address[]>
}

export const GEOCODER = Symbol('geocoder')

/** The address lines of rows that may have no position (or none that the caller may see), in their order. */
export async function addressesOf(
  geocoder: Geocoder,
  rows: readonly { latitude: number | null; longitude: number | null }[],
  locale: Locale,
): Promise<(string | null)[]> {
  const points = rows.flatMap(({ latitude, longitude }) =>
    latitude === null || longitude === null ? [] : { latitude, longitude },
  )
  const found = points.length > 0 ? await geocoder.lookUp(points, locale) : []
  let next = 0
  return rows.map(({ latitude, longitude }) =>
    latitude === null || longitude === null ? null : (found[next++]?.address ?? null),
  )
}
