import { toWorld, type WorldPoint } from '../coordinates.js'

/** `public/basemap/streets.json`, written by `apps/portal/basemap/build.mjs`. */
export interface StreetFile {
  attribution: string
  scale: number
  names: string[]
  /** By rank, minor first; a street is its name (−1 for none), its first point, then steps to the next. */
  ranks: number[][][]
}

export interface Street {
  name: string | undefined
  line: WorldPoint[]
  /** The box of the line in the unit square. */
  west: number
  north: number
  east: number
  south: number
}

/** The streets by rank, in the unit square, ready to draw. */
export function readStreets({ scale, names, ranks }: StreetFile): Street[][] {
  return ranks.map((streets) => streets.map(([name = -1, ...steps]) => toStreet(names[name], steps, scale)))
}

function toStreet(name: string | undefined, steps: readonly number[], scale: number): Street {
  let [x, y] = [0, 0]
  const street: Street = { name, line: [], west: 1, north: 1, east: 0, south: 0 }
  for (let index = 0; index + 1 < steps.length; index += 2) {
    x += steps[index]!
    y += steps[index + 1]!
    const world = toWorld({ latitude: y / scale, longitude: x / scale })
    street.line.push(world)
    street.west = Math.min(street.west, world[0])
    street.east = Math.max(street.east, world[0])
    street.north = Math.min(street.north, world[1])
    street.south = Math.max(street.south, world[1])
  }
  return street
}
