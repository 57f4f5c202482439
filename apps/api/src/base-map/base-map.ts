import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { Inject, Injectable, Logger } from '@nestjs/common'
import type { Position } from '@roadbook/geo'
import { PMTiles } from 'pmtiles'
import { API_CONFIGURATION, type ApiConfiguration } from '../configuration.js'
import { BASEMAP_PATH, basemapAddress } from '../http/basemap-address.js'
import { readTile, type TileFeature } from './vector-tile.js'

/** Content of a map section, from the bottom layer to the top: areas with their rings, and ways with their lines. */
export interface Ground {
  areas: { kind: 'water' | 'green' | 'settlement'; rings: Position[][] }[]
  ways: { kind: 'major' | 'minor' | 'path' | 'rail'; line: Position[]; name?: string }[]
  places: { name: string; at: Position }[]
}

/** Map section, in degrees. */
export interface View {
  south: number
  north: number
  west: number
  east: number
}

/** Approximate number of tiles from west to east in a view. */
const ACROSS = 3
/**
 * Maximum tiles of a view. A view that is higher than wide needs more tiles than usual. A view that needs more than the
 * maximum is shown without a map.
 */
const MOST_TILES = 36
const LAYERS: ReadonlySet<string> = new Set(['landuse', 'water', 'roads', 'places'])
const GREEN: ReadonlySet<string> = new Set([
  'park',
  'forest',
  'wood',
  'grass',
  'meadow',
  'nature_reserve',
  'farmland',
  'vineyard',
  'orchard',
  'cemetery',
])
const WAYS: Readonly<Record<string, Ground['ways'][number]['kind']>> = {
  highway: 'major',
  major_road: 'major',
  minor_road: 'minor',
  path: 'path',
  rail: 'rail',
}

/**
 * The map file of the portal, for printed documents. A map file at a web address is not used for documents, because the owner
 * of the web server would learn from the requests where vehicles are.
 */
@Injectable()
export class BaseMap {
  readonly #file: string | undefined

  constructor(@Inject(API_CONFIGURATION) configuration: ApiConfiguration) {
    const isOwn = basemapAddress({ ...configuration, TILE_URL: 'none' }) === BASEMAP_PATH
    this.#file = isOwn ? path.resolve(configuration.BASEMAP) : undefined
  }

  /**
   * Reads the map section. Opens the file each time, because an operator may replace it. This is fast enough, because few
   * documents are printed.
   * @returns undefined when there is no base map, or when it is empty in this section
   */
  async within(view: View): Promise<Ground | undefined> {
    if (this.#file === undefined) return undefined
    let handle: FileHandle | undefined
    try {
      handle = await open(this.#file)
      return await groundOf(tilesIn(handle, this.#file), view)
    } catch (error) {
      new Logger(BaseMap.name).warn({ message: 'the base map cannot be read', error })
      return undefined
    } finally {
      await handle?.close()
    }
  }
}

function tilesIn(handle: FileHandle, file: string): PMTiles {
  const getBytes = async (offset: number, length: number) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset)
    return { data: new Uint8Array(buffer.subarray(0, bytesRead)).buffer }
  }
  return new PMTiles({ getBytes, getKey: () => file })
}

async function groundOf(tiles: PMTiles, view: View): Promise<Ground | undefined> {
  const { minZoom, maxZoom } = await tiles.getHeader()
  const wanted = Math.ceil(Math.log2((360 * ACROSS) / (view.east - view.west)))
  const zoom = Math.max(minZoom, Math.min(maxZoom, wanted))
  const [from, till] = [tileAt(view.west, view.north, zoom), tileAt(view.east, view.south, zoom)]
  const [across, down] = [till.x - from.x + 1, till.y - from.y + 1]
  if (across < 1 || down < 1 || across * down > MOST_TILES) return undefined
  const ground: Ground = { areas: [], ways: [], places: [] }
  for (let x = from.x; x <= till.x; x++)
    for (let y = from.y; y <= till.y; y++) {
      // The map repeats beyond the 180th meridian, so a tile number outside the range is brought back into it.
      const count = 2 ** zoom
      const tile = await tiles.getZxy(zoom, ((x % count) + count) % count, y)
      if (tile) lay(ground, readTile(new Uint8Array(tile.data), LAYERS), (at) => positionOf(x + at[0], y + at[1], zoom))
    }
  return ground.ways.length > 0 ? ground : undefined
}

/**
 * Returns the tile of a place in Web Mercator.
 * @source https://wiki.openstreetmap.org/wiki/Slippy_map_tilenames
 */
function tileAt(longitude: number, latitude: number, zoom: number) {
  const count = 2 ** zoom
  const y = (1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2
  return { x: Math.floor(((longitude + 180) / 360) * count), y: Math.max(0, Math.min(count - 1, Math.floor(y * count))) }
}

const positionOf = (x: number, y: number, zoom: number): Position => ({
  longitude: (x / 2 ** zoom) * 360 - 180,
  latitude: (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** zoom))) * 180) / Math.PI,
})

type Placing = (at: readonly [number, number]) => Position

function lay(ground: Ground, layers: ReadonlyMap<string, readonly TileFeature[]>, place: Placing): void {
  const each = (layer: string, take: (feature: TileFeature, parts: Position[][]) => void) => {
    for (const feature of layers.get(layer) ?? [])
      take(
        feature,
        feature.parts.map((part) => part.map(place)),
      )
  }
  each('landuse', ({ kind, isArea }, rings) => {
    if (!isArea) return
    if (GREEN.has(kind)) ground.areas.push({ kind: 'green', rings })
    else if (kind === 'residential') ground.areas.push({ kind: 'settlement', rings })
  })
  each('water', ({ isArea }, rings) => {
    if (isArea) ground.areas.push({ kind: 'water', rings })
  })
  each('roads', ({ kind, name, isArea }, lines) => {
    const way = WAYS[kind]
    if (way && !isArea) ground.ways.push(...lines.map((line) => ({ kind: way, line, name })))
  })
  each('places', ({ name, isPoint }, parts) => {
    const at = parts[0]?.[0]
    if (isPoint && name && at) ground.places.push({ name, at })
  })
}
