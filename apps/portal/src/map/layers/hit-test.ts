import L from 'leaflet'
import type { WorldPoint } from '../coordinates.js'

/** Radius in pixels of a marker's hit area, which is 44 px wide. */
export const HIT_RADIUS = 22

export interface HitTarget<Value> {
  value: Value
  at: L.Point
  /** Radius in pixels around `at` that belongs to the target. */
  reach: number
}

/**
 * Returns a projection from the unit square to pixels of the map container at the current view. Each point is on the copy of the
 * world nearest to the middle of the view.
 */
export function containerProjection(map: L.Map): (world: WorldPoint) => L.Point {
  const worldSize = 256 * 2 ** map.getZoom()
  const origin = map.getPixelBounds().min ?? L.point(0, 0)
  const middle = (origin.x + map.getSize().x / 2) / worldSize
  return ([x, y]) => L.point((x + Math.round(middle - x)) * worldSize - origin.x, y * worldSize - origin.y)
}

/** Finds the value of the nearest target that reaches the point. */
export function nearest<Value>(targets: readonly HitTarget<Value>[], point: L.Point): Value | undefined {
  let found: Value | undefined
  let least = Number.POSITIVE_INFINITY
  for (const { value, at, reach } of targets) {
    const distance = at.distanceTo(point)
    if (distance > reach || distance >= least) continue
    found = value
    least = distance
  }
  return found
}
