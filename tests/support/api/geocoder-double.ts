import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface AskedPlace {
  lat: string
  lon: string
  locale: string
}

/** Default User-Agents of HTTP libraries. Nominatim's policy: "stock User-Agents as set by http libraries will not do". */
const STOCK = /^(node|undici|axios|got|curl|wget|python|okhttp|java|Mozilla)\b/i
/** Languages of the public Photon. In addition, Photon has the local names. */
const PHOTON_LANGUAGES = ['en', 'de', 'fr']
const ALLOWED = {
  nominatim: ['format', 'lat', 'lon', 'accept-language', 'zoom', 'addressdetails', 'layer', 'email'],
  photon: ['lat', 'lon', 'limit', 'radius', 'lang', 'layer', 'osm_tag', 'distance_sort', 'dedupe', 'debug'],
}
const SEARCHED = {
  nominatim: { path: '/search', allowed: ['q', 'format', 'limit', 'accept-language', 'addressdetails', 'viewbox', 'email'] },
  photon: { path: '/api', allowed: ['q', 'limit', 'lat', 'lon', 'lang', 'layer', 'osm_tag', 'bbox'] },
}
/** Number of requests that may arrive at the same time, because some of them were delayed on the way. */
const BURST = 3

/**
 * Behaves like Nominatim or Photon. Answers `/reverse`, and finds one house in searches. Refuses everything that they
 * refuse: requests without a User-Agent of their own, requests above the rate, invalid places, unknown parameters and
 * unknown languages. The house number depends on the place, so each place has another address.
 */
export class GeocoderDouble {
  readonly asked: AskedPlace[] = []
  /** Texts that were searched for. */
  readonly searched: string[] = []
  readonly agents = new Set<string>()
  /** Number of requests refused for exceeding the rate. */
  refused = 0
  /** If true, breaks every connection. */
  isAway = false
  /** Places without an address, as `lat,lon`. */
  readonly unknown = new Set<string>()
  /** If set, answers wait until this promise resolves. */
  gate: Promise<void> | undefined
  private level = 0
  private levelAt = Date.now()

  private constructor(
    private readonly kind: 'nominatim' | 'photon',
    private readonly rate: number,
    private readonly server: Server,
  ) {}

  static async start(kind: 'nominatim' | 'photon', rate: number): Promise<GeocoderDouble> {
    const server = createServer()
    const double = new GeocoderDouble(kind, rate, server)
    server.on('request', (request, response) => void double.serve(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return double
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /** Settings with which an API uses this geocoder. */
  get environment(): Record<string, string> {
    const contact = 'ops@fleet.example'
    return {
      API_WORK: 'all',
      GEOCODER: this.kind,
      GEOCODER_URL: this.url,
      GEOCODER_RATE: String(this.rate),
      GEOCODER_CONTACT: contact,
    }
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((closed) => this.server.close(closed))
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
    const agent = request.headers['user-agent'] ?? ''
    const lat = searchParams.get('lat') ?? ''
    const lon = searchParams.get('lon') ?? ''
    const locale = (searchParams.get('accept-language') ?? request.headers['accept-language'] ?? '').toString()
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
    const isSearch = pathname === SEARCHED[this.kind].path
    this.agents.add(agent)
    if (isSearch) this.searched.push(searchParams.get('q') ?? '')
    else this.asked.push({ lat, lon, locale })
    if (this.isAway) return void request.socket.destroy()
    if (pathname !== '/reverse' && !isSearch) return void answer(404, { error: { code: 404, message: 'Not found' } })
    if (this.kind === 'nominatim' && (agent === '' || STOCK.test(agent))) return void answer(403, 'Access blocked')
    if (this.isTooFast()) {
      this.refused += 1
      return void answer(429, { error: { code: 429, message: 'Too many requests' } })
    }
    const wrong = this.wrongIn(searchParams, isSearch)
    if (wrong) return void answer(400, this.kind === 'photon' ? { message: wrong } : { error: { code: 400, message: wrong } })
    await this.gate
    if (isSearch) return void answer(200, this.foundFor(searchParams.get('q') ?? ''))
    const parts = this.unknown.has(`${lat},${lon}`) ? undefined : partsOf(Number(lat), this.languageOf(locale))
    if (this.kind === 'photon') {
      const features = parts ? [{ type: 'Feature', properties: { ...parts, countrycode: 'LI' } }] : []
      return void answer(200, { type: 'FeatureCollection', features })
    }
    if (!parts) return void answer(200, { error: 'Unable to geocode' })
    const geocoding = { ...parts, name: null, country_code: 'li' }
    answer(200, { type: 'FeatureCollection', geocoding: {}, features: [{ type: 'Feature', properties: { geocoding } }] })
  }

  /** Returns the only house that this double knows, if its street is searched for. */
  private foundFor(text: string): object {
    const parts = { type: 'house', housenumber: '5', street: 'Kirchgasse', city: 'Vaduz', county: 'Oberland' }
    const properties =
      this.kind === 'photon' ? { ...parts, countrycode: 'LI' } : { geocoding: { ...parts, name: null, country_code: 'li' } }
    const house = { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [9.5209, 47.139] } }
    return { type: 'FeatureCollection', features: /kirchgasse/i.test(text) ? [house] : [] }
  }

  private wrongIn(parameters: URLSearchParams, isSearch: boolean): string | undefined {
    const allowed = isSearch ? SEARCHED[this.kind].allowed : ALLOWED[this.kind]
    for (const key of parameters.keys()) if (!allowed.includes(key)) return `unknown query parameter '${key}'`
    for (const [key, most] of isSearch ? [] : [['lat', 90] as const, ['lon', 180] as const]) {
      const value = Number(parameters.get(key) || Number.NaN)
      if (!(Math.abs(value) <= most)) return `Parameter '${key}' must be a number.`
    }
    const language = parameters.get('lang')
    if (this.kind === 'photon' && language && ![...PHOTON_LANGUAGES, 'default'].includes(language))
      return `Language is not supported. Supported are: default, ${PHOTON_LANGUAGES.join(', ')}`
    if (this.kind === 'nominatim' && parameters.get('format') !== 'geocodejson') return "Parameter 'format' must be one of: …"
    return undefined
  }

  /** Returns the language of the answer. If Photon does not have the language, it answers with local names. */
  private languageOf(locale: string): string {
    return this.kind === 'photon' && !PHOTON_LANGUAGES.includes(locale) ? 'de' : locale
  }

  /** Returns true if there are more requests than the rate allows, measured with a leaky bucket. */
  private isTooFast(): boolean {
    const now = Date.now()
    this.level = Math.max(0, this.level - ((now - this.levelAt) / 1000) * this.rate) + 1
    this.levelAt = now
    return this.level > BURST
  }
}

const STREETS: Record<string, string> = { de: 'Landstrasse', nl: 'Landstraat', fr: 'Route du Pays', en: 'Country Road' }

const partsOf = (latitude: number, language: string) => ({
  type: 'house',
  housenumber: String(Math.round(latitude * 10_000) % 1_000),
  street: STREETS[language] ?? 'Landstrasse',
  city: 'Vaduz',
})
