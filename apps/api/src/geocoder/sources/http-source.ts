import type { ApiConfiguration } from '../../configuration.js'
import type { Locale } from '../../texts/locale.js'
import type { Point } from '../geocoder.js'
import { SourceFailure, askOutside } from '../../outside/ask-outside.js'
import type { FoundPlace } from '../search/found-place.js'
import type { AddressSource, PlaceQuery } from './address-source.js'
import { type FoundAddress, readGeocodeJson } from './geocode-json.js'
import { readFoundPlaces } from './geocode-search.js'

/** Maximum time in milliseconds from a request to the last byte of its answer. */
const TIMEOUT_MS = 10_000
/** Maximum size of an answer in bytes. Usual answers are a few hundred bytes. */
const MAX_BYTES = 256 * 1024
/**
 * Default requests per second. The usage policy of the public Nominatim allows one. The value for Photon is the number that
 * one machine can answer.
 */
const RATES = { nominatim: 1, photon: 10 }

type Kind = keyof typeof RATES

/**
 * Query parameters besides the place.
 * - Nominatim: they request the nearest address, and exclude shops, benches and the like.
 * - Photon: they limit the search to 200 m, because otherwise a point on a lonely road would get the address of the next
 *   farm.
 *
 * Photon refuses a `lang` if its data does not contain that language. For such a language, `Accept-Language` is used
 * instead, and Photon answers with local names.
 * @source https://nominatim.org/release-docs/latest/api/Reverse/;
 * https://github.com/komoot/photon/blob/master/docs/api-v1.md#reverse
 */
const PARAMETERS: Record<Kind, (locale: Locale) => Record<string, string>> = {
  nominatim: (locale) => ({
    format: 'geocodejson',
    addressdetails: '1',
    zoom: '18',
    layer: 'address',
    'accept-language': locale,
  }),
  photon: () => ({ limit: '1', radius: '0.2' }),
}

/** Half the width in degrees of the box around a point in which Nominatim prefers places. */
const NEAR_DEGREES = 1
/**
 * Path and query parameters of a search. Both services find places anywhere, and put those near the point first.
 * @source https://nominatim.org/release-docs/latest/api/Search/;
 * https://github.com/komoot/photon/blob/master/docs/api-v1.md#search
 */
const SEARCHES: Record<Kind, (search: PlaceQuery) => { path: string; parameters: Record<string, string> }> = {
  nominatim: ({ text, locale, near, most }) => ({
    path: 'search',
    parameters: {
      q: text,
      format: 'geocodejson',
      addressdetails: '1',
      limit: String(most),
      'accept-language': locale,
      ...(near && { viewbox: viewboxAround(near) }),
    },
  }),
  photon: ({ text, near, most }) => ({
    path: 'api',
    parameters: { q: text, limit: String(most), ...(near && { lat: near.latitude.toFixed(1), lon: near.longitude.toFixed(1) }) },
  }),
}

function viewboxAround({ latitude, longitude }: Point): string {
  const corner = (by: number) => [longitude + by, latitude + by].map((degrees) => degrees.toFixed(1)).join(',')
  return `${corner(-NEAR_DEGREES)},${corner(NEAR_DEGREES)}`
}

/** Calls Nominatim or Photon at the configured address only. Redirects are not followed. */
export class HttpSource implements AddressSource {
  private constructor(
    private readonly kind: Kind,
    private readonly base: string,
    /** Names the application and a contact, as https://operations.osmfoundation.org/policies/nominatim/ requires. */
    private readonly userAgent: string,
    readonly rate: number,
  ) {}

  /** Returns the configured source. Returns undefined when only the bundled data are used. */
  static fromConfiguration({
    GEOCODER,
    GEOCODER_URL,
    GEOCODER_CONTACT,
    GEOCODER_RATE,
  }: ApiConfiguration): HttpSource | undefined {
    if (GEOCODER === 'offline' || !GEOCODER_URL) return undefined
    const userAgent = GEOCODER_CONTACT ? `Roadbook (${GEOCODER_CONTACT})` : 'Roadbook'
    return new HttpSource(GEOCODER, GEOCODER_URL, userAgent, GEOCODER_RATE ?? RATES[GEOCODER])
  }

  find({ latitude, longitude }: Point, locale: Locale, signal: AbortSignal): Promise<FoundAddress | undefined> {
    const place = { lat: latitude.toFixed(4), lon: longitude.toFixed(4) }
    const url = this.urlOf('reverse', { ...place, ...PARAMETERS[this.kind](locale) })
    return this.ask(url, locale, readGeocodeJson, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]))
  }

  search(query: PlaceQuery, signal: AbortSignal): Promise<FoundPlace[]> {
    const { path, parameters } = SEARCHES[this.kind](query)
    return this.ask(this.urlOf(path, parameters), query.locale, readFoundPlaces, signal)
  }

  private async ask<Answer>(url: URL, locale: Locale, read: (body: unknown) => Answer, signal: AbortSignal): Promise<Answer> {
    const headers = { 'user-agent': this.userAgent, 'accept-language': locale }
    const { body } = await askOutside(url, { name: 'the geocoder', headers, maxBytes: MAX_BYTES, signal })
    try {
      return read(JSON.parse(body))
    } catch (error) {
      throw new SourceFailure('the geocoder answered what is no GeocodeJSON', undefined, { cause: error })
    }
  }

  private urlOf(path: string, parameters: Record<string, string>): URL {
    const url = new URL(this.base)
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`
    for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value)
    return url
  }
}
