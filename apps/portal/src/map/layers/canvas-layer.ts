import L from 'leaflet'
import type { WorldPoint } from '../coordinates.js'

/** One drawing of the visible part of the world. */
export interface CanvasFrame {
  context: CanvasRenderingContext2D
  /** CSS pixels, the margin included. */
  width: number
  height: number
  /** How far the canvas reaches beyond the view on each side. */
  margin: number
  zoom: number
  /** From the unit square to this canvas; what lies on the other side of the 180th meridian is a world away. */
  toX: (world: WorldPoint) => number
  toY: (world: WorldPoint) => number
  /** Of a point: where it is nearest to the middle of the view, as the world repeats to the east and the west. */
  pointX: (world: WorldPoint) => number
  /** How many worlds to the east something is nearest to the middle of the view. */
  worldsTo: (west: number, east: number) => number
  /** The worlds that are in view: 0 is the first, 1 the one to the east of it. */
  worlds: readonly number[]
  /** Pixels of the whole world at this zoom. */
  worldSize: number
}

/** Beyond two, more pixels cost frames and show nothing. */
const LARGEST_PIXEL_RATIO = 2

/**
 * A canvas in a map pane. It reaches a margin beyond the view, so that a pan moves it for free, and is drawn again when the view
 * nears its edge, after a move or zoom, and when its content asks for it: at most once a frame.
 */
export abstract class CanvasLayer extends L.Layer {
  protected canvas: HTMLCanvasElement | undefined
  protected map: L.Map | undefined
  private frameRequest = 0
  private anchor: { center: L.LatLng; zoom: number; topLeft: L.Point } | undefined

  protected constructor(
    private readonly paneName: string,
    private readonly margin: number,
  ) {
    super({ pane: paneName })
  }

  protected abstract draw(frame: CanvasFrame): void

  override onAdd(map: L.Map): this {
    this.map = map
    this.canvas = L.DomUtil.create('canvas', 'leaflet-zoom-animated', map.getPane(this.paneName))
    this.canvas.setAttribute('aria-hidden', 'true')
    this.canvas.style.pointerEvents = 'none'
    this.drawNow()
    return this
  }

  /** Leaflet listens to these while the layer is on the map. */
  override getEvents(): Record<string, L.LeafletEventHandlerFn> {
    const draw = () => this.drawNow()
    return {
      move: () => this.followMove(),
      moveend: draw,
      zoomend: draw,
      viewreset: draw,
      resize: draw,
      zoomanim: (event) => this.followZoom(event),
    }
  }

  override onRemove(_map: L.Map): this {
    cancelAnimationFrame(this.frameRequest)
    this.frameRequest = 0
    this.canvas?.remove()
    this.canvas = undefined
    this.map = undefined
    return this
  }

  /** Draws with the next frame, however often it is asked for. */
  requestDraw(): void {
    if (this.frameRequest !== 0 || !this.map) return
    this.frameRequest = requestAnimationFrame(() => {
      this.frameRequest = 0
      this.drawNow()
    })
  }

  protected drawNow(): void {
    const { map, canvas } = this
    if (!map || !canvas) return
    const size = map.getSize()
    const topLeft = map.containerPointToLayerPoint([-this.margin, -this.margin]).round()
    const width = size.x + 2 * this.margin
    const height = size.y + 2 * this.margin
    const ratio = Math.min(window.devicePixelRatio || 1, LARGEST_PIXEL_RATIO)
    fitCanvas(canvas, width, height, ratio)
    this.anchor = { center: map.getCenter(), zoom: map.getZoom(), topLeft }
    L.DomUtil.setTransform(canvas, topLeft, 1)
    const context = canvas.getContext('2d')
    if (!context) return
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    context.clearRect(0, 0, width, height)
    const zoom = map.getZoom()
    const worldSize = 256 * 2 ** zoom
    const origin = map.getPixelOrigin().add(topLeft)
    const toX = ([x]: WorldPoint) => x * worldSize - origin.x
    const middle = (origin.x + width / 2) / worldSize
    const worldsTo = (west: number, east: number) => Math.round(middle - (west + east) / 2)
    const [first, last] = [Math.floor(origin.x / worldSize), Math.floor((origin.x + width) / worldSize)]
    this.draw({
      context,
      width,
      height,
      margin: this.margin,
      zoom,
      worldSize,
      toX,
      pointX: ([x, y]) => toX([x + worldsTo(x, x), y]),
      worldsTo,
      worlds: Array.from({ length: last - first + 1 }, (_, nth) => first + nth),
      toY: ([, y]) => y * worldSize - origin.y,
    })
  }

  /** A pan carries the pane along; only near the edge of what is drawn, or in a flight, a new drawing is needed. */
  private followMove(): void {
    const { map, anchor } = this
    if (!map || !anchor) return
    if (map.getZoom() !== anchor.zoom) return this.drawNow()
    const moved = map.containerPointToLayerPoint([-this.margin, -this.margin]).distanceTo(anchor.topLeft)
    if (moved > this.margin * 0.8) this.drawNow()
  }

  /** While Leaflet animates a zoom step the old drawing is scaled with the tiles. */
  private followZoom(event: L.LeafletEvent): void {
    const { map, canvas, anchor } = this
    if (!map || !canvas || !anchor) return
    const { center, zoom } = event as L.ZoomAnimEvent
    const scale = map.getZoomScale(zoom, anchor.zoom)
    const half = map.getSize().divideBy(2)
    const panePosition = map.containerPointToLayerPoint([0, 0]).multiplyBy(-1)
    const newOrigin = map.project(center, zoom).subtract(half).add(panePosition).round()
    const halfDrawn = half.add([this.margin, this.margin])
    const offset = map.project(anchor.center, zoom).subtract(halfDrawn.multiplyBy(scale)).subtract(newOrigin)
    L.DomUtil.setTransform(canvas, offset, scale)
  }
}

function fitCanvas(canvas: HTMLCanvasElement, width: number, height: number, ratio: number): void {
  const pixelWidth = Math.round(width * ratio)
  const pixelHeight = Math.round(height * ratio)
  if (canvas.width === pixelWidth && canvas.height === pixelHeight) return
  canvas.width = pixelWidth
  canvas.height = pixelHeight
  canvas.style.width = `${width}px`
  canvas.style.height = `${height}px`
}
