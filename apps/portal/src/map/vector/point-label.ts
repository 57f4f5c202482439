import type { Feature, Label, LabelSymbolizer, Layout } from 'protomaps-leaflet'
import { measure, outline, written, type TextStyle } from './lettering.js'
import type { Geometry, Properties } from './paint.js'

export interface PointStyle extends TextStyle {
  isUpper?: boolean
  /** Radius in pixels of a dot below the name. */
  dot?: number
  /** Clear pixels around the label. */
  padding?: number
  /** Maximum number of letters on one line. A longer name is broken into two lines. */
  mostLetters?: number
  /** Text in place of the name. */
  text?: string
  /** Minimum distance in pixels between two labels with the same name. */
  once?: number
}

/** Draws a name at a point, on one or two lines, with a halo, over a dot if the style has one. */
export class PointLabel implements LabelSymbolizer {
  constructor(
    private readonly nameOf: (properties: Properties) => string | undefined,
    private readonly styleOf: (zoom: number, properties: Properties) => PointStyle | undefined,
  ) {}

  place(layout: Layout, geometry: Geometry, { props }: Feature): Label[] | undefined {
    const style = this.styleOf(layout.zoom, props)
    const name = style && (style.text ?? this.nameOf(props))
    const anchor = geometry[0]?.[0]
    if (!name || !anchor) return undefined
    const text = style.isUpper ? name.toLocaleUpperCase() : name
    const { spacing = 0, padding = 3, dot = 0 } = style
    const lines = brokenInTwo(text, style.mostLetters ?? 16).map((line) => ({
      line,
      run: measure(layout.scratch, style.font, line, spacing),
    }))
    const width = Math.max(...lines.map(({ run }) => run.width))
    const lead = style.size * 1.15
    const height = lead * lines.length
    const rise = dot > 0 ? dot + 3 + height / 2 : 0
    const box = {
      minX: anchor.x - width / 2 - padding,
      maxX: anchor.x + width / 2 + padding,
      minY: anchor.y - rise - height / 2 - padding,
      maxY: anchor.y + (dot > 0 ? dot : height / 2) + padding,
    }
    const draw = (context: CanvasRenderingContext2D) => {
      if (dot > 0) drawDot(context, style, dot)
      const top = -rise - ((lines.length - 1) * lead) / 2
      written(context, style, (put) =>
        lines.forEach(({ line, run }, row) => {
          if (spacing === 0) put(line, -run.width / 2, top + row * lead)
          else run.glyphs.forEach((glyph, index) => put(glyph, run.at[index]! - run.width / 2, top + row * lead))
        }),
      )
    }
    return [{ anchor, bboxes: [box], draw, ...(style.once && { deduplicationKey: text, deduplicationDistance: style.once }) }]
  }
}

function drawDot(context: CanvasRenderingContext2D, { colour, halo }: PointStyle, radius: number): void {
  context.globalAlpha = 1
  context.beginPath()
  context.arc(0, 0, radius, 0, Math.PI * 2)
  context.fillStyle = colour
  outline(context, halo, 1.5)
  context.stroke()
  context.fill()
}

/** Breaks a name at the space nearest to its middle. */
function brokenInTwo(text: string, most: number): string[] {
  const spaces = text.length <= most ? [] : [...text.matchAll(/ /g)].map(({ index }) => index)
  const fromMiddle = (at: number) => Math.abs(at - text.length / 2)
  const [best] = spaces.sort((one, other) => fromMiddle(one) - fromMiddle(other))
  return best === undefined ? [text] : [text.slice(0, best), text.slice(best + 1)]
}
