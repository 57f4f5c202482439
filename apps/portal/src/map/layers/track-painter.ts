import { LETTERS, type MapPalette } from '../map-palette.js'

/** Point of the canvas in CSS pixels. */
export interface Pixel {
  x: number
  y: number
}

export interface TrackDrawing {
  /** Whole trip, in order. */
  line: readonly Pixel[]
  /** Playback position: the last point reached, and the vehicle's place after it. */
  head?: { index: number; at: Pixel }
  /** True if the trip has not ended, so that it has no stop yet. */
  isOpen: boolean
}

export const TRACK_WIDTHS = { casing: 9, edge: 6.6, line: 5, other: 3 } as const
/** Opacity of the part not yet played. */
const AHEAD_ALPHA = 0.42
const OTHER_ALPHA = 0.35
const DOUBTED_ALPHA = 0.45
/** Half the width, in pixels, of the cross of a doubted reading. */
const DOUBTED_PX = 4
export const CHEVRON_EVERY_PX = 64
/** Minimum distance in pixels between drawn points. Drawing closer points would take time without a visible improvement. */
const LEAST_STEP_PX = 1.5

/** Draws the selected trip with casing, edge, line and chevrons, its start and stop, and during playback the head. */
export function paintTrack(context: CanvasRenderingContext2D, { line, head, isOpen }: TrackDrawing, { trip }: MapPalette): void {
  const first = line[0]
  const last = line.at(-1)
  if (!first || !last) return
  const done = head ? [...line.slice(0, head.index + 1), head.at] : line
  if (head) {
    context.globalAlpha = AHEAD_ALPHA
    strokeLayers(context, [head.at, ...line.slice(head.index + 1)], trip)
    context.globalAlpha = 1
  }
  strokeLayers(context, done, trip)
  paintChevrons(context, line, trip.chevron)
  if (!isOpen) paintStop(context, last, trip)
  paintStart(context, first, trip)
}

/** Draws a faint cross at each doubted reading. The vehicle cannot have been there. */
export function paintDoubted(context: CanvasRenderingContext2D, doubted: readonly Pixel[], { text }: MapPalette): void {
  context.globalAlpha = DOUBTED_ALPHA
  for (const { x, y } of doubted) {
    const [west, east] = [x - DOUBTED_PX, x + DOUBTED_PX]
    strokeLine(
      context,
      [
        { x: west, y: y - DOUBTED_PX },
        { x: east, y: y + DOUBTED_PX },
      ],
      text,
      2,
    )
    strokeLine(
      context,
      [
        { x: west, y: y + DOUBTED_PX },
        { x: east, y: y - DOUBTED_PX },
      ],
      text,
      2,
    )
  }
  context.globalAlpha = 1
}

/** Draws another trip of the day, thin and faint. */
export function paintOtherTrack(context: CanvasRenderingContext2D, line: readonly Pixel[], { trip }: MapPalette): void {
  context.globalAlpha = OTHER_ALPHA
  strokeLine(context, line, trip.line, TRACK_WIDTHS.other)
  context.globalAlpha = 1
}

/** Draws a trip of one of several vehicles, in its colour and pattern, with its letter at the end. */
export function paintComparedTrack(
  context: CanvasRenderingContext2D,
  line: readonly Pixel[],
  { vehicleIndex, ...palette }: { vehicleIndex: number } & Pick<MapPalette, 'compared' | 'trip' | 'surface'>,
): void {
  const { compared, trip, surface } = palette
  const { colour, dash } = compared[vehicleIndex % compared.length]!
  const last = line.at(-1)
  if (!last) return
  strokeLine(context, line, trip.casing, TRACK_WIDTHS.edge)
  context.setLineDash([...dash])
  strokeLine(context, line, colour, TRACK_WIDTHS.line - 1)
  context.setLineDash([])
  disc(context, last.x, last.y, 9.5, trip.casing)
  disc(context, last.x, last.y, 8, colour)
  context.font = '700 11px "Inter Variable", Inter, system-ui, sans-serif'
  context.fillStyle = surface
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(LETTERS[vehicleIndex] ?? '', last.x, last.y + 0.5)
  context.textAlign = 'start'
}

function strokeLayers(context: CanvasRenderingContext2D, line: readonly Pixel[], trip: MapPalette['trip']): void {
  strokeLine(context, line, trip.casing, TRACK_WIDTHS.casing)
  // Only the light theme has the darker edge, which it needs for a contrast of 3:1.
  if (trip.edge) strokeLine(context, line, trip.edge, TRACK_WIDTHS.edge)
  strokeLine(context, line, trip.line, TRACK_WIDTHS.line)
}

function strokeLine(context: CanvasRenderingContext2D, line: readonly Pixel[], colour: string, width: number): void {
  const first = line[0]
  if (!first || line.length < 2) return
  context.strokeStyle = colour
  context.lineWidth = width
  context.lineJoin = 'round'
  context.lineCap = 'round'
  context.beginPath()
  context.moveTo(first.x, first.y)
  let drawn = first
  line.forEach((pixel, index) => {
    const isLast = index === line.length - 1
    if (!isLast && Math.abs(pixel.x - drawn.x) + Math.abs(pixel.y - drawn.y) < LEAST_STEP_PX) return
    context.lineTo(pixel.x, pixel.y)
    drawn = pixel
  })
  context.stroke()
}

/** Returns the positions and angles (radians from east) of the chevrons: every 64 px of the line. */
export function chevronsAlong(line: readonly Pixel[]): (Pixel & { angle: number })[] {
  const chevrons: (Pixel & { angle: number })[] = []
  let untilNext = CHEVRON_EVERY_PX
  for (let index = 1; index < line.length; index += 1) {
    const from = line[index - 1]!
    const to = line[index]!
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    const angle = Math.atan2(to.y - from.y, to.x - from.x)
    while (untilNext <= length && length > 0) {
      const part = untilNext / length
      chevrons.push({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part, angle })
      untilNext += CHEVRON_EVERY_PX
    }
    untilNext -= length
  }
  return chevrons
}

function paintChevrons(context: CanvasRenderingContext2D, line: readonly Pixel[], colour: string): void {
  context.strokeStyle = colour
  context.lineWidth = 1.6
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const { x, y, angle } of chevronsAlong(line)) {
    context.save()
    context.translate(x, y)
    context.rotate(angle)
    context.beginPath()
    context.moveTo(-1.6, -3)
    context.lineTo(1.6, 0)
    context.lineTo(-1.6, 3)
    context.stroke()
    context.restore()
  }
}

/** Draws a white disc with an orange ring. */
function paintStart(context: CanvasRenderingContext2D, { x, y }: Pixel, trip: MapPalette['trip']): void {
  disc(context, x, y, 8.5, trip.casing)
  disc(context, x, y, 7, trip.line)
  disc(context, x, y, 4, '#FFFFFF')
}

/** Draws an orange rounded square with a dark core. */
function paintStop(context: CanvasRenderingContext2D, { x, y }: Pixel, trip: MapPalette['trip']): void {
  square(context, x, y, 17, 5, trip.casing)
  square(context, x, y, 14, 4, trip.line)
  square(context, x, y, 6, 1, trip.on)
}

/** Draws the position of the playback, with its pill "08:27 · 17 km/h". */
export function paintHead(context: CanvasRenderingContext2D, { x, y }: Pixel, text: string, { trip }: MapPalette): void {
  disc(context, x, y, 10.5, trip.casing)
  disc(context, x, y, 9, trip.line)
  disc(context, x, y, 5.5, '#FFFFFF')
  context.font = '600 11.5px "Inter Variable", Inter, system-ui, sans-serif'
  const width = Math.ceil(context.measureText(text).width) + 16
  context.fillStyle = trip.line
  context.beginPath()
  context.roundRect(x + 16, y - 11, width, 22, 6)
  context.fill()
  context.fillStyle = trip.on
  context.textBaseline = 'middle'
  context.fillText(text, x + 24, y + 0.5)
}

function disc(context: CanvasRenderingContext2D, x: number, y: number, radius: number, colour: string): void {
  context.fillStyle = colour
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fill()
}

function square(context: CanvasRenderingContext2D, x: number, y: number, size: number, radius: number, colour: string): void {
  context.fillStyle = colour
  context.beginPath()
  context.roundRect(x - size / 2, y - size / 2, size, size, radius)
  context.fill()
}
