import type { SizedPlace, VectorLook } from './tile-place.js'

export interface TileServiceOptions {
  /** Full URL of the file. */
  url: string
  look: VectorLook
  onReach: (isReached: boolean) => void
}

/** Paints tiles onto canvases of the page. */
export interface TileService {
  /**
   * Paints the tile now and whenever its names change, until `forget`. `onPainted` is called after the first painting, or with an
   * error.
   */
  want: (id: number, place: SizedPlace, canvas: HTMLCanvasElement, onPainted: (error?: Error) => void) => void
  forget: (id: number) => void
  show: (look: VectorLook) => void
  close: () => void
}

interface Shown {
  canvas: HTMLCanvasElement
  onPainted: ((error?: Error) => void) | undefined
}

/** Registry of the shown tiles: their canvases and the callbacks that wait for them. */
export class ShownTiles {
  private readonly tiles = new Map<number, Shown>()

  add(id: number, canvas: HTMLCanvasElement, onPainted: (error?: Error) => void): void {
    this.tiles.set(id, { canvas, onPainted })
  }

  remove(id: number): boolean {
    return this.tiles.delete(id)
  }

  painted(id: number, put: (canvas: HTMLCanvasElement) => void): void {
    const tile = this.tiles.get(id)
    if (!tile) return
    put(tile.canvas)
    tile.onPainted?.()
    tile.onPainted = undefined
  }

  failed(id: number): void {
    this.tiles.get(id)?.onPainted?.(new Error('The map could not be read here'))
    this.tiles.delete(id)
  }
}
