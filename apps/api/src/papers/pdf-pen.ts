import type PDFDocument from 'pdfkit'
import { fontFile, readable, type Weight } from './pdf-fonts.js'
import { type Direction, isLeftwards, type Line, linesOf, type Piece } from './pdf-lines.js'

type Paper = InstanceType<typeof PDFDocument>

export interface Style {
  size: number
  weight?: Weight
}

export interface Place {
  x: number
  y: number
  width: number
  align?: 'left' | 'right'
}

/** Line height and baseline position, as multiples of the font size. */
const LINE = 1.28
const BASE = 1

/**
 * Writes all text of a PDF with embedded fonts, in the right direction and in lines. The PDF library by itself would place
 * words one by one from left to right, in one font.
 */
export class Pen {
  readonly #known = new Set<string>()

  constructor(private readonly paper: Paper) {}

  /** Splits a text into lines of this width. */
  lines(text: string, style: Style, width: number, direction: Direction = 'auto'): Line[] {
    return linesOf(readable(text), width, direction, (piece) => this.#widthOf(piece, style))
  }

  widthOf(line: Line, style: Style): number {
    return line.reduce((sum, piece) => sum + this.#widthOf(piece, style), 0)
  }

  heightOf(lines: readonly Line[], { size }: Style): number {
    return lines.length * size * LINE
  }

  write(lines: readonly Line[], style: Style, { x, y, width, align }: Place): void {
    const { paper } = this
    const [left, top] = [paper.x, paper.y]
    for (const [nth, line] of lines.entries()) {
      const base = y + (nth * LINE + BASE) * style.size
      let at = align === 'right' ? x + width - this.widthOf(line, style) : x
      for (const piece of line) {
        this.#take(piece, style).text(drawn(piece), at, base, { lineBreak: false, baseline: 'alphabetic', ...shaping(piece) })
        at += this.#widthOf(piece, style)
      }
    }
    paper.x = left
    paper.y = top
  }

  /** Writes one of our own sentences from the left edge at full width, and moves the paper's position below it. */
  paragraph(text: string, style: Style, width: number, indent = 0): void {
    const { paper } = this
    const { left } = paper.page.margins
    const lines = this.lines(text, style, width - indent, 'ltr')
    const y = paper.y
    this.write(lines, style, { x: left + indent, y, width: width - indent })
    paper.x = left
    paper.y = y + this.heightOf(lines, style)
  }

  /**
   * Corrects the text that is stored for ligatures in right-to-left scripts (لا): the second character is stored first. This
   * is needed because PDF readers take the characters of a line from left to right when text is copied or searched, and then
   * reverse all of them. Call this before the paper ends.
   */
  end(): void {
    for (const name of this.#known) {
      const { unicode = [] } = (this.paper.font(name) as unknown as { _font: { unicode?: number[][] } })._font
      // Replaces the entry instead of changing it, because other documents share the entry.
      for (const [glyph, points] of unicode.entries())
        if (points && points.length > 1 && points.every(isLeftwards)) unicode[glyph] = [...points].reverse()
    }
  }

  #widthOf(piece: Piece, style: Style): number {
    return this.#take(piece, style).widthOfString(drawn(piece), shaping(piece))
  }

  #take({ font }: Piece, { size, weight = 'regular' }: Style): Paper {
    const name = `${weight}-${font}`
    if (!this.#known.has(name)) this.paper.registerFont(name, fontFile(font, weight))
    this.#known.add(name)
    return this.paper.font(name).fontSize(size)
  }
}

/** Characters that the first font composes from two glyphs. Text copied from the PDF would lose the second glyph. */
const PUT_TOGETHER = /[ǹḿṃṅṣẹịọụ]/g
const hasThem = (text: string) => text.search(PUT_TOGETHER) >= 0
const hasMarks = (text: string) => /\p{M}/u.test(text)
type Shaping = { features?: PDFKit.Mixins.OpenTypeFeatures[] }

/**
 * Returns the shaping options. They switch the composition of {@link PUT_TOGETHER} off, unless the text has combining
 * marks, which need it. The library's types do not allow options as an object.
 */
const shaping = ({ text }: Piece): Shaping =>
  hasThem(text) && !hasMarks(text) ? ({ features: { ccmp: false } } as unknown as Shaping) : {}

/**
 * In a text with combining marks, decomposes the characters of {@link PUT_TOGETHER}, so that copied text has each of their
 * parts.
 */
const drawn = ({ text }: Piece): string =>
  hasMarks(text) ? text.replace(PUT_TOGETHER, (letter) => letter.normalize('NFD')) : text
