export interface VectorLook {
  mode: 'light' | 'dark'
  /** In which names are written, where the data has it: ISO 639-1. */
  language: string
}

/** A tile of the map, counted from the north-western corner of the world. */
export interface TilePlace {
  x: number
  y: number
  z: number
}

/** A tile as it is painted. */
export interface SizedPlace extends TilePlace {
  /** Pixels of the screen. */
  side: number
}

/** As the library that places names calls it. */
export const placeKey = ({ x, y, z }: TilePlace): string => `${x}:${y}:${z}`

/** The side of a tile. */
export const TILE_PX = 256
