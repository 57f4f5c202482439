export interface Run {
  glyphs: readonly string[]
  /** Start in pixels of each glyph, then the end of the last glyph. */
  at: readonly number[]
  width: number
}

const MOST_KEPT = 4_000
const measured = new Map<string, Run>()

/** Measures the advance of every glyph, including kerning. The result is cached by font, spacing and text. */
export function measure(context: CanvasRenderingContext2D, font: string, text: string, spacing: number): Run {
  const key = `${font}|${spacing}|${text}`
  const known = measured.get(key)
  if (known) return known
  context.font = font
  const glyphs = Array.from(text)
  const at = [0]
  let begun = ''
  glyphs.forEach((glyph, index) => {
    begun += glyph
    at.push(context.measureText(begun).width + spacing * (index + 1))
  })
  const run = { glyphs, at, width: at.at(-1)! - spacing }
  if (measured.size >= MOST_KEPT) measured.clear()
  measured.set(key, run)
  return run
}

export interface TextStyle {
  font: string
  /** Font size in pixels. */
  size: number
  colour: string
  halo: string
  haloWidth?: number
  /** Pixels between letters. */
  spacing?: number
}

/** Calls `write` for the halo and then for the letters, so that no halo covers a neighbouring letter. */
export function written(
  context: CanvasRenderingContext2D,
  { font, halo, haloWidth = 2, colour }: TextStyle,
  write: (put: (text: string, x: number, y: number) => void) => void,
): void {
  context.globalAlpha = 1
  context.font = font
  context.textBaseline = 'middle'
  outline(context, halo, haloWidth)
  write((text, x, y) => context.strokeText(text, x, y))
  context.fillStyle = colour
  write((text, x, y) => context.fillText(text, x, y))
  context.textBaseline = 'alphabetic'
}

export function outline(context: CanvasRenderingContext2D, colour: string, width: number): void {
  context.lineJoin = 'round'
  context.miterLimit = 2
  context.strokeStyle = colour
  context.lineWidth = width * 2
}
