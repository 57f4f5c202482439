import { areasOf, type Found } from './found-area.js'
import type { Reading } from './reading.js'
import { placeFactsOf } from './place-facts.js'
import type { XmlReader } from './xml-reader.js'

/** Geometry of a placemark. A `LinearRing` outside a polygon becomes a polygon. */
type Geometry = { type: string; coordinates: unknown }

interface Placemark {
  properties: Record<string, string>
  geometries: Geometry[]
}

/**
 * Reads each Placemark and its ExtendedData. A Placemark may contain a Point, LineString, Polygon (with holes), MultiGeometry
 * or track. Links to other files are reported but not fetched.
 * @source OGC KML 2.3 (12-007r2)
 */
export class KmlReader implements XmlReader {
  readonly #placemarks: Placemark[] = []
  readonly #links: string[] = []
  #placemark: Placemark | undefined
  #link: string | undefined
  #rings: unknown[][] = []
  #track: unknown[] = []
  #datum = ''

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'Placemark') this.#placemark = { properties: {}, geometries: [] }
    if (name === 'NetworkLink') this.#link = ''
    if (name === 'Polygon') this.#rings = []
    if (name === 'Track') this.#track = []
    if (name === 'Data' || name === 'SimpleData') this.#datum = attributes.name ?? ''
  }

  close(name: string, text: string, path: readonly string[]): void {
    const parent = path.at(-1)
    if (name === 'name' && parent === 'NetworkLink') this.#link = text.trim()
    if (name === 'NetworkLink') this.#links.push(this.#link ?? '')
    const placemark = this.#placemark
    if (!placemark) return
    const { properties, geometries } = placemark
    if ((name === 'name' || name === 'description') && parent === 'Placemark') properties[name] = text
    if ((name === 'value' && parent === 'Data') || name === 'SimpleData') properties[this.#datum] ??= text
    if (name === 'coordinates') this.#coordinates(placemark, text, path)
    if (name === 'coord') this.#track.push(text.trim().split(/\s+/u).map(Number))
    if (name === 'Track') geometries.push({ type: 'LineString', coordinates: this.#track })
    if (name === 'Polygon') geometries.push({ type: 'Polygon', coordinates: this.#rings })
    if (name === 'Placemark') {
      this.#placemarks.push(placemark)
      this.#placemark = undefined
    }
  }

  places({ locale, latitudeFirst }: Reading): Found[] {
    const found = this.#placemarks.flatMap(({ properties, geometries }) => {
      const geometry = geometries.length > 1 ? { type: 'GeometryCollection', geometries } : geometries[0]
      return areasOf(geometry, placeFactsOf(properties, locale), latitudeFirst)
    })
    return [...found, ...this.#links.map((name) => ({ name, problem: 'network-link' as const }))]
  }

  #coordinates({ geometries }: Placemark, text: string, path: readonly string[]): void {
    const parent = path.at(-1)
    const positions = positionsIn(text)
    if (parent === 'Point') geometries.push({ type: 'Point', coordinates: positions.length > 1 ? positions : positions[0] })
    if (parent === 'LineString') geometries.push({ type: 'LineString', coordinates: positions })
    if (parent !== 'LinearRing') return
    const isOutline = path.includes('Polygon')
    // The outline is stored first, even if another ring comes first in the file.
    if (isOutline && path.includes('outerBoundaryIs')) this.#rings.unshift(positions)
    else if (isOutline) this.#rings.push(positions)
    else geometries.push({ type: 'Polygon', coordinates: [positions] })
  }
}

/**
 * Returns the positions in a text. Spaces separate positions. Each position has longitude, latitude and perhaps a height,
 * separated by commas. Spaces after commas are allowed. A position with more parts is invalid, because its commas are decimal
 * commas (`9,5,47,1`) or separate positions.
 */
const positionsIn = (text: string): number[][] =>
  text
    // First, several blanks in a row become one blank, because a pattern with blanks on both sides of a comma is slow on
    // many blanks.
    .replace(/\s+/gu, ' ')
    .replace(/ ?, ?/gu, ',')
    .split(' ')
    .filter((position) => position !== '')
    .map((position) => position.split(','))
    .map((parts) => (parts.length > 3 ? [Number.NaN] : parts.slice(0, 2).map(numberOf)))

const numberOf = (text: string) => (text === '' ? Number.NaN : Number(text))
