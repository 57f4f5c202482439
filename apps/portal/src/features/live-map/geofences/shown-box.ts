/** West, south, east, north, in degrees. */
export type Box = readonly [west: number, south: number, east: number, north: number]

/** Steps of a view's size: who drags a little asks for nothing new. */
const STEPS = 2

/**
 * What is asked for of a view: half a view more on each side, on a grid of its size, within what the world has.
 * Of a view across the 180th meridian it is what lies on this side of it.
 */
export function shownBox([west, south, east, north]: Box): Box {
  const grid = (degrees: number) => 2 ** Math.ceil(Math.log2(Math.max(degrees, 1e-4))) / STEPS
  const [across, along] = [grid(east - west), grid(north - south)]
  const within = (degrees: number, most: number) => Math.min(most, Math.max(-most, degrees))
  return [
    within((Math.floor(west / across) - 1) * across, 180),
    within((Math.floor(south / along) - 1) * along, 90),
    within((Math.ceil(east / across) + 1) * across, 180),
    within((Math.ceil(north / along) + 1) * along, 90),
  ]
}
