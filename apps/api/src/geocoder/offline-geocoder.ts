import type { Logger } from '@roadbook/platform'
import type { Locale } from '../texts/locale.js'
import { readRoads } from '../roads/roads-file.js'
import { cellOf, keyOf } from './cells.js'
import { countryName } from './country-name.js'
import type { Address, Asker, Geocoder, Point } from './geocoder.js'
import { PlaceIndex } from './place-index.js'
import { StreetIndex } from './street-index.js'

/** Maximum distance in kilometres from the stored point of a place to a point that counts as inside the place. */
const IN_PLACE_KM = 3
const NEAR: Record<Locale, string> = { nl: 'bij', en: 'near', de: 'bei', fr: 'près de' }

/** Maximum number of cached answers. All points in a cell (a square of about 11 m) have the same answer. */
const MAX_CACHED = 50_000

interface Spot {
  street?: string
  city: string
  isInCity: boolean
  country: string
}

/**
 * Finds the nearest place in the bundled data. Within the region of the streets file, also finds the street. Loads the data on
 * first use. An inexact answer is marked, for example `near Eppelheim`.
 */
export class OfflineGeocoder implements Geocoder {
  #indexes: Promise<{ places: PlaceIndex; streets: StreetIndex | undefined }> | undefined
  readonly #spots = new Map<string, Spot | undefined>()

  /** @param roadsFile path from the variable `ROADS_FILE` */
  constructor(
    private readonly roadsFile: string,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  async lookUp(points: readonly Point[], { locale }: Pick<Asker, 'locale'>): Promise<Address[]> {
    const unknown = points.filter((point) => !this.#spots.has(spotOf(point)))
    if (unknown.length > 0) await this.find(unknown)
    return points.map((point) => toAddress(this.#spots.get(spotOf(point)), locale))
  }

  /** Loads the streets. Returns undefined if the file cannot be read. Answers then have no street names. */
  private async loadStreets(): Promise<StreetIndex | undefined> {
    const roads = await readRoads(this.roadsFile).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'addresses go without names of streets')
      return undefined
    })
    return roads && StreetIndex.fromRoads(roads)
  }

  private async find(points: readonly Point[]): Promise<void> {
    this.#indexes ??= Promise.all([PlaceIndex.load(), this.loadStreets()]).then(
      ([places, streets]) => ({ places, streets }),
      (error: unknown) => {
        this.#indexes = undefined
        throw error
      },
    )
    const { places, streets } = await this.#indexes
    if (this.#spots.size + points.length > MAX_CACHED) this.#spots.clear()
    for (const point of points) {
      const place = places.nearest(point)
      const street = streets?.nearest(point)
      const isInCity = place !== undefined && (street !== undefined || place.distanceKm <= IN_PLACE_KM)
      this.#spots.set(spotOf(point), place && { street, city: place.name, isInCity, country: place.country })
    }
  }
}

const spotOf = (point: Point): string => keyOf(cellOf(point))

function toAddress(spot: Spot | undefined, locale: Locale): Address {
  if (!spot) return { address: null, city: null, country: null }
  const city = spot.isInCity ? spot.city : `${NEAR[locale]} ${spot.city}`
  return {
    address: spot.street ? `${spot.street}, ${spot.city}` : city,
    city: spot.city,
    country: countryName(spot.country, locale),
  }
}
