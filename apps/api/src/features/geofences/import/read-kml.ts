import { SaxesParser } from 'saxes'
import { areasOf, type Found } from './found-area.js'
import { line } from './read-geojson.js'

/** A file that is no KML at all, or XML that is not well formed. */
export class NotKml extends Error {}

/** What a placemark may hold that becomes a place; `LinearRing` is its outline where it stands alone. */
type Geometry = { type: string; coordinates?: unknown; geometries?: Geometry[] }

interface Placemark {
  name: string
  description: string
  geometries: Geometry[]
}

/** Nested deeper, it is no map that somebody has drawn. */
const DEEPEST = 64

/**
 * Places of a KML file: each Placemark with its Point, LineString, Polygon (with holes) or MultiGeometry. The parser knows no entities but
 * the five of XML, and fetches nothing: a document type that declares some is read without them, and whoever uses one is refused.
 * @source OGC KML 2.3 (12-007r2)
 * @throws NotKml
 */
export function readKml(text: string): Found[] {
  const reader = new KmlReader()
  const parser = new SaxesParser()
  parser.on('error', () => {
    throw new NotKml()
  })
  parser.on('opentag', ({ name }) => reader.open(localName(name)))
  parser.on('closetag', ({ name }) => reader.close(localName(name)))
  parser.on('text', (part) => reader.text(part))
  parser.on('cdata', (part) => reader.text(part))
  parser.write(text).close()
  if (!reader.isKml) throw new NotKml()
  return reader.placemarks.flatMap(({ name, description, geometries }) => {
    const told = { name: line(name), description: line(description.replace(/<[^>]*>/gu, ' ')) }
    const [only] = geometries
    return areasOf(geometries.length > 1 ? { type: 'GeometryCollection', geometries } : only, told)
  })
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Builds placemarks from what the parser meets. */
class KmlReader {
  isKml = false
  readonly placemarks: Placemark[] = []
  readonly #path: string[] = []
  #placemark: Placemark | undefined
  #rings: unknown[][] = []
  #text = ''

  open(name: string): void {
    if (this.#path.length === 0 && name === 'kml') this.isKml = true
    if (this.#path.length >= DEEPEST) throw new NotKml()
    this.#path.push(name)
    this.#text = ''
    if (name === 'Placemark') this.#placemark = { name: '', description: '', geometries: [] }
    if (name === 'Polygon') this.#rings = []
  }

  text(part: string): void {
    this.#text += part
  }

  close(name: string): void {
    this.#path.pop()
    const placemark = this.#placemark
    if (!placemark) return
    const parent = this.#path.at(-1)
    if (name === 'name' && parent === 'Placemark') placemark.name = this.#text
    if (name === 'description' && parent === 'Placemark') placemark.description = this.#text
    if (name === 'coordinates') this.#coordinates(placemark, parent)
    if (name === 'Polygon') placemark.geometries.push({ type: 'Polygon', coordinates: this.#rings })
    if (name === 'Placemark') {
      this.placemarks.push(placemark)
      this.#placemark = undefined
    }
    this.#text = ''
  }

  #coordinates({ geometries }: Placemark, parent: string | undefined): void {
    const positions = this.#text
      .trim()
      .split(/\s+/u)
      .filter((position) => position !== '')
      .map((position) => position.split(',').slice(0, 2).map(Number))
    if (parent === 'Point') geometries.push({ type: 'Point', coordinates: positions[0] })
    if (parent === 'LineString') geometries.push({ type: 'LineString', coordinates: positions })
    if (parent !== 'LinearRing') return
    const isOutline = this.#path.includes('Polygon')
    // The outline first, whatever order they stand in.
    if (isOutline && this.#path.includes('outerBoundaryIs')) this.#rings.unshift(positions)
    else if (isOutline) this.#rings.push(positions)
    else geometries.push({ type: 'Polygon', coordinates: [positions] })
  }
}
