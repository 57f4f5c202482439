import { type Position, distanceM } from '@roadbook/geo'
import { type RoadNetwork, networkOf } from './road-network.js'
import type { RoadPiece } from './road-piece.js'
import { TRAVEL_MODES, type TravelMode, speedLimitKph } from './travel-mode.js'

/** GeoJSON line of a road, as in data/liechtenstein-roads.geojson.gz. Coordinates are longitude, latitude. */
export interface RoadFeature {
  properties: { class: string; name?: string; oneway?: boolean; maxspeed?: string }
  geometry: { type: string; coordinates: number[][] }
}

/**
 * Streets as a graph, with one network per travel mode. A city does not change, except that computed routes are cached in
 * it.
 */
export interface City {
  /** Places where roads meet or end. */
  junctions: readonly Position[]
  pieces: readonly RoadPiece[]
  networks: Record<TravelMode, RoadNetwork>
}

/** Cuts the roads at their junctions. A junction is a point that several roads share, or the end of a road. */
export function buildCity(roads: readonly RoadFeature[]): City {
  const uses = new Map<string, number>()
  const lines = roads.filter(({ geometry }) => geometry.type === 'LineString' && geometry.coordinates.length > 1)
  for (const { geometry } of lines) {
    geometry.coordinates.forEach((point, at) => {
      const isEnd = at === 0 || at === geometry.coordinates.length - 1
      uses.set(keyOf(point), (uses.get(keyOf(point)) ?? 0) + (isEnd ? 2 : 1))
    })
  }
  const junctions: Position[] = []
  const ids = new Map<string, number>()
  const idOf = (point: number[]) => {
    const key = keyOf(point)
    const id = ids.get(key) ?? junctions.push(toPosition(point)) - 1
    ids.set(key, id)
    return id
  }
  const pieces: RoadPiece[] = []
  for (const road of lines) {
    const points = road.geometry.coordinates
    let start = 0
    for (let at = 1; at < points.length; at++) {
      if (uses.get(keyOf(points[at]!)) === 1) continue
      pieces.push(pieceOf(road, points.slice(start, at + 1), idOf))
      start = at
    }
  }
  const networks = Object.fromEntries(TRAVEL_MODES.map((mode) => [mode, networkOf(mode, junctions, pieces)]))
  return { junctions, pieces, networks: networks as Record<TravelMode, RoadNetwork> }
}

function pieceOf({ properties }: RoadFeature, points: number[][], idOf: (point: number[]) => number): RoadPiece {
  const line = points.map(toPosition)
  let lengthM = 0
  for (let at = 1; at < line.length; at++) lengthM += distanceM(line[at - 1]!, line[at]!)
  return {
    from: idOf(points[0]!),
    to: idOf(points[points.length - 1]!),
    line,
    lengthM,
    roadClass: properties.class,
    speedLimitKph: speedLimitKph(properties.class, properties.maxspeed),
    isOneway: properties.oneway === true,
    isTunnel: /tunnel/i.test(properties.name ?? ''),
  }
}

const keyOf = (point: number[]) => `${point[0]},${point[1]}`
const toPosition = (point: number[]): Position => ({ latitude: point[1]!, longitude: point[0]! })
