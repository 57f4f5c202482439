import { VectorTile, VectorTileFeature } from '@mapbox/vector-tile'
import Pbf from 'pbf'

/**
 * A feature of a layer. Its kind and name are from the file's schema. Its geometry is in fractions of the tile, from the upper
 * left corner.
 */
export interface TileFeature {
  kind: string
  name?: string
  isArea: boolean
  isPoint: boolean
  /** The rings of an area, the lines of a way, or places with one point each. */
  parts: readonly (readonly (readonly [number, number])[])[]
}

const [, POINT, , AREA] = VectorTileFeature.types

/**
 * Reads the features of these layers, in the order of the tile.
 * @source https://github.com/mapbox/vector-tile-spec/tree/master/2.1
 * @throws Error when the tile is damaged
 */
export function readTile(tile: Uint8Array, layers: ReadonlySet<string>): Map<string, TileFeature[]> {
  const read = Object.values(new VectorTile(new Pbf(tile)).layers).filter(({ name }) => layers.has(name))
  return new Map(read.map((layer) => [layer.name, Array.from({ length: layer.length }, (_, at) => featureOf(layer.feature(at)))]))
}

function featureOf(feature: VectorTileFeature): TileFeature {
  const { kind, name } = feature.properties
  const type = VectorTileFeature.types[feature.type]
  const parts = feature
    .loadGeometry()
    .map((part) => part.map(({ x, y }): [number, number] => [x / feature.extent, y / feature.extent]))
  return {
    kind: typeof kind === 'string' ? kind : '',
    ...(typeof name === 'string' && { name }),
    isArea: type === AREA,
    isPoint: type === POINT,
    parts: type === POINT ? parts : parts.filter((part) => part.length > 1),
  }
}
