import type { MapPalette } from '../map-palette.js'
import { CanvasLayer, type CanvasFrame } from './canvas-layer.js'
import type { Street } from './street-map.js'

/** From which zoom a rank is drawn, and how wide it is at zoom 14 in pixels; it grows by half with each zoom. */
const RANKS: readonly { from: number; width: number; isMajor?: boolean; isPath?: boolean }[] = [
  { from: 14, width: 1, isPath: true },
  { from: 14, width: 1.6 },
  { from: 13, width: 2.6 },
  { from: 12, width: 3.4 },
  { from: 11, width: 4.2 },
  { from: 9, width: 5, isMajor: true },
  { from: 8, width: 6, isMajor: true },
]
const NAMES_FROM_ZOOM = 15
const NAME_FONT = '500 11px "Inter Variable", Inter, system-ui, sans-serif'
/** The same name again only this far away. */
const NAME_DISTANCE_PX = 320

/** The streets of the demo area, where tiles cannot be loaded: quiet lines with their names. */
export class StreetLayer extends CanvasLayer {
  constructor(
    private readonly ranks: readonly (readonly Street[])[],
    private palette: MapPalette,
  ) {
    super('outline', 240)
  }

  setPalette(palette: MapPalette): void {
    this.palette = palette
    this.requestDraw()
  }

  protected draw(frame: CanvasFrame): void {
    const inView = this.ranks.map((streets, rank) =>
      frame.zoom >= (RANKS[rank]?.from ?? 0) ? streets.filter((street) => isInView(street, frame)) : [],
    )
    const { base } = this.palette
    inView.forEach((streets, rank) => {
      if (!RANKS[rank]?.isPath) this.stroke(frame, streets, widthOf(rank, frame.zoom) + 1.6, base.roadEdge)
    })
    inView.forEach((streets, rank) => {
      const { isMajor, isPath } = RANKS[rank] ?? {}
      this.stroke(frame, streets, widthOf(rank, frame.zoom), isPath ? base.path : isMajor ? base.majorRoad : base.road)
    })
    if (frame.zoom >= NAMES_FROM_ZOOM) this.paintNames(frame, inView)
  }

  private stroke({ context, toX, toY }: CanvasFrame, streets: readonly Street[], width: number, colour: string): void {
    context.strokeStyle = colour
    context.lineWidth = width
    context.lineCap = 'round'
    context.lineJoin = 'round'
    context.beginPath()
    for (const { line } of streets)
      line.forEach((world, index) =>
        index === 0 ? context.moveTo(toX(world), toY(world)) : context.lineTo(toX(world), toY(world)),
      )
    context.stroke()
  }

  /** Each name on the longest straight piece of its street, upright, never twice near by. */
  private paintNames({ context, toX, toY }: CanvasFrame, ranks: readonly (readonly Street[])[]): void {
    const painted = new Map<string, { x: number; y: number }[]>()
    const taken: { x: number; y: number }[] = []
    context.font = NAME_FONT
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.lineWidth = 3
    context.lineJoin = 'round'
    context.strokeStyle = this.palette.base.labelHalo
    context.fillStyle = this.palette.base.label
    for (const street of ranks.slice(1).reverse().flat()) {
      if (!street.name) continue
      const piece = longestPiece(street.line.map((world) => ({ x: toX(world), y: toY(world) })))
      if (piece.length < context.measureText(street.name).width + 8) continue
      const near = ({ x, y }: { x: number; y: number }, distance: number) => Math.hypot(x - piece.x, y - piece.y) < distance
      if (painted.get(street.name)?.some((place) => near(place, NAME_DISTANCE_PX)) || taken.some((place) => near(place, 28)))
        continue
      context.save()
      context.translate(piece.x, piece.y)
      context.rotate(piece.angle)
      context.strokeText(street.name, 0, 0)
      context.fillText(street.name, 0, 0)
      context.restore()
      painted.set(street.name, [...(painted.get(street.name) ?? []), piece])
      taken.push(piece)
    }
    context.textAlign = 'start'
  }
}

const widthOf = (rank: number, zoom: number) => (RANKS[rank]?.width ?? 1) * Math.min(4, 1.5 ** (zoom - 14))

function isInView({ west, north, east, south }: Street, { toX, toY, width, height }: CanvasFrame): boolean {
  return toX([east, north]) >= 0 && toX([west, north]) <= width && toY([west, south]) >= 0 && toY([west, north]) <= height
}

/** The longest piece between two points: its middle, length and angle, the text never upside down. */
function longestPiece(line: readonly { x: number; y: number }[]): { x: number; y: number; length: number; angle: number } {
  let longest = { x: 0, y: 0, length: 0, angle: 0 }
  for (let index = 1; index < line.length; index += 1) {
    const from = line[index - 1]!
    const to = line[index]!
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    if (length <= longest.length) continue
    const angle = Math.atan2(to.y - from.y, to.x - from.x)
    const upright = angle > Math.PI / 2 ? angle - Math.PI : angle <= -Math.PI / 2 ? angle + Math.PI : angle
    longest = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, length, angle: upright }
  }
  return longest
}
