import type { TilePlace } from '../tile-place.js'

/** A tile as it was read; without features where the file has none in that place. */
interface Read {
  data: ReadonlyMap<string, unknown>
}

/**
 * The nearest tile at or above a place that the file has something in. A file of one region has fewer tiles of the world the deeper it
 * goes: what lies beyond them is drawn from a coarser one, so that no land ends in a straight line.
 */
export async function tileAbove<Tile extends Read>(
  read: (place: TilePlace) => Promise<Tile>,
  { x, y, z }: TilePlace,
): Promise<{ tile: Tile; place: TilePlace } | undefined> {
  for (let up = 0; up <= z; up += 1) {
    const place = { x: x >> up, y: y >> up, z: z - up }
    const tile = await read(place)
    if (tile.data.size > 0) return { tile, place }
  }
  return undefined
}
