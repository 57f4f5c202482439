import type L from 'leaflet'
import { toWorld, type WorldPoint } from '../coordinates.js'
import type { ClusterItem } from './cluster-index.js'
import { HIT_RADIUS, nearest } from './hit-test.js'

/** Fan: vehicles in one spot that are drawn spread around it. `places` are offsets from the middle in pixels. */
export interface Fan {
  /** Key of the opened cluster. */
  key: number
  world: WorldPoint
  places: Map<number, { x: number; y: number }>
}

/** Distance in pixels between the markers of a fan, so that each keeps its own hit area. */
const SPACING_PX = 44

/**
 * Returns offsets in pixels that spread vehicles in one spot (G-40): a circle for a few, a spiral from the inside outwards for
 * many.
 */
export function fanOffsets(count: number): { x: number; y: number }[] {
  if (count <= 8) {
    const radius = Math.max(48, (count * SPACING_PX) / (2 * Math.PI))
    return Array.from({ length: count }, (_, index) => onCircle(radius, (index / count) * 2 * Math.PI - Math.PI / 2))
  }
  let angle = 0
  let radius = 48
  return Array.from({ length: count }, () => {
    const offset = onCircle(radius, angle)
    angle += SPACING_PX / radius
    radius += (SPACING_PX * SPACING_PX) / (radius * 2 * Math.PI)
    return offset
  })
}

const onCircle = (radius: number, angle: number) => ({ x: Math.cos(angle) * radius, y: Math.sin(angle) * radius })

export function openFan({ key, latitude, longitude }: ClusterItem, members: readonly number[]): Fan {
  const offsets = fanOffsets(members.length)
  const places = new Map(members.map((entityId, index) => [entityId, offsets[index] ?? { x: 0, y: 0 }]))
  return { key, world: toWorld({ latitude, longitude }), places }
}

/** Finds the vehicle of a fan under a point. `middle` is the centre of the fan. */
export function hitFan({ places }: Fan, middle: L.Point, point: L.Point): number | undefined {
  const targets = Array.from(places, ([value, { x, y }]) => ({ value, at: middle.add([x, y]), reach: HIT_RADIUS }))
  return nearest(targets, point)
}
