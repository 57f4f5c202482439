import L from 'leaflet'
import { FetchSource, PMTiles } from 'pmtiles'
import { Labelers, leafletLayer } from 'protomaps-leaflet'
import { groundPalette } from './ground-palette.js'
import { groundRules } from './ground-rules.js'
import { NAME_FONTS, nameRules } from './name-rules.js'
import { PatientSource } from './patient-source.js'

export interface VectorLook {
  mode: 'light' | 'dark'
  /** In which names are written, where the data has it: ISO 639-1. */
  language: string
}

export interface VectorLayer extends L.Layer {
  /** Paints the tiles anew from memory. */
  show(look: VectorLook): void
}

/** What the library's layer has besides what its types tell. */
interface Internals extends L.GridLayer {
  paintRules: ReturnType<typeof groundRules>
  labelRules: ReturnType<typeof nameRules>
  backgroundColor?: string
  labelers: Labelers
  scratch: CanvasRenderingContext2D
  lastRequestedZ?: number
  rerenderTile(key: string): void
  rerenderTiles(): void
}

/** With fewer, a wide screen loses the names of its far corner and finds them again at each move. */
const LABELLED_TILES = 64
/** Below it tiles have the whole world's land, so that what is none is sea. */
const WORLD_UNTIL_ZOOM = 8
const MAX_DATA_ZOOM = 15

/**
 * The map from a file of vector tiles, as a layer of Leaflet. `onReach` hears when the file is out of reach for good, and when it
 * is there again. In a module of its own, which is loaded when the first map is opened.
 */
export function vectorLayer(url: string, look: VectorLook, onReach: (isReached: boolean) => void): VectorLayer {
  // The library looks for it there.
  Object.assign(window, { L })
  const file = new PMTiles(new PatientSource(new FetchSource(new URL(url, window.location.origin).href), onReach))
  const fonts = Promise.all(NAME_FONTS.map((font) => document.fonts.load(font)))
  const layer = leafletLayer({
    url: file,
    maxDataZoom: MAX_DATA_ZOOM,
    tasks: [fonts.then(() => ({ status: 'fulfilled', reason: new Error() }))],
    tileDelay: 0.001,
    keepBuffer: 2,
    attribution: '',
  }) as unknown as Internals
  const repaint = repaintedOnce(layer)
  const show = ({ mode, language }: VectorLook) => {
    const palette = groundPalette(mode)
    layer.paintRules = groundRules(palette)
    layer.labelRules = nameRules(palette, language)
    Object.defineProperty(layer, 'backgroundColor', {
      configurable: true,
      get: () => ((layer.lastRequestedZ ?? WORLD_UNTIL_ZOOM) < WORLD_UNTIL_ZOOM ? palette.sea : palette.outside),
    })
    layer.labelers = new Labelers(layer.scratch, layer.labelRules, LABELLED_TILES, repaint)
  }
  show(look)
  return Object.assign(layer, {
    show: (next: VectorLook) => {
      show(next)
      layer.rerenderTiles()
    },
  })
}

/** The longest that a name may end at its tile's edge while other tiles are still read. */
const REPAINT_WITHIN_MS = 500

/**
 * A name that reaches into other tiles has them painted anew. They wait until the view has its tiles: else each that comes has
 * its neighbours painted once more.
 */
function repaintedOnce(layer: Internals): (tiles: Set<string>) => void {
  const waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const repaint = () => {
    clearTimeout(timer)
    timer = undefined
    const tiles = [...waiting]
    waiting.clear()
    for (const tile of tiles) layer.rerenderTile(tile)
  }
  layer.on('load', repaint)
  // Painted after the names were placed, it shows them.
  layer.on('tileload', ({ coords: { x, y, z } }: L.TileEvent) => waiting.delete(`${x}:${y}:${z}`))
  return (tiles) => {
    for (const tile of tiles) waiting.add(tile)
    timer ??= setTimeout(repaint, layer.isLoading() ? REPAINT_WITHIN_MS : 0)
  }
}
