import L from 'leaflet'
import type { WorldPoint } from '../coordinates.js'

/** Measures and projections for drawing the visible part of the world. */
export interface CanvasFrame {
  context: CanvasRenderingContext2D
  /** Width in CSS pixels, including the margin. */
  width: number
  height: number
  /** Pixels by which the canvas extends beyond the view on each side. */
  margin: number
  zoom: number
  /**
   * Converts from the unit square to this canvas. In the unit square, the whole world has the side length 1. A place beyond the
   * 180th meridian is one world away.
   */
  toX: (world: WorldPoint) => number
  toY: (world: WorldPoint) => number
  /** Returns the x of a point on the copy of the world nearest to the middle of the view. */
  pointX: (world: WorldPoint) => number
  /** Returns by how many worlds something must be moved to the east to be nearest to the middle of the view. */
  worldsTo: (west: number, east: number) => number
  /** Numbers of the copies of the world in view. 0 is the original and 1 is the copy to its east. */
  worlds: readonly number[]
  /** Width of the whole world at this zoom, in pixels. */
  worldSize: number
}

/** Maximum ratio of canvas pixels to CSS pixels. A higher ratio would lower the frame rate without a visible improvement. */
const LARGEST_PIXEL_RATIO = 2

/**
 * Canvas in a map pane. It extends beyond the view by a margin, so that panning needs no redraw. It is redrawn when the view
 * nears the canvas's edge, after a move or zoom, and on request, but at most once per frame.
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

  /** Returns the handlers that Leaflet attaches while the layer is on the map. */
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

  /** Draws in the next frame. Several requests cause one drawing. */
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

  /**
   * Called during a pan, while Leaflet moves the pane. Redraws only if the view nears the canvas's edge or the zoom changes.
   */
  private followMove(): void {
    const { map, anchor } = this
    if (!map || !anchor) return
    if (map.getZoom() !== anchor.zoom) return this.drawNow()
    const moved = map.containerPointToLayerPoint([-this.margin, -this.margin]).distanceTo(anchor.topLeft)
    if (moved > this.margin * 0.8) this.drawNow()
  }

  /** While Leaflet animates a zoom step, scales the old drawing together with the tiles. */
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
