import { FetchSource, PMTiles } from 'pmtiles'
import { type Feature, Labelers, paint, PmtilesSource, type PreparedTile, TileCache, View } from 'protomaps-leaflet'
import { groundPalette, type GroundPalette } from './ground-palette.js'
import { groundRules, outlineRules } from './ground-rules.js'
import { nameRules } from './name-rules.js'
import { PatientSource } from './patient-source.js'
import { type SizedPlace, TILE_PX, type TilePlace, type VectorLook } from './tile-place.js'
import { tileAbove } from './world/tile-above.js'

/**
 * Data of a tile: its own, and the tile of the coarse world map that is painted below it. From zoom 8 on, the world's tile is
 * always used. At lower zooms it is used only if the tile itself has no data.
 */
export interface ReadTile {
  own: PreparedTile
  world: PreparedTile | undefined
}

/** Canvas context of a page or of a worker. The map uses only functions that both have. */
export type TileContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/**
 * Maximum number of tiles whose placed names are kept in memory. With a lower maximum, the names in the far corner of a wide
 * screen would be dropped and placed again on every move.
 */
const LABELLED_TILES = 64
/** Below this zoom, the tiles contain the land of the whole world, so everything that is not land is painted as sea. */
const WORLD_UNTIL_ZOOM = 8
const MAX_DATA_ZOOM = 15
/** Side of the file's tiles, in pixels. A tile of the file covers four tiles of the map. */
const DATA_TILE_PX = 2 * TILE_PX
/** A feature outside a tile is painted on it, too, if it is within this distance of the tile, in pixels. */
const REACH_PX = 16

interface PainterEvents {
  /** Called with false when reading the file has been given up, and with true when it can be read again. */
  onReach: (isReached: boolean) => void
  /** Called with the keys of painted tiles whose names have changed since then. */
  onOutdated: (keys: ReadonlySet<string>) => void
}

/**
 * Reads tiles of one file, places their names, and paints the tiles. Uses nothing of the page, so that it also runs in a
 * worker.
 */
export class TilePainter {
  private readonly view: View
  private palette: GroundPalette
  private rules: ReturnType<typeof groundRules>
  private outline: ReturnType<typeof outlineRules>
  private names: Labelers

  constructor(
    url: string,
    look: VectorLook,
    private readonly scratch: TileContext,
    private readonly events: PainterEvents,
  ) {
    const file = new PMTiles(new PatientSource(new FetchSource(url), events.onReach))
    // `false` means that reads are never aborted, because users often return to a zoom that they have left.
    this.view = new View(new TileCache(new PmtilesSource(file, false), DATA_TILE_PX), MAX_DATA_ZOOM, 1)
    ;({ palette: this.palette, rules: this.rules, outline: this.outline, names: this.names } = this.inLook(look))
  }

  /**
   * Uses this look for later reads and paintings. All tiles must then be read again, which needs no request because they are in
   * memory.
   */
  show(look: VectorLook): void {
    Object.assign(this, this.inLook(look))
  }

  async read(place: TilePlace): Promise<ReadTile> {
    const reading = this.view.getDisplayTile(place)
    const [own, world] = await Promise.all([reading, this.worldBelow(place, reading)])
    this.names.add(place.z, new Map([['', [own]]]))
    return { own, world }
  }

  paint(context: TileContext, { x, y, z, side }: SizedPlace, { own, world }: ReadTile): void {
    const target = context as CanvasRenderingContext2D
    target.setTransform(side / TILE_PX, 0, 0, side / TILE_PX, 0, 0)
    target.globalAlpha = 1
    target.fillStyle = this.palette.sea
    target.fillRect(0, 0, TILE_PX, TILE_PX)
    const [left, top] = [TILE_PX * x, TILE_PX * y]
    const box = { minX: left - REACH_PX, minY: top - REACH_PX, maxX: left + TILE_PX + REACH_PX, maxY: top + TILE_PX + REACH_PX }
    // The cast is safe, because the library uses only the coordinates.
    const origin = { x: left, y: top } as Feature['geom'][number][number]
    // At low zooms, the world is shown instead of the region and is painted by the same rules.
    const worldRules = z < WORLD_UNTIL_ZOOM ? this.rules : this.outline
    if (world) paint(target, z, new Map([['', [world]]]), null, worldRules, box, origin, false)
    paint(target, z, new Map([['', [own]]]), this.names.getIndex(z) ?? null, this.rules, box, origin, false)
  }

  private inLook({ mode, language }: VectorLook) {
    const palette = groundPalette(mode)
    const names = nameRules(palette, language)
    return {
      palette,
      rules: groundRules(palette),
      outline: outlineRules(palette),
      names: new Labelers(this.scratch as CanvasRenderingContext2D, names, LABELLED_TILES, this.events.onOutdated),
    }
  }

  /**
   * Returns the world's tile below a place. Outside its region, the file has land only at low zooms. The tile of the deepest
   * of these zooms is therefore enlarged.
   */
  private async worldBelow(place: TilePlace, own: Promise<PreparedTile>): Promise<PreparedTile | undefined> {
    if (place.z === 0 || (place.z < WORLD_UNTIL_ZOOM && (await own).data.size > 0)) return undefined
    const up = Math.max(1, place.z - (WORLD_UNTIL_ZOOM - 1))
    const from = { x: place.x >> up, y: place.y >> up, z: place.z - up }
    const found = await tileAbove((above) => this.view.getDisplayTile(above), from)
    if (!found) return undefined
    const { tile } = found
    const scale = 2 ** (place.z - found.place.z)
    return { ...tile, z: place.z, scale: tile.scale * scale, dim: tile.dim * scale, origin: tile.origin.mult(scale) }
  }
}
