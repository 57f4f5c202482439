import type { WorldPoint } from '../coordinates.js'
import { areaAt, movedBy, type NamedArea, type WorldArea, worldAreaOf } from '../geofences/world-area.js'
import type { MapPalette } from '../map-palette.js'
import { CanvasLayer, type CanvasFrame } from './canvas-layer.js'

const NAME_FONT = '500 11px "Inter Variable", Inter, system-ui, sans-serif'
const DASH = [5, 4]
/** Minimum drawn width in pixels of a geofence. A smaller geofence would only be a dot. */
const LEAST_PX = 4
const NAME_PADDING_PX = 12
/** Tolerance in pixels for a press beside the edge of a geofence. */
const SLACK_PX = 6
/** Minimum size in pixels of a highlighted geofence, so that it is visible at any zoom. */
const LEAST_HIGHLIGHT_PX = 7
const SPECK_PX = 3

interface AreaLook {
  edge: string
  fill: string
  isStrong: boolean
}

/** Draws geofences discreetly below everything that moves. A geofence that is wide enough shows its name. */
export class GeofenceLayer extends CanvasLayer {
  private areas: readonly WorldArea[] = []
  private highlightedId: number | undefined

  /** @param areSpecksShown draws a dot for a geofence that is too small to see, on maps about geofences */
  constructor(
    private palette: MapPalette,
    private readonly areSpecksShown = false,
  ) {
    super('geofences', 160)
  }

  /** @param areas largest first, so that smaller ones are drawn on top */
  setAreas(areas: readonly NamedArea[]): void {
    this.areas = areas.map(worldAreaOf)
    this.requestDraw()
  }

  setPalette(palette: MapPalette): void {
    this.palette = palette
    this.requestDraw()
  }

  /** Highlights one geofence, or none if the ID is undefined. */
  highlight(id: number | undefined): void {
    if (id === this.highlightedId) return
    this.highlightedId = id
    this.requestDraw()
  }

  /** Finds the smallest geofence around a point of the map. */
  at(point: WorldPoint): number | undefined {
    const worldSize = 256 * 2 ** (this.map?.getZoom() ?? 0)
    return areaAt(this.areas, point, SLACK_PX / worldSize)?.id
  }

  protected draw(frame: CanvasFrame): void {
    const { toX, toY, width, height, worldSize, worldsTo } = frame
    const near = this.areas.map((area) => movedBy(area, worldsTo(area.west, area.east)))
    const inView = near.filter(
      ({ west, north, east, south }) =>
        toX([east, 0]) > 0 && toX([west, 0]) < width && toY([0, south]) > 0 && toY([0, north]) < height,
    )
    const shown = inView.filter((area) => widthOf(area) * worldSize >= LEAST_PX)
    if (this.areSpecksShown) {
      const specks = inView.filter((area) => widthOf(area) * worldSize < LEAST_PX)
      for (const area of specks) this.paintDot(frame, area, SPECK_PX)
    }
    for (const area of shown) if (area.id !== this.highlightedId) this.paint(frame, area)
    this.paintNames(frame, shown)
    const highlighted = near.find(({ id }) => id === this.highlightedId)
    if (highlighted) this.paintHighlighted(frame, highlighted)
  }

  private paintHighlighted(frame: CanvasFrame, area: WorldArea): void {
    const { name, marked } = this.palette.geofence
    this.paint(frame, area, { edge: name, fill: marked, isStrong: true })
    if (widthOf(area) * frame.worldSize < 2 * LEAST_HIGHLIGHT_PX) this.paintDot(frame, area, LEAST_HIGHLIGHT_PX)
  }

  private paintDot({ context, toX, toY }: CanvasFrame, { west, east, north, south }: WorldArea, radiusPx: number): void {
    context.beginPath()
    context.arc(toX([(west + east) / 2, 0]), toY([0, (north + south) / 2]), radiusPx, 0, 2 * Math.PI)
    context.fillStyle = this.palette.geofence.name
    context.fill()
  }

  private paint(
    { context, toX, toY, worldSize }: CanvasFrame,
    { kind, parts, reach }: WorldArea,
    look: AreaLook = { edge: this.palette.geofence.line, fill: this.palette.geofence.fill, isStrong: false },
  ): void {
    const { edge, fill, isStrong } = look
    context.lineJoin = 'round'
    context.lineCap = 'round'
    // Draws each part separately. Drawn together, overlapping parts would become holes in each other.
    for (const lines of parts) {
      context.beginPath()
      for (const line of lines) {
        const [first] = line
        if (kind === 'circle' && first) context.arc(toX(first), toY(first), reach * worldSize, 0, 2 * Math.PI)
        else line.forEach((at, nth) => (nth === 0 ? context.moveTo(toX(at), toY(at)) : context.lineTo(toX(at), toY(at))))
        if (kind === 'polygon') context.closePath()
      }
      if (kind === 'corridor') {
        context.strokeStyle = fill
        context.lineWidth = Math.max(3, 2 * reach * worldSize)
        context.stroke()
      } else {
        context.fillStyle = fill
        context.fill('evenodd')
      }
      context.setLineDash(isStrong ? [] : DASH)
      context.strokeStyle = edge
      context.lineWidth = isStrong ? 2.5 : 1.5
      context.stroke()
      context.setLineDash([])
    }
  }

  /** Draws names below the upper edge, where a vehicle in the middle does not cover them. */
  private paintNames({ context, toX, toY, worldSize }: CanvasFrame, shown: readonly WorldArea[]): void {
    context.font = NAME_FONT
    context.textAlign = 'center'
    context.textBaseline = 'top'
    context.lineWidth = 3
    context.lineJoin = 'round'
    context.strokeStyle = this.palette.base.labelHalo
    context.fillStyle = this.palette.geofence.name
    for (const { name, west, east, north, south } of shown) {
      const room = (east - west) * worldSize - NAME_PADDING_PX
      if ((south - north) * worldSize < 2 * NAME_PADDING_PX || context.measureText(name).width > room) continue
      const [x, y] = [toX([(west + east) / 2, 0]), toY([0, north]) + 5]
      context.strokeText(name, x, y)
      context.fillText(name, x, y)
    }
    context.textAlign = 'start'
  }
}

const widthOf = ({ west, east, north, south }: WorldArea) => Math.max(east - west, south - north)
