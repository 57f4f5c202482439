import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common'
import { folded } from '@roadbook/contracts'
import type { Position } from '@roadbook/geo'
import type { Logger } from '@roadbook/platform'
import { Counter, type Registry } from 'prom-client'
import type { Caller } from '../../auth/caller.js'
import { UserCallsRepository } from '../../auth/user-limits/user-calls.repository.js'
import { countCall, tooOften } from '../../auth/user-limits/user-rate-limit.js'
import { API_CONFIGURATION, API_LOGGER, API_METRICS, type ApiConfiguration } from '../../configuration.js'
import { FairShares } from '../../database/fair-shares.js'
import { SourceFailure } from '../../outside/ask-outside.js'
import { SourceStateRepository } from '../../outside/source-state.repository.js'
import { unlessAborted } from '../../outside/unless-aborted.js'
import { countryName } from '../country-name.js'
import { ADDRESS_SOURCE, type AddressSource } from '../sources/address-source.js'
import { BundledSearch } from './bundled-search.js'
import type { FoundPlace } from './found-place.js'
import { RecentAnswers } from './recent-answers.js'

/** Maximum places of an answer. Users type more to narrow a search. */
export const MOST_PLACES = 8
/** Minimum characters of a search, because one letter would match everything. */
const SHORTEST = 2
/** Maximum searches of the bundled data per minute for each user. Even fast typing causes fewer searches. */
const AT_HAND_PER_MINUTE = 300
/**
 * Maximum milliseconds that a search waits for its turn at the geocoder. The next constant is the maximum wait for the
 * geocoder's answer.
 */
const TURN_MS = 3_000
const ANSWER_MS = 5_000

/**
 * State of the search for addresses by the operator's geocoder. `none`: no geocoder is configured. `possible`: the caller may
 * request this search. `searched`: the geocoder has answered. `unavailable`: the geocoder cannot answer at the moment.
 */
export const ADDRESS_SEARCHES = ['none', 'possible', 'searched', 'unavailable'] as const

export interface FoundPlaces {
  places: FoundPlace[]
  addresses: (typeof ADDRESS_SEARCHES)[number]
}

export interface PlaceSearch {
  text: string
  near?: Position
  /** True to search with the operator's geocoder too. */
  withAddresses: boolean
}

/**
 * Finds places by name. The bundled data answers each keystroke. The operator's geocoder also knows addresses. It is used
 * only on request, because the public Nominatim forbids searches while somebody types.
 * @source https://operations.osmfoundation.org/policies/nominatim/
 */
@Injectable()
export class PlaceFinder implements OnModuleDestroy {
  readonly #ending = new AbortController()
  readonly #recent = new RecentAnswers<readonly FoundPlace[]>()
  /** Allows each user one request at a time, so that one user cannot take every turn of the geocoder. */
  readonly #shares = new FairShares(1, TURN_MS)
  /** Allows each user one search of the bundled data at a time, so that one user cannot occupy the process. */
  readonly #sharesAtHand = new FairShares(1, TURN_MS)
  readonly #searches: Counter<'result'>

  constructor(
    private readonly bundled: BundledSearch,
    private readonly state: SourceStateRepository,
    private readonly calls: UserCallsRepository,
    @Inject(ADDRESS_SOURCE) private readonly source: AddressSource | undefined,
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    @Inject(API_LOGGER) private readonly logger: Logger,
    @Inject(API_METRICS) registry: Registry,
  ) {
    this.#searches = new Counter({
      name: 'geocoder_searches_total',
      help: 'Searches for places by the operator’s geocoder',
      labelNames: ['result'],
      registers: [registry],
    })
  }

  onModuleDestroy(): void {
    this.#ending.abort()
  }

  /** @throws Problem 429 when the caller searches too often, in the bundled data or with the geocoder */
  async find(caller: Caller, search: PlaceSearch): Promise<FoundPlaces> {
    const { source } = this
    const { locale } = caller
    if (Array.from(search.text).length < SHORTEST) return { places: [], addresses: source ? 'possible' : 'none' }
    const asked = source && search.withAddresses ? await this.#ask(source, caller, search) : undefined
    if (asked && asked.length > 0) {
      const inWords = asked.map((place) => ({ ...place, country: place.country && countryName(place.country, locale) }))
      return { places: inWords, addresses: 'searched' }
    }
    const places = await this.#atHand(caller, search)
    if (!source) return { places, addresses: 'none' }
    if (!search.withAddresses) return { places, addresses: 'possible' }
    return { places, addresses: asked ? 'searched' : 'unavailable' }
  }

  async #atHand({ userId, locale }: Caller, { text, near }: PlaceSearch): Promise<FoundPlace[]> {
    await countCall(this.calls, { setting: 'PLACES_AT_HAND', perMinute: AT_HAND_PER_MINUTE, userId })
    // The first load of the data must not count as a search. Otherwise the user's next search would wait for the load, and
    // be refused after `TURN_MS`.
    await this.bundled.ready()
    const giveBack = await this.#sharesAtHand.take(String(userId))
    if (!giveBack) throw tooOften(TURN_MS)
    try {
      return await this.bundled.find(text, { locale, near, most: MOST_PLACES })
    } finally {
      giveBack()
    }
  }

  /** @returns undefined when the geocoder does not answer */
  async #ask(source: AddressSource, caller: Caller, search: PlaceSearch): Promise<readonly FoundPlace[] | undefined> {
    const { userId, businessId, locale } = caller
    const near = search.near && [search.near.latitude, search.near.longitude].map((degrees) => degrees.toFixed(1))
    // Answers are kept separately for each business. Otherwise an immediate answer would show that another business had
    // searched for the address.
    const key = JSON.stringify([businessId, locale, near, folded(search.text)])
    const known = this.#recent.get(key)
    if (known) return known
    const setting = 'RATE_LIMIT_PLACES_PER_MINUTE'
    await countCall(this.calls, { setting, perMinute: this.configuration[setting], userId })
    const giveBack = await this.#shares.take(String(userId))
    if (!giveBack) return undefined
    try {
      const found = await this.#atItsPace(source, { text: search.text, locale, near: search.near, most: MOST_PLACES })
      if (found) this.#recent.keep(key, found)
      return found
    } finally {
      giveBack()
    }
  }

  /** Waits for a turn at the geocoder's rate, and then sends the request. */
  async #atItsPace(
    source: AddressSource,
    query: Parameters<AddressSource['search']>[0],
  ): Promise<readonly FoundPlace[] | undefined> {
    const waitMs = await this.state.takeTurn(source.rate, TURN_MS)
    if (waitMs === undefined) return undefined
    await unlessAborted(waitMs, this.#ending.signal)
    if (this.#ending.signal.aborted) return undefined
    try {
      const found = await source.search(query, AbortSignal.any([this.#ending.signal, AbortSignal.timeout(ANSWER_MS)]))
      this.#searches.inc({ result: found.length > 0 ? 'found' : 'nothing' })
      await this.state.succeeded()
      return found
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error
      if (this.#ending.signal.aborted) return undefined
      this.#searches.inc({ result: 'failed' })
      const isLeftAlone = await this.state.failed(error.pauseS)
      this.logger.warn({ err: error, isLeftAlone }, error.message)
      return undefined
    }
  }
}
