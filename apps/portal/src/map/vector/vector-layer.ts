import L from 'leaflet'
import { TILE_PX, type VectorLook } from './tile-place.js'
import type { TileService } from './shown-tiles.js'
import { openTiles } from './tile-service.js'

/** Maximum ratio of canvas pixels to CSS pixels. A higher ratio would take more time without a visible improvement. */
const LARGEST_PIXEL_RATIO = 2

/**
 * Leaflet layer for a file of vector tiles. It creates the tiles' canvases and leaves the painting to a worker. The module is
 * loaded when the first map opens.
 */
export class VectorLayer extends L.GridLayer {
  private readonly tiles: Promise<TileService>
  private readonly ids = new WeakMap<HTMLElement, number>()
  private made = 0
  private hasFailed = false

  /** `onReach` is called with false when reading the file has been given up, and with true when it can be read again. */
  constructor(url: string, look: VectorLook, onReach: (isReached: boolean) => void) {
    super({ tileSize: TILE_PX, keepBuffer: 2 })
    this.tiles = openTiles({
      url: new URL(url, window.location.origin).href,
      look,
      onReach: (isReached) => {
        if (isReached) this.tryAgain()
        onReach(isReached)
      },
    })
    this.on('tileunload', ({ tile }: L.TileEvent) => this.forget(tile))
  }

  override getEvents(): Record<string, L.LeafletEventHandlerFn> {
    const events = super.getEvents?.() ?? {}
    return {
      ...events,
      moveend: (event) => {
        this.tryAgain()
        events.moveend?.call(this, event)
      },
    }
  }

  protected override createTile(place: L.Coords, done: L.DoneCallback): HTMLElement {
    const canvas = L.DomUtil.create('canvas', 'leaflet-tile')
    const id = this.made++
    this.ids.set(canvas, id)
    void this.tiles.then((tiles) =>
      tiles.want(id, { x: place.x, y: place.y, z: place.z, side: this.sideOf(place) }, canvas, (error) => {
        this.hasFailed ||= error !== undefined
        done(error, canvas)
      }),
    )
    return canvas
  }

  /** Repaints the tiles from memory. */
  show(look: VectorLook): void {
    void this.tiles.then((tiles) => tiles.show(look))
  }

  /** Releases the tiles when the layer is no longer used. */
  close(): void {
    void this.tiles.then((tiles) => tiles.close())
  }

  /**
   * Returns the size at which a tile is visible. Between two whole zooms, the map enlarges its tiles, so they are painted at
   * the enlarged size.
   */
  private sideOf({ z }: L.Coords): number {
    const seen = this._map.getZoomScale(this._map.getZoom(), z)
    return Math.ceil(TILE_PX * Math.min(LARGEST_PIXEL_RATIO, (window.devicePixelRatio || 1) * Math.max(1, seen)))
  }

  private forget(tile: HTMLElement): void {
    const id = this.ids.get(tile)
    if (id !== undefined) void this.tiles.then((tiles) => tiles.forget(id))
  }

  private tryAgain(): void {
    if (!this.hasFailed) return
    this.hasFailed = false
    this.redraw()
  }
}
