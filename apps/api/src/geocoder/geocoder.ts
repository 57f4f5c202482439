import type { Caller } from '../auth/caller.js'

/** Known address of a point. Null values are unknown. */
export interface Address {
  /** One readable line with the town, for example `Hauptstraße 5, Heidelberg`. */
  address: string | null
  city: string | null
  country: string | null
}

export interface Point {
  /** Degrees in WGS 84. */
  latitude: number
  longitude: number
  /**
   * True while the vehicle is moving. An address that is already known is then returned, but an unknown one is not requested,
   * because the vehicle will hardly return to this exact point.
   */
  moving?: boolean
}

/** The reader's language, and the businesses whose addresses the reader may see. */
export type Asker = Pick<Caller, 'locale' | 'businessId' | 'scope'>

/**
 * Finds addresses of points. Returns the known addresses without waiting for the others. A missing answer is never an error.
 */
export interface Geocoder {
  lookUp(points: readonly Point[], asker: Asker): Promise<Address[]>
}

export const GEOCODER = Symbol('geocoder')

/**
 * Returns the address lines of rows in their order. The address is null for a row without a position, or with a position that
 * the caller may not see. All rows are looked up together and outside of a transaction, so that no transaction waits for the
 * look-up.
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
