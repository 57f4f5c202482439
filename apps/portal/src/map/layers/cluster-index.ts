import Supercluster from 'supercluster'
import { MARKER_STATES } from '../entity-state.js'

/** The places to cluster, as columns that cross to a worker without copying. `states` are positions in MARKER_STATES. */
export interface ClusterPoints {
  entityIds: Int32Array
  longitudes: Float64Array
  latitudes: Float64Array
  states: Uint8Array
}

/** How many of each of MARKER_STATES, in that order. */
export type StateCounts = [moving: number, idle: number, offline: number, missing: number]

export interface ClusterItem {
  kind: 'cluster'
  key: number
  longitude: number
  latitude: number
  count: number
  states: StateCounts
}

export interface SingleItem {
  kind: 'single'
  entityId: number
  longitude: number
  latitude: number
}

export type MapItem = ClusterItem | SingleItem

/** West, south, east, north in degrees. */
export type Box = [west: number, south: number, east: number, north: number]

/** Two markers nearer than this many pixels become one circle. */
const RADIUS_PX = 52
/** Beyond the deepest zoom of the map, so that vehicles in one spot stay one circle and can be fanned out (G-40). */
export const DEEPEST_CLUSTER_ZOOM = 20

interface PointProperties {
  entityId: number
  state: number
}

/** Clusters of one moment; built anew when positions change. */
export class ClusterIndex {
  private readonly tree: Supercluster<PointProperties, { states: StateCounts }>

  constructor(points: ClusterPoints) {
    this.tree = new Supercluster<PointProperties, { states: StateCounts }>({
      radius: RADIUS_PX,
      extent: 256,
      maxZoom: DEEPEST_CLUSTER_ZOOM,
      map: ({ state }) => ({ states: MARKER_STATES.map((_, index) => (index === state ? 1 : 0)) as StateCounts }),
      reduce: (sum, { states }) => {
        sum.states = sum.states.map((count, index) => count + (states[index] ?? 0)) as StateCounts
      },
    })
    this.tree.load(
      Array.from(points.entityIds, (entityId, index) => ({
        type: 'Feature' as const,
        properties: { entityId, state: points.states[index] ?? 0 },
        geometry: { type: 'Point' as const, coordinates: [points.longitudes[index] ?? 0, points.latitudes[index] ?? 0] },
      })),
    )
  }

  /** What to draw in a box at a zoom; fractional zooms are rounded. */
  query(box: Box, zoom: number): MapItem[] {
    return this.tree.getClusters(box, Math.round(zoom)).map(({ geometry, properties }) => {
      const [longitude = 0, latitude = 0] = geometry.coordinates
      if ('cluster_id' in properties)
        return {
          kind: 'cluster',
          key: properties.cluster_id,
          longitude,
          latitude,
          count: properties.point_count,
          states: properties.states,
        }
      return { kind: 'single', entityId: properties.entityId, longitude, latitude }
    })
  }

  /** The entities of a cluster; none when the key is of an older index. */
  members(key: number): number[] {
    try {
      return this.tree.getLeaves(key, Number.POSITIVE_INFINITY).map(({ properties }) => properties.entityId)
    } catch (error) {
      // The library throws for a key it does not hold: the index was rebuilt between drawing and click.
      if (error instanceof Error && error.message.includes('cluster')) return []
      throw error
    }
  }
}
