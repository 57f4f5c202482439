import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { MultiPolygon, Polygon, Position } from 'geojson'
import { fromLngLat, toWorld, type WorldPoint } from '../coordinates.js'

/** Country of the fallback map, in the unit square. */
export interface Country {
  name: string
  rings: WorldPoint[][]
  /** Position of the country's name, which is the middle of its largest ring. */
  middle: WorldPoint
  /** Width of the country's largest ring as a share of the world's width. Small countries are labelled only at deeper zooms. */
  width: number
}

/** Contents of `public/basemap/world.json`: country borders of Natural Earth, 1 : 50 million, as packed by world-atlas. */
export type WorldFile = Topology<{ countries: GeometryCollection<{ name: string }> }>

export function readCountries(file: WorldFile): Country[] {
  return feature(file, file.objects.countries).features.map(({ geometry, properties }) => {
    const rings = ringsOf(geometry as Polygon | MultiPolygon).map((ring) =>
      ring.map(([longitude = 0, latitude = 0]) => toWorld(fromLngLat([longitude, latitude]))),
    )
    return { name: properties.name, rings, ...largest(rings) }
  })
}

const ringsOf = ({ type, coordinates }: Polygon | MultiPolygon): Position[][] =>
  type === 'Polygon' ? coordinates : coordinates.flat()

function largest(rings: readonly WorldPoint[][]): { middle: WorldPoint; width: number } {
  let found: { middle: WorldPoint; width: number } = { middle: [0, 0], width: 0 }
  for (const ring of rings) {
    const xs = ring.map(([x]) => x)
    const ys = ring.map(([, y]) => y)
    const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
    if (east - west > found.width) found = { middle: [(west + east) / 2, (north + south) / 2], width: east - west }
  }
  return found
}
