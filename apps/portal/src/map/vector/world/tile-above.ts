import type { TilePlace } from '../tile-place.js'

/** Tile as read. It has no features if the file has no data for this tile. */
interface Read {
  data: ReadonlyMap<string, unknown>
}

/**
 * Finds the nearest tile at or above a place that has data in the file. A file of one region has fewer tiles of the rest of
 * the world at deeper zooms. Where they are missing, a coarser tile is drawn, so that no land ends in a straight line.
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
