import type { Feature, Label, LabelSymbolizer, Layout } from 'protomaps-leaflet'
import { measure, written, type Run, type TextStyle } from './lettering.js'
import type { Geometry, Properties } from './paint.js'

export interface AlongStyle extends TextStyle {
  /** Distance in pixels after which the name is repeated. */
  repeat?: number
  /** Maximum bend from one letter to the next, in radians. */
  mostBend?: number
}

interface Spot {
  glyph: string
  x: number
  y: number
  angle: number
  advance: number
  /** Position of the glyph's middle, from the start of the text. */
  along: number
}
interface Bent {
  spots: Spot[]
  /** Total turn of the glyphs in radians. Of several places, the one with the smallest turn is used. */
  turn: number
}
type Line = Geometry[number]

const MOST_BEND = 0.42
const MOST_TURN = 1.9
/** Turn, in radians, below which a text is drawn in one piece and no better place is searched for. */
const STRAIGHT = 0.05
const GOOD = 0.12
/** Number of places that are tried on each side of the middle of a stretch. */
const STEPS = 6

/** Draws a name along its line, glyph by glyph, so that it bends with the street. */
export class LineLabel implements LabelSymbolizer {
  constructor(
    private readonly nameOf: (properties: Properties) => string | undefined,
    private readonly styleOf: (zoom: number) => AlongStyle,
  ) {}

  place(layout: Layout, geometry: Geometry, { props }: Feature): Label[] | undefined {
    const text = this.nameOf(props)
    if (!text) return undefined
    const style = this.styleOf(layout.zoom)
    const run = measure(layout.scratch, style.font, text, style.spacing ?? 0)
    return geometry.flatMap((line) => alongLine(line, run, style).map((bent) => labelOf(line, bent, run, style, text)))
  }
}

/** Returns the best place of every stretch that is long enough. */
function alongLine(line: Line, run: Run, style: AlongStyle): Bent[] {
  const along = [0]
  for (let index = 1; index < line.length; index += 1)
    along.push(along[index - 1]! + Math.hypot(line[index]!.x - line[index - 1]!.x, line[index]!.y - line[index - 1]!.y))
  const total = along.at(-1)!
  const slack = total - run.width - style.size
  if (line.length < 2 || slack <= 0) return []
  const repeat = style.repeat ?? 320
  const count = Math.max(1, Math.floor(total / repeat))
  const reach = Math.min(slack / 2, repeat / 2.5)
  return Array.from({ length: count }, (_, stretch) => {
    const first = ((stretch + 0.5) * total) / count - run.width / 2
    let best: (Bent & { cost: number }) | undefined
    for (let step = 0; step <= STEPS && !(best && best.cost < GOOD); step += 1)
      for (const side of step === 0 ? [1] : [1, -1]) {
        const start = first + (side * step * reach) / STEPS
        if (start < style.size / 2 || start + run.width > total - style.size / 2) continue
        const bent = bend(line, along, start, run, style)
        const cost = (bent?.turn ?? Number.POSITIVE_INFINITY) + step * 0.03
        if (bent && cost < (best?.cost ?? Number.POSITIVE_INFINITY)) best = { ...bent, cost }
      }
    return best
  }).filter((found) => found !== undefined)
}

function labelOf(line: Line, { spots, turn }: Bent, run: Run, style: AlongStyle, text: string): Label {
  const middle = spots[spots.length >> 1]!
  const half = style.size * 0.62 + 1
  const every = Math.max(1, Math.floor(style.size / (run.width / spots.length)))
  const bboxes = spots
    .filter((spot, index) => index % every === 0 || index === spots.length - 1 || spot === middle)
    .map(({ x, y }) => ({ minX: x - half, maxX: x + half, minY: y - half, maxY: y + half }))
  const anchor = line[0]!.clone()
  anchor.x = middle.x
  anchor.y = middle.y
  const turned = (context: CanvasRenderingContext2D, x: number, y: number, angle: number, write: () => void) => {
    context.save()
    context.translate(x, y)
    context.rotate(angle)
    write()
    context.restore()
  }
  const draw = (context: CanvasRenderingContext2D) =>
    written(context, { haloWidth: 1.75, ...style }, (put) => {
      if (turn < STRAIGHT && !style.spacing) return turned(context, 0, 0, middle.angle, () => put(text, -middle.along, 0))
      for (const { glyph, x, y, angle, advance } of spots)
        turned(context, x - middle.x, y - middle.y, angle, () => put(glyph, -advance / 2, 0))
    })
  return { anchor, bboxes, draw, deduplicationKey: text, deduplicationDistance: style.repeat ?? 320 }
}

/** Places each glyph of a text that begins at `start`, never upside down. Undefined if the line bends too much for reading. */
function bend(line: Line, along: readonly number[], start: number, run: Run, style: AlongStyle): Bent | undefined {
  const from = pointAt(line, along, start)
  const to = pointAt(line, along, start + run.width)
  if (Math.hypot(to.x - from.x, to.y - from.y) < run.width * 0.82) return undefined
  const isBackwards = to.x < from.x
  const reading = (at: number) => pointAt(line, along, isBackwards ? start + run.width - at : start + at)
  const around = style.size * 0.55
  const spots: Spot[] = []
  let turn = 0
  for (const [index, glyph] of run.glyphs.entries()) {
    const advance = run.at[index + 1]! - run.at[index]! - (style.spacing ?? 0)
    const middle = run.at[index]! + advance / 2
    const before = reading(Math.max(0, middle - around))
    const after = reading(Math.min(run.width, middle + around))
    const angle = Math.atan2(after.y - before.y, after.x - before.x)
    const last = spots.at(-1)
    const bent = last ? Math.abs(Math.atan2(Math.sin(angle - last.angle), Math.cos(angle - last.angle))) : 0
    if (bent > (style.mostBend ?? MOST_BEND)) return undefined
    turn += bent
    spots.push({ glyph, ...reading(middle), angle, advance, along: middle })
  }
  return turn > MOST_TURN || spots.length === 0 ? undefined : { spots, turn }
}

function pointAt(line: Line, along: readonly number[], at: number): { x: number; y: number } {
  let low = 0
  let high = along.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (along[middle]! <= at) low = middle
    else high = middle
  }
  const share = (at - along[low]!) / (along[high]! - along[low]! || 1)
  const [from, to] = [line[low]!, line[high]!]
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}
