import type { Caller } from '../auth/caller.js'

/** What is known about where a point is; null where nothing is. */
export interface Address {
  /** One line that people read, town included, for example `Hauptstraße 5, Heidelberg`. */
  address: string | null
  city: string | null
  country: string | null
}

export interface Point {
  /** Degrees WGS 84. */
  latitude: number
  longitude: number
  /** On its way, so that nobody comes back to just here: its address is told where it is known, and not asked for. */
  moving?: boolean
}

/** Who asks: the language that they read, and whose addresses they may see. */
export type Asker = Pick<Caller, 'locale' | 'businessId' | 'scope'>

/** Finds addresses of points. It answers at once, with what is known by now; it never rejects for want of an answer. */
export interface Geocoder {
  lookUp(points: readonly Point[], asker: Asker): Promise<Address[]>
}

export const GEOCODER = Symbol('geocoder')

/**
 * The address lines of rows that may have no position (or none that the caller may see), in their order. All of them are looked
 * up as one; outside of a transaction, so that none waits for it.
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
