import { beside, spanOf } from '@roadbook/geo'
import Supercluster from 'supercluster'
import { MARKER_STATES } from '../entity-state.js'

/**
 * Places to cluster, as columns that can be transferred to a worker without copying. `states` contains indexes into
 * MARKER_STATES.
 */
export interface ClusterPoints {
  entityIds: Int32Array
  longitudes: Float64Array
  latitudes: Float64Array
  states: Uint8Array
}

/** Number of vehicles per state, in the order of MARKER_STATES. */
export type StateCounts = [moving: number, idle: number, offline: number, missing: number]

export interface ClusterItem {
  kind: 'cluster'
  key: number
  longitude: number
  latitude: number
  count: number
  states: StateCounts
  /** Ids of the cluster's vehicles. Present only for high zooms and at most `FEW` vehicles. */
  few?: readonly number[]
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

/**
 * Distance in pixels below which markers are joined into a circle. From NEAR_ZOOM on, a smaller distance applies: streets can
 * be distinguished there, so markers are joined only if their glyphs would overlap.
 */
const RADIUS_PX = 52
const NEAR_RADIUS_PX = 30
const NEAR_ZOOM = 14
/** Maximum number of vehicle names below a circle. */
const FEW = 3
/**
 * Deepest zoom of clusters. It is deeper than the map's deepest zoom, so that vehicles in one spot always stay one circle,
 * which can be fanned out (G-40).
 */
export const DEEPEST_CLUSTER_ZOOM = 20

interface PointProperties {
  entityId: number
  state: number
}

type Tree = Supercluster<PointProperties, { states: StateCounts }>

/** Clusters at one moment. The index is rebuilt when positions change. */
export class ClusterIndex {
  /** Index for low zooms and index for high zooms. */
  private readonly trees: readonly [Tree, Tree]
  /**
   * Degrees that are subtracted from all longitudes before clustering. The library does not cluster across the 180th
   * meridian. If vehicles are on both sides of this meridian, the offset moves them, so that it lies where there are no
   * vehicles.
   */
  private readonly turn: number

  constructor(points: ClusterPoints) {
    const { west, east } = spanOf(points.longitudes)
    this.turn = east > 180 ? (west + east) / 2 : 0
    const features = Array.from(points.entityIds, (entityId, index) => ({
      type: 'Feature' as const,
      properties: { entityId, state: points.states[index] ?? 0 },
      geometry: {
        type: 'Point' as const,
        coordinates: [beside(0, (points.longitudes[index] ?? 0) - this.turn), points.latitudes[index] ?? 0],
      },
    }))
    this.trees = [
      newTree({ radius: RADIUS_PX, maxZoom: NEAR_ZOOM - 1 }).load(features),
      newTree({ radius: NEAR_RADIUS_PX, minZoom: NEAR_ZOOM, maxZoom: DEEPEST_CLUSTER_ZOOM }).load(features),
    ]
  }

  /** Returns the items to draw in a box at a zoom. Fractional zooms are rounded. */
  query(box: Box, zoom: number): MapItem[] {
    const rounded = Math.round(zoom)
    const which = rounded < NEAR_ZOOM ? 0 : 1
    const tree = this.trees[which]
    const [west, south, east, north] = box
    return tree.getClusters([west - this.turn, south, east - this.turn, north], rounded).map(({ geometry, properties }) => {
      const [turned = 0, latitude = 0] = geometry.coordinates
      const longitude = this.turn === 0 ? turned : beside(0, turned + this.turn)
      if (!('cluster_id' in properties)) return { kind: 'single', entityId: properties.entityId, longitude, latitude }
      const { cluster_id: id, point_count: count, states } = properties
      const few = which === 1 && count <= FEW ? { few: entitiesOf(tree, id) } : undefined
      return { kind: 'cluster', key: 2 * id + which, longitude, latitude, count, states, ...few }
    })
  }

  /** Returns the vehicles of a cluster. Empty if the key belongs to an older index. */
  members(key: number): number[] {
    try {
      return entitiesOf(this.trees[key % 2 === 0 ? 0 : 1], Math.floor(key / 2))
    } catch (error) {
      // The library throws an error for an unknown key. This happens, for example, if the index was rebuilt between the
      // drawing and the click.
      if (error instanceof Error && error.message.includes('cluster')) return []
      throw error
    }
  }
}

const newTree = (zooms: { radius: number; minZoom?: number; maxZoom: number }): Tree =>
  new Supercluster({
    ...zooms,
    extent: 256,
    map: ({ state }) => ({ states: MARKER_STATES.map((_, index) => (index === state ? 1 : 0)) as StateCounts }),
    reduce: (sum, { states }) => {
      sum.states = sum.states.map((count, index) => count + (states[index] ?? 0)) as StateCounts
    },
  })

const entitiesOf = (tree: Tree, id: number): number[] =>
  tree.getLeaves(id, Number.POSITIVE_INFINITY).map(({ properties }) => properties.entityId)
