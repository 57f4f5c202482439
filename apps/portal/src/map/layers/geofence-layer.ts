import { toWorld, type WorldPoint } from '../coordinates.js'
import { type Drawn, ringsOf, unrolledArea } from '../drawn-area.js'
import type { MapPalette } from '../map-palette.js'
import { CanvasLayer, type CanvasFrame } from './canvas-layer.js'
import { isolated } from '@roadbook/contracts/isolated'

/** A geofence with its name, as the API tells it to a map. */
export interface NamedArea extends Drawn {
  id: number
  name: string
}

/** Metres around the equator: the width of the web mercator world (EPSG:3857). */
const EQUATOR_M = 40_075_016.7
const NAME_FONT = '500 11px "Inter Variable", Inter, system-ui, sans-serif'
const DASH = [5, 4]
/** Of what is smaller only a speck would be seen. */
const LEAST_PX = 4
const NAME_PADDING_PX = 12

interface Area {
  name: string
  kind: Drawn['kind']
  /** Each its lines: a point, an outline with its holes, or a line. */
  parts: WorldPoint[][][]
  /** Of the world's width. */
  reach: number
  west: number
  north: number
  east: number
  south: number
}

/** Geofences, quietly, under all that moves; each bears its name where it is wide enough for it. */
export class GeofenceLayer extends CanvasLayer {
  private areas: Area[] = []

  constructor(private palette: MapPalette) {
    super('geofences', 160)
  }

  /** @param areas the largest first: the smaller are drawn over them */
  setAreas(areas: readonly NamedArea[]): void {
    this.areas = areas.map(areaOf)
    this.requestDraw()
  }

  setPalette(palette: MapPalette): void {
    this.palette = palette
    this.requestDraw()
  }

  protected draw(frame: CanvasFrame): void {
    const { toX, toY, width, height, worldSize, worldsTo } = frame
    const near = this.areas.map((area) => movedBy(area, worldsTo(area.west, area.east)))
    const shown = near.filter(({ west, north, east, south }) => {
      const isInView = toX([east, 0]) > 0 && toX([west, 0]) < width && toY([0, south]) > 0 && toY([0, north]) < height
      return isInView && Math.max(east - west, south - north) * worldSize >= LEAST_PX
    })
    for (const area of shown) this.paint(frame, area)
    this.paintNames(frame, shown)
  }

  private paint({ context, toX, toY, worldSize }: CanvasFrame, { kind, parts, reach }: Area): void {
    const { line: edge, fill } = this.palette.geofence
    context.lineJoin = 'round'
    context.lineCap = 'round'
    // Parts that overlap are no holes in one another.
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
      context.setLineDash(DASH)
      context.strokeStyle = edge
      context.lineWidth = 1.5
      context.stroke()
      context.setLineDash([])
    }
  }

  /** Under its upper edge, where no vehicle in its middle covers it. */
  private paintNames({ context, toX, toY, worldSize }: CanvasFrame, shown: readonly Area[]): void {
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

/** Some worlds to the east of where it is. */
function movedBy(area: Area, worlds: number): Area {
  if (worlds === 0) return area
  const { parts, west, east } = area
  const moved = parts.map((lines) => lines.map((line) => line.map(([x, y]): WorldPoint => [x + worlds, y])))
  return { ...area, parts: moved, west: west + worlds, east: east + worlds }
}

function areaOf(named: NamedArea): Area {
  const area = unrolledArea(named)
  const { name, kind, points, reachM } = { ...named, ...area }
  const parts = ringsOf(area).map((lines) => lines.map((line) => line.map(toWorld)))
  const [middle] = points
  const reach = middle ? reachM / (EQUATOR_M * Math.cos((middle.latitude * Math.PI) / 180)) : 0
  const all = parts.flat(2)
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)]
  return {
    name: isolated(name),
    kind,
    parts,
    reach,
    west: Math.min(...xs) - reach,
    east: Math.max(...xs) + reach,
    north: Math.min(...ys) - reach,
    south: Math.max(...ys) + reach,
  }
}
