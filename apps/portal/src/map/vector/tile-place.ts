export interface VectorLook {
  mode: 'light' | 'dark'
  /** Language of the names (ISO 639-1), if the data has it. */
  language: string
}

/** Tile of the map, counted from the north-western corner of the world. */
export interface TilePlace {
  x: number
  y: number
  z: number
}

/** Tile at its painted size. */
export interface SizedPlace extends TilePlace {
  /** Side length in screen pixels. */
  side: number
}

/** Returns the tile's key in the format of the library that places names. */
export const placeKey = ({ x, y, z }: TilePlace): string => `${x}:${y}:${z}`

/** Side of a tile in pixels. */
export const TILE_PX = 256
