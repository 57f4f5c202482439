import latinExt from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?url'
import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { TileDesk } from './tile-desk.js'
import { type ReadTile, TilePainter } from './tile-painter.js'
import type { SizedPlace, VectorLook } from './tile-place.js'

/** Message from the page. */
export type TileRequest =
  | { ask: 'open'; url: string; look: VectorLook }
  | { ask: 'show'; look: VectorLook }
  | { ask: 'want'; id: number; place: SizedPlace }
  | { ask: 'forget'; id: number }

export type TileAnswer =
  | { tell: 'painted'; id: number; picture: ImageBitmap }
  | { tell: 'failed'; id: number }
  | { tell: 'reach'; isReached: boolean }

/** Parts of the worker's global scope that are used here. */
declare const self: {
  fonts?: FontFaceSet
  postMessage: (answer: TileAnswer, transfer?: Transferable[]) => void
  addEventListener: (type: 'message', listener: (event: MessageEvent<TileRequest>) => void) => void
}

/** Fonts as in the portal's style sheet. Letters of other scripts use the system's fonts. */
const FONTS = [
  [latin, 'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212'],
  [latinExt, 'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2C60-2C7F'],
] as const

/**
 * Loads the fonts before the first tile, because a tile is usually painted only once. If they cannot be loaded, names use the
 * system's font.
 */
const lettersAreThere = Promise.allSettled(
  FONTS.map(([file, unicodeRange]) => {
    const font = new FontFace('Inter Variable', `url(${file})`, { weight: '100 900', unicodeRange })
    self.fonts?.add(font)
    return font.load()
  }),
)

let painter: TilePainter | undefined
let desk: TileDesk | undefined

function open({ url, look }: Extract<TileRequest, { ask: 'open' }>): void {
  const canvas = new OffscreenCanvas(1, 1)
  const context = canvas.getContext('2d')
  const scratch = new OffscreenCanvas(1, 1).getContext('2d')
  if (!context || !scratch) throw new Error('no canvas to draw on')
  const opened = new TilePainter(url, look, scratch, {
    onReach: (isReached) => self.postMessage({ tell: 'reach', isReached }),
    onOutdated: (keys) => desk?.outdate(keys),
  })
  const onReady = (id: number, place: SizedPlace, read: ReadTile) => {
    canvas.width = canvas.height = place.side
    opened.paint(context, place, read)
    const picture = canvas.transferToImageBitmap()
    self.postMessage({ tell: 'painted', id, picture }, [picture])
  }
  painter = opened
  desk = new TileDesk(
    { read: (place) => lettersAreThere.then(() => opened.read(place)) },
    { onReady, onFailed: (id) => self.postMessage({ tell: 'failed', id }) },
  )
}

self.addEventListener('message', ({ data }) => {
  if (data.ask === 'open') open(data)
  else if (data.ask === 'want') desk?.want(data.id, data.place)
  else if (data.ask === 'forget') desk?.forget(data.id)
  else {
    painter?.show(data.look)
    desk?.wantAgain()
  }
})
