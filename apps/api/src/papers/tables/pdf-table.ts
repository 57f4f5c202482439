import type PDFDocument from 'pdfkit'
import type { CellValue, ColumnKind, SheetRow } from '../cells.js'
import type { Line } from '../pdf-lines.js'
import type { Pen, Style } from '../pdf-pen.js'
import type { Sheet } from '../sheet.js'

export type Paper = InstanceType<typeof PDFDocument>

/** The paper, and the pen that writes on it. */
export interface Page {
  paper: Paper
  pen: Pen
}

/** Position of tables on each page in points, and their font size. */
export interface Place {
  left: number
  top: number
  width: number
  bottom: number
  size: number
}

/** Space between two tables, in points. */
export const GAP = 14
/** Places where a heading may break: at spaces and after `(Europe/`, but not within `km/h`. */
const BETWEEN = /\s+|(?<=\w{3}\/)/
/** Padding of a cell, in points. */
const PADDING = 3
/** Relative widths of columns. */
const SHARES: Record<ColumnKind, number> = {
  text: 3,
  time: 2.3,
  day: 1.6,
  km: 1.3,
  hours: 1.3,
  speed: 1.8,
  number: 1.2,
  percent: 1.2,
  imei: 2.2,
}
const shareOf = ({ key, kind }: Sheet['columns'][number]): number => {
  if (key.endsWith('address')) return 4.2
  return key === 'license_plate' ? 1.8 : SHARES[kind]
}
const IS_NUMBER: readonly ColumnKind[] = ['km', 'hours', 'speed', 'number', 'percent']

export type Words = (kind: ColumnKind, value: CellValue | undefined) => string

/** Formats values in the sheet's language. */
export function wordsOf({ locale, cell }: Sheet): Words {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  return (kind, value) => {
    const told = cell(kind, value)
    return typeof told === 'number' ? number.format(told).replaceAll(/\s/g, '\u00a0') : (told ?? '–')
  }
}

/** Rows with a heading that is repeated on every page. */
export class Table {
  readonly #words: Words
  readonly #cell: Style
  readonly #head: Style
  readonly #widths: number[]
  #y: number

  constructor(
    private readonly page: Page,
    private readonly place: Place,
    private readonly sheet: Sheet,
    isMeasured = false,
  ) {
    this.#words = wordsOf(sheet)
    this.#cell = { size: place.size }
    this.#head = { size: place.size, weight: 'bold' }
    this.#widths = widthsOf(
      place.width,
      sheet.columns.map(shareOf),
      sheet.head.map((text) => Math.ceil(this.longestWord(text)) + 2 * PADDING),
    )
    this.#y = page.paper.y
    if (!isMeasured) this.writeHead()
  }

  /** @param last the next row, given only if it is the last row. The last row must not be alone on a page */
  add(row: SheetRow, last?: SheetRow): void {
    const { paper } = this.page
    const { left, top, width, bottom } = this.place
    const cells = this.cellsOfRow(row)
    const together = this.heightOf(cells) + (last ? this.heightOf(this.cellsOfRow(last)) : 0)
    if (this.#y + together > bottom) {
      paper.addPage()
      this.#y = top
      this.writeHead()
    }
    this.write(cells, this.#cell)
    paper
      .lineWidth(0.3)
      .strokeColor('#d5d9e0')
      .moveTo(left, this.#y)
      .lineTo(left + width, this.#y)
      .stroke()
  }

  /** Returns the height of these rows including the heading. */
  static heightOf(page: Page, place: Place, sheet: Sheet, rows: readonly SheetRow[]): number {
    const table = new Table(page, place, sheet, true)
    return [sheet.head, ...rows.map((row) => sheet.columns.map(({ key, kind }) => table.#words(kind, row[key])))].reduce(
      (sum, texts) => sum + table.heightOf(table.cellsOf(texts, table.#cell)),
      0,
    )
  }

  /**
   * Ends the table. The next content follows below. If less space than `least` is left on the page, the content begins on the
   * next page.
   */
  leave(least?: number): void {
    const { paper } = this.page
    paper.y = this.#y + GAP
    if (least === undefined || paper.y + least <= this.place.bottom) return
    paper.addPage()
    paper.y = this.place.top
  }

  private writeHead(): void {
    this.write(this.cellsOf(this.sheet.head, this.#head), this.#head)
    this.page.paper
      .lineWidth(0.8)
      .strokeColor('#222222')
      .moveTo(this.place.left, this.#y)
      .lineTo(this.place.left + this.place.width, this.#y)
      .stroke()
  }

  private longestWord(text: string): number {
    const { pen } = this.page
    return Math.max(...text.split(BETWEEN).map((word) => pen.widthOf(pen.lines(word, this.#head, Infinity)[0] ?? [], this.#head)))
  }

  private cellsOfRow(row: SheetRow): Line[][] {
    return this.cellsOf(
      this.sheet.columns.map(({ key, kind }) => this.#words(kind, row[key])),
      this.#cell,
    )
  }

  /** Splits each text into lines that fit its column. */
  private cellsOf(texts: readonly string[], style: Style): Line[][] {
    return texts.map((text, at) => this.page.pen.lines(text, style, this.#widths[at]! - 2 * PADDING))
  }

  private heightOf(cells: readonly Line[][]): number {
    return Math.max(...cells.map((lines) => this.page.pen.heightOf(lines, this.#cell))) + 5
  }

  private write(cells: readonly Line[][], style: Style): void {
    let x = this.place.left
    for (const [at, lines] of cells.entries()) {
      const width = this.#widths[at]!
      const align = IS_NUMBER.includes(this.sheet.columns[at]!.kind) ? 'right' : 'left'
      this.page.pen.write(lines, style, { x: x + PADDING, y: this.#y + 2, width: width - 2 * PADDING, align })
      x += width
    }
    this.#y += this.heightOf(cells)
  }
}

/** Distributes the width by shares. If a column needs more width, the other columns become narrower in proportion. */
function widthsOf(width: number, shares: readonly number[], least: readonly number[]): number[] {
  const needed = least.reduce((sum, one) => sum + one, 0)
  if (needed > width) return least.map((one) => (one / needed) * width)
  const needing = new Set<number>()
  for (;;) {
    const rest = width - [...needing].reduce((sum, at) => sum + least[at]!, 0)
    const all = shares.reduce((sum, share, at) => (needing.has(at) ? sum : sum + share), 0)
    const widths = shares.map((share, at) => (needing.has(at) ? least[at]! : (share / all) * rest))
    const further = widths.findIndex((one, at) => !needing.has(at) && one < least[at]!)
    if (further < 0) return widths
    needing.add(further)
  }
}
