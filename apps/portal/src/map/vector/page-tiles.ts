import { NAME_FONTS } from './name-rules.js'
import { TileDesk } from './tile-desk.js'
import { TilePainter } from './tile-painter.js'
import { ShownTiles, type TileService, type TileServiceOptions } from './shown-tiles.js'

/** Creates a tile service that paints in the page itself, for browsers whose workers have no canvas. */
export function inPage({ url, look, onReach }: TileServiceOptions): TileService {
  const shown = new ShownTiles()
  const scratch = document.createElement('canvas').getContext('2d')
  if (!scratch) throw new Error('no canvas to draw on')
  const painter = new TilePainter(url, look, scratch, { onReach, onOutdated: (keys) => desk.outdate(keys) })
  const lettersAreThere = Promise.allSettled(NAME_FONTS.map((font) => document.fonts.load(font)))
  const desk: TileDesk = new TileDesk(
    { read: (place) => lettersAreThere.then(() => painter.read(place)) },
    {
      onReady: (id, place, read) =>
        shown.painted(id, (canvas) => {
          Object.assign(canvas, { width: place.side, height: place.side })
          const context = canvas.getContext('2d')
          if (context) painter.paint(context, place, read)
        }),
      onFailed: (id) => shown.failed(id),
    },
  )
  return {
    want(id, place, canvas, onPainted) {
      shown.add(id, canvas, onPainted)
      desk.want(id, place)
    },
    forget: (id) => shown.remove(id) && desk.forget(id),
    show(next) {
      painter.show(next)
      desk.wantAgain()
    },
    close: () => undefined,
  }
}
