import { beside } from '@roadbook/geo'

/** West, south, east, north, in degrees. */
export type Box = readonly [west: number, south: number, east: number, north: number]

/**
 * Number of grid steps per width or height of the view, rounded up to a power of two. With such steps, the box is often the
 * same after a short drag and needs no new request.
 */
const STEPS = 2

/**
 * Returns the box to request for a view. It is larger than the view by at least half a view on each side, begins and ends on grid
 * lines, and stays within the world's limits. If the box crosses the 180th meridian, its west is greater than its east, as in a
 * `bbox` of RFC 7946.
 */
export function shownBox([west, south, east, north]: Box): Box {
  const grid = (degrees: number) => 2 ** Math.ceil(Math.log2(Math.max(degrees, 1e-4))) / STEPS
  const [across, along] = [grid(east - west), grid(north - south)]
  const [left, right] = [(Math.floor(west / across) - 1) * across, (Math.ceil(east / across) + 1) * across]
  const pole = (degrees: number) => Math.min(90, Math.max(-90, degrees))
  const [low, high] = [pole((Math.floor(south / along) - 1) * along), pole((Math.ceil(north / along) + 1) * along)]
  return right - left >= 360 ? [-180, low, 180, high] : [beside(0, left), low, beside(0, right), high]
}
