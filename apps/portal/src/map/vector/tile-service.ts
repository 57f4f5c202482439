import { ShownTiles, type TileService, type TileServiceOptions } from './shown-tiles.js'
import type { TileAnswer, TileRequest } from './tile-worker.js'

/**
 * Creates a tile service that reads, lays out and paints in a worker. The page only places the pictures and stays free for the
 * vehicles.
 */
function inWorker({ url, look, onReach }: TileServiceOptions): TileService {
  const worker = new Worker(new URL('./tile-worker.ts', import.meta.url), { type: 'module' })
  const shown = new ShownTiles()
  const ask = (request: TileRequest) => worker.postMessage(request)
  worker.onmessage = ({ data }: MessageEvent<TileAnswer>) => {
    if (data.tell === 'reach') onReach(data.isReached)
    else if (data.tell === 'failed') shown.failed(data.id)
    else shown.painted(data.id, (canvas) => canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(data.picture))
  }
  worker.onerror = () => onReach(false)
  ask({ ask: 'open', url, look })
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

/** Opens a tile service in a worker if the browser can paint there, otherwise in the page. */
export async function openTiles(options: TileServiceOptions): Promise<TileService> {
  const canPaintInWorker = 'Worker' in window && 'OffscreenCanvas' in window && 'ImageBitmapRenderingContext' in window
  return canPaintInWorker ? inWorker(options) : (await import('./page-tiles.js')).inPage(options)
}
