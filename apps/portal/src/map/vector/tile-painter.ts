import { FetchSource, PMTiles } from 'pmtiles'
import { type Feature, Labelers, paint, PmtilesSource, type PreparedTile, TileCache, View } from 'protomaps-leaflet'
import { groundPalette, type GroundPalette } from './ground-palette.js'
import { groundRules, outlineRules } from './ground-rules.js'
import { nameRules } from './name-rules.js'
import { PatientSource } from './patient-source.js'
import { type SizedPlace, TILE_PX, type TilePlace, type VectorLook } from './tile-place.js'
import { tileAbove } from './world/tile-above.js'

/** What is painted of a tile: its own data, and the coarse world below it from zoom 8 on, and wherever it has none of its own. */
export interface ReadTile {
  own: PreparedTile
  world: PreparedTile | undefined
}

/** A context in a page or in a worker: what the map draws with, both have. */
export type TileContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** With fewer, a wide screen loses the names of its far corner and finds them again at each move. */
const LABELLED_TILES = 64
/** Below it tiles have the whole world's land, so that what is none is sea. */
const WORLD_UNTIL_ZOOM = 8
const MAX_DATA_ZOOM = 15
/** Of the file's tiles: each is as large as four of the map's. */
const DATA_TILE_PX = 2 * TILE_PX
/** How far beyond a tile something may lie that reaches into it, pixels. */
const REACH_PX = 16

interface PainterEvents {
  /** The file is out of reach for good, or is there again. */
  onReach: (isReached: boolean) => void
  /** Names have come or gone in these places since they were painted. */
  onOutdated: (keys: ReadonlySet<string>) => void
}

/** Reads tiles of one file, gives their names a place among one another, and paints them. Knows no page: it works in a worker. */
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
    // What was begun is read to its end: a zoom that was left is often come back to.
    this.view = new View(new TileCache(new PmtilesSource(file, false), DATA_TILE_PX), MAX_DATA_ZOOM, 1)
    ;({ palette: this.palette, rules: this.rules, outline: this.outline, names: this.names } = this.inLook(look))
  }

  /** From here on tiles are read and painted so; what was read before is to be read again, from memory. */
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
    // The library reads no more of it than its coordinates.
    const origin = { x: left, y: top } as Feature['geom'][number][number]
    // Where the region is far away the world is all there is, and looks like it.
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

  /** The file has no land of its own beyond its region: there the world of the last zoom that has it is drawn large. */
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
