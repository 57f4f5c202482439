import type { Feature, PaintSymbolizer } from 'protomaps-leaflet'

export type Geometry = Feature['geom']
export type Properties = Feature['props']

/** Fills the features of a layer with a colour by their properties. A feature whose colour is undefined is left out. */
export class Fill implements PaintSymbolizer {
  private edgeWidth = 0

  constructor(
    private readonly colourOf: (zoom: number, properties: Properties) => string | undefined,
    private readonly edge?: { colour: string; widthAt: (zoom: number) => number },
  ) {}

  before(context: CanvasRenderingContext2D, zoom: number): void {
    context.globalAlpha = 1
    context.lineJoin = 'round'
    this.edgeWidth = this.edge?.widthAt(zoom) ?? 0
    if (this.edgeWidth > 0) context.lineWidth = this.edgeWidth
  }

  draw(context: CanvasRenderingContext2D, geometry: Geometry, zoom: number, { props }: Feature): void {
    const colour = this.colourOf(zoom, props)
    if (!colour) return
    trace(context, geometry)
    context.fillStyle = colour
    context.fill()
    if (!this.edge || this.edgeWidth === 0) return
    context.strokeStyle = this.edge.colour
    context.stroke()
  }
}

export interface LineStyle {
  colour: string
  width: number
  dash?: readonly number[]
  cap?: CanvasLineCap
}

/** Minimum line width in pixels. A thinner line would only flicker. */
const THINNEST_PX = 0.15

/** Draws lines in a style by their properties. A line whose style is undefined is left out. */
export class Stroke implements PaintSymbolizer {
  constructor(private readonly styleOf: (zoom: number, properties: Properties) => LineStyle | undefined) {}

  before(context: CanvasRenderingContext2D): void {
    context.globalAlpha = 1
    context.lineJoin = 'round'
  }

  draw(context: CanvasRenderingContext2D, geometry: Geometry, zoom: number, { props }: Feature): void {
    const style = this.styleOf(zoom, props)
    if (!style || style.width < THINNEST_PX) return
    trace(context, geometry)
    context.strokeStyle = style.colour
    context.lineWidth = style.width
    context.lineCap = style.cap ?? 'round'
    context.setLineDash([...(style.dash ?? [])])
    context.stroke()
    if (style.dash) context.setLineDash([])
  }
}

function trace(context: CanvasRenderingContext2D, geometry: Geometry): void {
  context.beginPath()
  for (const part of geometry) part.forEach(({ x, y }, index) => (index === 0 ? context.moveTo(x, y) : context.lineTo(x, y)))
}

/**
 * Returns a value interpolated between zoom stops on an exponential curve. It is used for widths, which about double with each
 * zoom.
 */
export function growing(stops: readonly (readonly [zoom: number, value: number])[], base = 1.6): (zoom: number) => number {
  return (zoom) => {
    const above = stops.findIndex(([at]) => zoom <= at)
    if (above < 0) return stops.at(-1)![1]
    const [toZoom, to] = stops[above]!
    const [fromZoom, from] = stops[above - 1] ?? [toZoom, to]
    if (fromZoom === toZoom) return to
    return from + ((to - from) * (base ** (zoom - fromZoom) - 1)) / (base ** (toZoom - fromZoom) - 1)
  }
}
