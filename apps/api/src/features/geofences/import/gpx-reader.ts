import { areasOf, type Found } from './found-area.js'
import type { Reading } from './reading.js'
import { placeFactsOf } from './place-facts.js'
import type { XmlReader } from './xml-reader.js'

interface Way {
  properties: Record<string, string>
  /** Lines of a track, one for each segment. Between two segments, nothing was recorded. */
  lines: unknown[][]
}

const WAYS: ReadonlySet<string> = new Set(['trk', 'rte', 'wpt'])
const TEXTS: ReadonlySet<string> = new Set(['name', 'desc', 'cmt'])

/**
 * Reads each track (`trk`) with its segments, each route (`rte`) and each waypoint (`wpt`).
 * @source GPX 1.1, topografix.com; 1.0 has the same elements
 */
export class GpxReader implements XmlReader {
  readonly #ways: Way[] = []
  #way: Way | undefined

  open(name: string, { lat, lon }: Readonly<Record<string, string>>, path: readonly string[]): void {
    if (WAYS.has(name) && path.length === 1) {
      this.#way = { properties: {}, lines: name === 'trk' ? [] : [[]] }
      this.#ways.push(this.#way)
    }
    if (name === 'trkseg') this.#way?.lines.push([])
    if (name === 'trkpt' || name === 'rtept' || name === 'wpt') this.#way?.lines.at(-1)?.push([numberOf(lon), numberOf(lat)])
  }

  close(name: string, text: string, path: readonly string[]): void {
    if (this.#way && path.length === 2 && TEXTS.has(name)) this.#way.properties[name] = text
    if (path.length === 1 && WAYS.has(name)) this.#way = undefined
  }

  places({ locale }: Reading): Found[] {
    return this.#ways.flatMap(({ properties, lines }) => areasOf(geometryOf(lines), placeFactsOf(properties, locale)))
  }
}

const numberOf = (text: string | undefined) => (text === undefined || text.trim() === '' ? Number.NaN : Number(text))

function geometryOf(lines: readonly unknown[][]) {
  const [first = [], ...more] = lines.filter((line) => line.length > 0)
  if (first.length === 0) return undefined
  if (more.length > 0) return { type: 'MultiLineString', coordinates: [first, ...more] }
  return first.length === 1 ? { type: 'Point', coordinates: first[0] } : { type: 'LineString', coordinates: first }
}
