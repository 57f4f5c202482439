import { setImmediate } from 'node:timers/promises'
import type { Position } from '@roadbook/geo'
import type { Logger } from '@roadbook/platform'
import { readRoads } from '../../roads/roads-file.js'
import { type Locale, LOCALES } from '../../texts/locale.js'
import { countryName } from '../country-name.js'
import { type NamedPlace, PlaceIndex } from '../place-index.js'
import { boxAround, type FoundPlace } from './found-place.js'
import { type LargerPlace, readLargerPlaces } from './larger-places.js'
import { NameIndex } from './name-index.js'
import { type TownStreet, townStreets } from './town-streets.js'
import { begins, fitOf, holds, keyOf, type Typed, typedIn } from './words.js'

/** Number of places that are processed without a break. Other work of the process runs in the breaks. */
const SLICE = 2_000
/** Assumed number of inhabitants of a place for which the data has no number. Such places have 1,000 to 15,000 inhabitants. */
const SMALL_TOWN = 3_000
/**
 * A street is ranked like a town with this number of inhabitants. A street whose whole name is typed then comes before a
 * distant town of that name.
 */
const STREET = 3_000
/**
 * Half the width, in kilometres, of the box that a found small town gets as its `bounds`. The next constant is half the width
 * of the box of the largest cities.
 */
const LEAST_KM = 1.5
const MOST_KM = 20
/** Half the width of a town's box, in kilometres, is this value times the square root of the number of inhabitants. */
const KM_PER_ROOT = 0.015

interface Bundled {
  index: NameIndex
  places: PlaceIndex
  streets: readonly TownStreet[]
  /** Population and other names of larger places. The key is the index of the place in `places`. */
  larger: ReadonlyMap<number, LargerPlace>
}

/** Searches the bundled towns of the world and the streets in the roads file, without a call to another service. */
export class BundledSearch {
  #bundled: Promise<Bundled> | undefined

  /** @param roadsFile path from the variable `ROADS_FILE` */
  constructor(
    private readonly roadsFile: string,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Loads the data, unless it is loaded already. The first load takes seconds on a busy machine. */
  async ready(): Promise<void> {
    await this.#ready()
  }

  /** Finds places, best first. The data is loaded with the first search. */
  async find(text: string, { locale, near, most }: { locale: Locale; near?: Position; most: number }): Promise<FoundPlace[]> {
    const bundled = await this.#ready()
    const typed = typedIn(text)
    const found = await bundled.index.find(typed, { near, most })
    return found.map(({ at }) => {
      const street = bundled.streets[at - bundled.places.size]
      return street ? foundStreet(street, bundled, locale) : foundTown(at, { bundled, typed, locale })
    })
  }

  #ready(): Promise<Bundled> {
    this.#bundled ??= this.#load().catch((error: unknown) => {
      this.#bundled = undefined
      throw error
    })
    return this.#bundled
  }

  async #load(): Promise<Bundled> {
    const [places, largerOf, roads] = await Promise.all([PlaceIndex.load(), readLargerPlaces(), this.#roads()])
    const streets = await townStreets(roads, places)
    const larger = new Map<number, LargerPlace>()
    const regionOf = (at: number) => around(places.at(at))
    const index = new NameIndex((at) => {
      const street = streets[at - places.size]
      return street ? index.keyAt(street.town) + regionOf(street.town) : regionOf(at)
    })
    for (let at = 0; at < places.size; at++) {
      if (at % SLICE === 0) await setImmediate()
      const place = places.at(at)
      const known = largerOf(place)
      if (known) larger.set(at, known)
      index.add({ ...place, key: keyOf(place.name, known?.others), size: known?.population || SMALL_TOWN })
    }
    for (const { name, middle } of streets) index.add({ ...middle, key: keyOf(name), size: STREET })
    return { index, places, streets, larger }
  }

  /** Reads the streets. If the file cannot be read, the search finds towns only. */
  async #roads() {
    const roads = await readRoads(this.roadsFile).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'places are found without streets')
      return undefined
    })
    return roads ?? []
  }
}

const keys = new Map<string, string>()

/**
 * Returns a part of the search key: the name and code of the place's region, and the code and names of its country. The names
 * of the country are in all languages of the portal.
 */
function around({ country, region = '', regionCode }: NamedPlace): string {
  const code = `${country}.${regionCode}`
  let key = keys.get(code)
  if (key === undefined) {
    key = keyOf(region, [regionCode, country, ...LOCALES.map((locale) => countryName(country, locale))])
    keys.set(code, key)
  }
  return key
}

function foundTown(at: number, { bundled, typed, locale }: { bundled: Bundled; typed: Typed; locale: Locale }): FoundPlace {
  const { name, region, country, latitude, longitude } = bundled.places.at(at)
  const { population = 0, others = [] } = bundled.larger.get(at) ?? {}
  const km = Math.min(MOST_KM, Math.max(LEAST_KM, KM_PER_ROOT * Math.sqrt(population)))
  return {
    kind: 'town',
    name: nameAsTyped(name, others, typed),
    city: null,
    region: region ?? null,
    country: countryName(country, locale),
    latitude,
    longitude,
    bounds: boxAround({ latitude, longitude }, km),
  }
}

/** Returns the place's name in the language in which it was typed. An example is `München`, which the data calls Munich. */
function nameAsTyped(name: string, others: readonly string[], { words }: Typed): string {
  if (words.some((word) => begins(keyOf(name), word))) return name
  const typed = others.filter((other) => {
    const own = words.filter((word) => holds(keyOf(other), word))
    return own.length > 0 && fitOf(keyOf(other), own).of === 'whole'
  })
  // The data also contains the spelling `Muenchen`, so a name with letters such as `ü` is preferred.
  return typed.find((other) => /[^\0-\x7F]/.test(other)) ?? typed[0] ?? name
}

function foundStreet({ name, town, middle, bounds }: TownStreet, { places }: Bundled, locale: Locale): FoundPlace {
  const { name: city, region, country } = places.at(town)
  return { kind: 'street', name, city, region: region ?? null, country: countryName(country, locale), ...middle, bounds }
}
