import type { TilePlace, VectorLook } from './tile-place.js'
import type { TileAnswer, TileRequest } from './tile-worker.js'

export interface TileServiceOptions {
  /** Of the file, whole. */
  url: string
  look: VectorLook
  /** Of a tile, in pixels of the screen. */
  side: number
  onReach: (isReached: boolean) => void
}

/** Paints tiles onto canvases of the page. */
export interface TileService {
  /** Paints it now and whenever its names change, until it is forgotten; `onPainted` hears of the first time, or that it failed. */
  want: (id: number, place: TilePlace, canvas: HTMLCanvasElement, onPainted: (error?: Error) => void) => void
  forget: (id: number) => void
  show: (look: VectorLook) => void
  close: () => void
}

interface Shown {
  canvas: HTMLCanvasElement
  onPainted: ((error?: Error) => void) | undefined
}

/** Tiles in place: who waits for which, whoever paints them. */
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

/** Read, laid out and painted in a worker: the page puts pictures where they belong, and stays free for the vehicles. */
function inWorker({ url, look, side, onReach }: TileServiceOptions): TileService {
  const worker = new Worker(new URL('./tile-worker.ts', import.meta.url), { type: 'module' })
  const shown = new ShownTiles()
  const ask = (request: TileRequest) => worker.postMessage(request)
  worker.onmessage = ({ data }: MessageEvent<TileAnswer>) => {
    if (data.tell === 'reach') onReach(data.isReached)
    else if (data.tell === 'failed') shown.failed(data.id)
    else shown.painted(data.id, (canvas) => canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(data.picture))
  }
  worker.onerror = () => onReach(false)
  ask({ ask: 'open', url, look, side })
  return {
    want(id, place, canvas, onPainted) {
      shown.add(id, canvas, onPainted)
      ask({ ask: 'want', id, place })
    },
    forget: (id) => shown.remove(id) && ask({ ask: 'forget', id }),
    show: (next) => ask({ ask: 'show', look: next }),
    close: () => worker.terminate(),
  }
}

/** In a worker where the browser can paint there, else in the page. */
export async function openTiles(options: TileServiceOptions): Promise<TileService> {
  const canPaintInWorker = 'Worker' in window && 'OffscreenCanvas' in window && 'ImageBitmapRenderingContext' in window
  return canPaintInWorker ? inWorker(options) : (await import('./page-tiles.js')).inPage(options)
}
