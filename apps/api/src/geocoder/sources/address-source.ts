import type { Locale } from '../../texts/locale.js'
import type { Point } from '../geocoder.js'
import type { FoundAddress } from './geocode-json.js'

/** A geocoder of the operator's, somewhere else. */
export interface AddressSource {
  /** Requests a second, of all processes together. */
  rate: number
  /**
   * @returns undefined where it knows nothing
   * @throws SourceFailure when it does not answer, or refuses
   */
  find(point: Point, locale: Locale, signal: AbortSignal): Promise<FoundAddress | undefined>
}

/** Undefined where the data that comes along is all there is. */
export const ADDRESS_SOURCE = Symbol('address source')
