import type { StateCounts } from './cluster-index.js'
import { LABEL_HEIGHT } from './label-placement.js'
import { MARKER_STATES, type MarkerState } from '../entity-state.js'
import { glyphShapes, OFFLINE_DASH } from '../glyph-shapes.js'
import type { MapPalette } from '../map-palette.js'

/** Small picture that is drawn once and copied often. Its `size` is in CSS pixels. */
export interface Sprite {
  image: HTMLCanvasElement
  width: number
  height: number
}

const LABEL_FONT = '600 11.5px "Inter Variable", Inter, system-ui, sans-serif'
const COUNT_FONT = '650 13px "Inter Variable", Inter, system-ui, sans-serif'
const LABEL_PADDING = 8
/** Maximum number of cached pictures. It is several times the number of labels and clusters on a full screen. */
const LARGEST_CACHE = 1_500

/** Cache of the pictures for one theme and pixel ratio. */
export class Sprites {
  private readonly cache = new Map<string, Sprite>()
  private readonly widths = new Map<string, number>()
  private measure: CanvasRenderingContext2D | null = null

  constructor(
    readonly palette: MapPalette,
    readonly ratio: number,
  ) {}

  glyph(state: MarkerState, isSleeping: boolean): Sprite {
    return this.once(`glyph:${state}:${isSleeping}`, 48, 48, (context) => {
      context.translate(24, 24)
      paintGlyph(context, state, this.palette)
      if (isSleeping) paintMoon(context, this.palette)
    })
  }

  /** Returns a circle of 40 to 54 px with the count inside. Its ring is divided by the share of each state. */
  cluster(count: number, states: StateCounts): Sprite {
    const size = clusterSize(count) + 8
    return this.once(`cluster:${count}:${states.join()}`, size, size, (context) => {
      context.translate(size / 2, size / 2)
      paintCluster(context, count, states, this.palette)
    })
  }

  label(text: string): Sprite {
    const width = this.labelWidth(text)
    return this.once(`label:${text}`, width + 8, LABEL_HEIGHT + 8, (context) => {
      context.translate(4, 4)
      paintPill(context, text, width, this.palette)
    })
  }

  labelWidth(text: string): number {
    const known = this.widths.get(text)
    if (known !== undefined) return known
    this.measure ??= document.createElement('canvas').getContext('2d')
    if (!this.measure) return 0
    this.measure.font = LABEL_FONT
    const width = Math.ceil(this.measure.measureText(text).width) + 2 * LABEL_PADDING
    this.widths.set(text, width)
    return width
  }

  private once(key: string, width: number, height: number, paint: (context: CanvasRenderingContext2D) => void): Sprite {
    const known = this.cache.get(key)
    if (known) return known
    if (this.cache.size >= LARGEST_CACHE) this.cache.clear()
    const image = document.createElement('canvas')
    image.width = Math.ceil(width * this.ratio)
    image.height = Math.ceil(height * this.ratio)
    const context = image.getContext('2d')
    if (context) {
      context.scale(this.ratio, this.ratio)
      paint(context)
    }
    const sprite = { image, width, height }
    this.cache.set(key, sprite)
    return sprite
  }
}

export const clusterSize = (count: number): number => Math.min(54, Math.round(37.5 + 8.2 * Math.log10(count)))

/** Draws a sprite centred on a point, at whole pixels for a crisp edge. */
export function drawCentred(context: CanvasRenderingContext2D, { image, width, height }: Sprite, x: number, y: number): void {
  context.drawImage(image, Math.round(x - width / 2), Math.round(y - height / 2), width, height)
}

function paintGlyph(
  context: CanvasRenderingContext2D,
  state: MarkerState,
  { surface, states, onState, shadow }: MapPalette,
): void {
  const fill = (path: string, colour: string) => {
    context.fillStyle = colour
    context.fill(new Path2D(path))
  }
  const ring = (path: string) => {
    context.save()
    context.shadowColor = shadow
    context.shadowBlur = 3
    context.shadowOffsetY = 1
    context.lineWidth = 4
    context.lineJoin = 'round'
    context.strokeStyle = surface
    context.stroke(new Path2D(path))
    context.restore()
  }
  if (state === 'moving') {
    ring(glyphShapes.movingPointer)
    fill(glyphShapes.movingPointer, states.moving)
    fill(glyphShapes.movingArrow, onState)
  } else if (state === 'idle') {
    ring(glyphShapes.idleSquare)
    fill(glyphShapes.idleSquare, states.idle)
    fill(glyphShapes.idleBars, onState)
  } else if (state === 'missing') {
    ring(glyphShapes.missingDiamond)
    fill(glyphShapes.missingDiamond, states.missing)
    fill(glyphShapes.missingMark, onState)
  } else {
    ring(glyphShapes.movingDisc)
    fill(glyphShapes.movingDisc, surface)
    context.strokeStyle = states.offline
    context.lineWidth = 2.4
    context.setLineDash(OFFLINE_DASH)
    context.stroke(new Path2D(glyphShapes.offlineRing))
    context.setLineDash([])
    context.lineCap = 'round'
    context.stroke(new Path2D(glyphShapes.offlineSlash))
  }
}

/** Draws a moon on a solid chip at the corner. It shows that the vehicle is asleep and not lost. */
function paintMoon(context: CanvasRenderingContext2D, { surface, states }: MapPalette): void {
  context.translate(9, -9)
  context.fillStyle = surface
  context.beginPath()
  context.arc(0, 0, 7.5, 0, 2 * Math.PI)
  context.fill()
  context.fillStyle = states.offline
  context.fill(new Path2D(glyphShapes.moon))
}

function paintCluster(context: CanvasRenderingContext2D, count: number, states: StateCounts, palette: MapPalette): void {
  const radius = clusterSize(count) / 2
  context.save()
  context.shadowColor = palette.shadow
  context.shadowBlur = 4
  context.shadowOffsetY = 1
  context.fillStyle = palette.surface
  context.beginPath()
  context.arc(0, 0, radius, 0, 2 * Math.PI)
  context.fill()
  context.restore()
  context.lineWidth = 4
  for (const arc of clusterArcs(states)) {
    context.strokeStyle = palette.states[arc.state]
    context.beginPath()
    context.arc(0, 0, radius - 4, arc.start, arc.end)
    context.stroke()
  }
  context.fillStyle = palette.text
  context.font = COUNT_FONT
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(count < 10_000 ? String(count) : `${Math.round(count / 1000)}k`, 0, 0.5)
}

/** Minimum arc of a state in radians, so that even a single vehicle in a state is visible, especially a missing one. */
const SMALLEST_ARC = 0.3

/**
 * Returns the arcs of a cluster's ring in radians from the top, clockwise. Each state has its share, but never less than the
 * minimum.
 */
export function clusterArcs(states: StateCounts): { state: MarkerState; start: number; end: number }[] {
  const total = states.reduce((sum, count) => sum + count, 0)
  const present = MARKER_STATES.flatMap((state, index) => {
    const count = states[index] ?? 0
    return count > 0 ? [{ state, angle: Math.max(SMALLEST_ARC, (count / total) * 2 * Math.PI) }] : []
  })
  const sum = present.reduce((angles, { angle }) => angles + angle, 0)
  let start = -Math.PI / 2
  return present.map(({ state, angle }) => {
    const arc = { state, start, end: start + (angle / sum) * 2 * Math.PI }
    start = arc.end
    return arc
  })
}

function paintPill(context: CanvasRenderingContext2D, text: string, width: number, palette: MapPalette): void {
  context.save()
  context.shadowColor = palette.shadow
  context.shadowBlur = 3
  context.shadowOffsetY = 1
  context.fillStyle = palette.surface
  context.beginPath()
  context.roundRect(0, 0, width, LABEL_HEIGHT, 6)
  context.fill()
  context.restore()
  context.strokeStyle = palette.borderStrong
  context.lineWidth = 1
  context.stroke()
  context.fillStyle = palette.text
  context.font = LABEL_FONT
  context.textBaseline = 'middle'
  context.fillText(text, LABEL_PADDING, LABEL_HEIGHT / 2 + 0.5)
}
