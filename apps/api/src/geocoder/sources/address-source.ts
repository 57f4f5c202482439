import type { Locale } from '../../texts/locale.js'
import type { Point } from '../geocoder.js'
import type { FoundPlace } from '../search/found-place.js'
import type { FoundAddress } from './geocode-json.js'

/** A search for places. */
export interface PlaceQuery {
  text: string
  locale: Locale
  /** Point near which places are preferred. */
  near?: Point
  /** Maximum places. */
  most: number
}

/** An external geocoder of the operator. */
export interface AddressSource {
  /** Maximum requests per second to the geocoder, of all processes together. */
  rate: number
  /**
   * @returns undefined when the geocoder knows nothing there
   * @throws SourceFailure when the geocoder does not answer, or refuses
   */
  find(point: Point, locale: Locale, signal: AbortSignal): Promise<FoundAddress | undefined>
  /**
   * Finds places by their name or address, best first. The field `country` of a place contains the country's code.
   * @throws SourceFailure when the geocoder does not answer, or refuses
   */
  search(query: PlaceQuery, signal: AbortSignal): Promise<FoundPlace[]>
}

/** Injection token; undefined when only the bundled data are used. */
export const ADDRESS_SOURCE = Symbol('address source')
