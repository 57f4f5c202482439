import type { Locale } from '../../texts/locale.js'
import type { Point } from '../geocoder.js'
import type { FoundAddress } from './geocode-json.js'

/** An external geocoder of the operator. */
export interface AddressSource {
  /** Requests per second of all processes together. */
  rate: number
  /**
   * @returns undefined when the geocoder knows nothing there
   * @throws SourceFailure when the geocoder does not answer, or refuses
   */
  find(point: Point, locale: Locale, signal: AbortSignal): Promise<FoundAddress | undefined>
}

/** Injection token; undefined when only the bundled data are used. */
export const ADDRESS_SOURCE = Symbol('address source')
