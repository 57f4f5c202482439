import { countryNameIn } from '../country-names.js'
import type { MapPalette } from '../map-palette.js'
import type { WorldPoint } from '../coordinates.js'
import { CanvasLayer, type CanvasFrame } from './canvas-layer.js'
import type { Country } from './world-outline.js'

const NAME_FONT = '500 12px "Inter Variable", Inter, system-ui, sans-serif'
/** Deepest zoom with country names. At deeper zooms, which show streets, country names do not help. */
const NAMES_UNTIL_ZOOM = 9

/** Draws land, sea, borders and country names: the fallback map when no tiles load. */
export class OutlineLayer extends CanvasLayer {
  private nameOf = countryNameIn('en')

  constructor(
    private readonly countries: readonly Country[],
    private palette: MapPalette,
  ) {
    super('outline', 160)
  }

  setPalette(palette: MapPalette): void {
    this.palette = palette
    this.requestDraw()
  }

  setLanguage(language: string): void {
    this.nameOf = countryNameIn(language)
    this.requestDraw()
  }

  protected draw(frame: CanvasFrame): void {
    const { context, width, height, zoom } = frame
    const { base } = this.palette
    context.fillStyle = base.water
    context.fillRect(0, 0, width, height)
    context.beginPath()
    for (const by of frame.worlds) {
      const copy = { ...frame, toX: ([x, y]: WorldPoint) => frame.toX([x + by, y]) }
      for (const { rings } of this.countries) for (const ring of rings) traceRing(copy, ring)
    }
    context.fillStyle = base.land
    context.fill('evenodd')
    context.strokeStyle = base.border
    context.lineWidth = zoom < 6 ? 0.6 : 1
    context.stroke()
    if (zoom < NAMES_UNTIL_ZOOM) this.paintNames(frame)
  }

  private paintNames({ context, pointX: toX, toY, worldSize }: CanvasFrame): void {
    context.font = NAME_FONT
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.lineWidth = 3
    context.lineJoin = 'round'
    context.strokeStyle = this.palette.base.labelHalo
    context.fillStyle = this.palette.base.label
    for (const { name: english, middle, width } of this.countries) {
      const name = this.nameOf(english)
      if (width * worldSize < context.measureText(name).width + 16) continue
      context.strokeText(name, toX(middle), toY(middle))
      context.fillText(name, toX(middle), toY(middle))
    }
    context.textAlign = 'start'
  }
}

/** Traces one ring of land. Skips points closer than a pixel, and rings outside the view. */
function traceRing({ context, toX, toY, width, height }: CanvasFrame, ring: Country['rings'][number]): void {
  const pixels = ring.map((world) => [toX(world), toY(world)] as const)
  const isOutside = (test: (pixel: readonly [number, number]) => boolean) => pixels.every(test)
  if (
    isOutside(([x]) => x < 0) ||
    isOutside(([x]) => x > width) ||
    isOutside(([, y]) => y < 0) ||
    isOutside(([, y]) => y > height)
  )
    return
  let [lastX, lastY] = [Number.NaN, Number.NaN]
  pixels.forEach(([x, y], index) => {
    if (index === 0) context.moveTo(x, y)
    else if (Math.abs(x - lastX) + Math.abs(y - lastY) < 1) return
    else context.lineTo(x, y)
    ;[lastX, lastY] = [x, y]
  })
  context.closePath()
}
