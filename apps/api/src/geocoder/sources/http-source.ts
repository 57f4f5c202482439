import type { ApiConfiguration } from '../../configuration.js'
import type { Locale } from '../../texts/locale.js'
import type { Point } from '../geocoder.js'
import { type AddressSource, SourceFailure } from './address-source.js'
import { type FoundAddress, readGeocodeJson } from './geocode-json.js'

/** Of one request, from its start to the last byte of its answer. */
const TIMEOUT_MS = 10_000
/** An answer is a few hundred bytes. */
const MAX_BYTES = 256 * 1024
/** Who refuses without saying for how long is left alone so long, and nobody for longer than an hour. */
const REST_S = 60
const MOST_REST_S = 3_600
/** Requests a second unless told otherwise: one by the usage policy of the public Nominatim, and what one machine's Photon bears. */
const RATES = { nominatim: 1, photon: 10 }

type Kind = keyof typeof RATES

/**
 * What each is asked besides the place. Nominatim: the nearest address, and no shop or bench. Photon: within 200 m, or a lonely
 * road would bear the name of the next farm; it refuses a `lang` that it did not import, and answers one in `Accept-Language` with
 * the names that people there use.
 * @source https://nominatim.org/release-docs/latest/api/Reverse/; https://github.com/komoot/photon/blob/master/docs/api-v1.md#reverse
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

/** Nominatim or Photon at the address in the configuration, and at no other: redirections are not followed. */
export class HttpSource implements AddressSource {
  private constructor(
    private readonly kind: Kind,
    private readonly base: string,
    /** Names the application and whom to turn to, as https://operations.osmfoundation.org/policies/nominatim/ asks. */
    private readonly userAgent: string,
    readonly rate: number,
  ) {}

  /** By configuration; undefined where the data that comes along is all there is. */
  static of({ GEOCODER, GEOCODER_URL, GEOCODER_CONTACT, GEOCODER_RATE }: ApiConfiguration): HttpSource | undefined {
    if (GEOCODER === 'offline' || !GEOCODER_URL) return undefined
    const userAgent = GEOCODER_CONTACT ? `Roadbook (${GEOCODER_CONTACT})` : 'Roadbook'
    return new HttpSource(GEOCODER, GEOCODER_URL, userAgent, GEOCODER_RATE ?? RATES[GEOCODER])
  }

  async find(point: Point, locale: Locale, signal: AbortSignal): Promise<FoundAddress | undefined> {
    const body = await this.ask(this.urlOf(point, locale), locale, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]))
    try {
      return readGeocodeJson(JSON.parse(body))
    } catch (error) {
      throw new SourceFailure('the geocoder answered what is no GeocodeJSON', undefined, { cause: error })
    }
  }

  private urlOf({ latitude, longitude }: Point, locale: Locale): URL {
    const url = new URL(this.base)
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/reverse`
    const place = { lat: latitude.toFixed(4), lon: longitude.toFixed(4) }
    for (const [key, value] of Object.entries({ ...place, ...PARAMETERS[this.kind](locale) })) url.searchParams.set(key, value)
    return url
  }

  private async ask(url: URL, locale: Locale, signal: AbortSignal): Promise<string> {
    let response: Response
    try {
      response = await fetch(url, {
        headers: { 'user-agent': this.userAgent, 'accept-language': locale, accept: 'application/json' },
        redirect: 'error',
        signal,
      })
      if (response.ok) return await textOf(response)
    } catch (error) {
      throw error instanceof SourceFailure
        ? error
        : new SourceFailure('the geocoder does not answer', undefined, { cause: error })
    }
    await response.body?.cancel()
    // 403: blocked, by Nominatim's policy; 429 and 503: too much.
    const restS = [403, 429, 503].includes(response.status) ? restOf(response.headers.get('retry-after')) : undefined
    throw new SourceFailure(`the geocoder answered ${response.status}`, restS)
  }
}

/** @throws SourceFailure for more than any address is */
async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.byteLength
    if (length > MAX_BYTES) throw new SourceFailure('the geocoder answered too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** `Retry-After` in seconds; dates are taken for not said. */
function restOf(header: string | null): number {
  const seconds = Number(header ?? '')
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, MOST_REST_S) : REST_S
}
