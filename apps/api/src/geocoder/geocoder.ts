import type { Caller } from '../auth/caller.js'

/** Known address of a point; null values are unknown. */
export interface Address {
  /** One readable line with the town, for example `Hauptstraße 5, Heidelberg`. */
  address: string | null
  city: string | null
  country: string | null
}

export interface Point {
  /** Degrees WGS 84. */
  latitude: number
  longitude: number
  /**
   * True while the vehicle is moving and will not return to this exact point. Its address is returned if known, but not
   * requested.
   */
  moving?: boolean
}

/** The reader: their language, and the businesses whose addresses they may see. */
export type Asker = Pick<Caller, 'locale' | 'businessId' | 'scope'>

/** Finds addresses of points. Returns what is known at once, and never rejects because an answer is missing. */
export interface Geocoder {
  lookUp(points: readonly Point[], asker: Asker): Promise<Address[]>
}

export const GEOCODER = Symbol('geocoder')

/**
 * Returns the address lines of rows in their order. Rows may have no position, or none that the caller may see. Looks all of them
 * up together, outside of a transaction so that none waits for it.
 */
export async function addressesOf(
  geocoder: Geocoder,
  rows: readonly { latitude: number | null; longitude: number | null; moving?: boolean }[],
  asker: Asker,
): Promise<(string | null)[]> {
  const points = rows.flatMap(({ latitude, longitude, moving }) =>
    latitude === null || longitude === null ? [] : { latitude, longitude, moving },
  )
  const found = points.length > 0 ? await geocoder.lookUp(points, asker) : []
  let next = 0
  return rows.map(({ latitude, longitude }) =>
    latitude === null || longitude === null ? null : (found[next++]?.address ?? null),
  )
}
