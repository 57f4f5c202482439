import { setImmediate as breathe } from 'node:timers/promises'
import type { Position } from '@roadbook/geo'
import PDFDocument from 'pdfkit'
import { Problem } from '../http/problems.js'
import type { ColumnKind, SheetRow, CellValue } from './cells.js'
import { say } from './texts.js'
import type { Line } from './pdf-lines.js'
import { drawMap } from './pdf-map.js'
import { Pen, type Style } from './pdf-pen.js'
import { MAX_PDF_ROWS, type PdfWriter } from './pdf-writer.js'
import { pack, type Sheet } from './sheet.js'

/** A4 across, in points. */
const PAGE = { width: 841.89, height: 595.28, margin: 36 }
const WIDTH = PAGE.width - 2 * PAGE.margin
const BOTTOM = PAGE.height - PAGE.margin - 14
const MAP_HEIGHT = 250
/** Between two tables, and what a table with its title takes at least. */
const GAP = 14
const LEAST = 60
/** Pictures are drawn into boxes of this height, three in a line. */
const PICTURE = { height: 170, across: 3, gap: 10 }
/** Rows between which others get their turn. */
const TURN = 25
/** Where a head may go on in the next line: after `(Europe/`, and not within `km/h`. */
const BETWEEN = /\s+|(?<=\w{3}\/)/
/** Beside the text of a cell. */
const PADDING = 3
/** How much of the width a column takes, beside others. */
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
const TITLE: Style = { size: 15, weight: 'bold' }
const HEADING: Style = { size: 10, weight: 'bold' }
const SENTENCE: Style = { size: 9 }
const CELL: Style = { size: 7 }
const HEAD: Style = { size: 7, weight: 'bold' }
const SMALL: Style = { size: 8 }

type Paper = InstanceType<typeof PDFDocument>

/** What is drawn upon, and what writes on it. */
interface Page {
  paper: Paper
  pen: Pen
}

/** Draws a PDF; others begin one by `pdfSheet`, which loads this file. */
export async function drawnSheet(sheet: Sheet, trips: readonly (readonly Position[])[]): Promise<PdfWriter> {
  const paper = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: PAGE.margin,
    bufferPages: true,
    info: { Title: sheet.title, ...(sheet.madeAt && { CreationDate: sheet.madeAt }) },
  })
  const page: Page = { paper, pen: new Pen(paper) }
  const chunks: Buffer[] = []
  paper.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => paper.once('end', resolve).once('error', reject))
  writeFront(page, sheet, wordsOf(sheet))
  if (trips.length > 0) writeMap(page, sheet, trips)
  let table = new Table(page, sheet, wordsOf(sheet))
  let count = 0
  return {
    add: async (rows) => {
      count += rows.length
      if (count > MAX_PDF_ROWS) throw new Problem('invalid', say('pdf-too-long', { max: MAX_PDF_ROWS }))
      for (const [at, row] of rows.entries()) {
        table.add(row)
        if (at % TURN === TURN - 1) await breathe()
      }
    },
    begin: (next) => {
      table.leave()
      writeHeading(page, next.title)
      table = new Table(page, next, wordsOf(next))
    },
    pictures: (title, pictures) => {
      table.leave(PICTURE.height + LEAST)
      writePictures(page, title, pictures)
    },
    end: async () => {
      numberPages(page, sheet)
      page.pen.end()
      paper.end()
      await ended
      const buffer = Buffer.concat(chunks)
      return { packed: await pack(buffer), sizeBytes: buffer.length }
    },
  }
}

type Words = (kind: ColumnKind, value: CellValue | undefined) => string

function wordsOf({ locale, cell }: Sheet): Words {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  return (kind, value) => {
    const told = cell(kind, value)
    return typeof told === 'number' ? number.format(told).replaceAll(/\s/g, '\u00a0') : (told ?? '–')
  }
}

function writeFront({ paper, pen }: Page, sheet: Sheet, words: Words): void {
  const { title, period, zone, notes, columns, totals, head, locale } = sheet
  pen.paragraph(title, TITLE, WIDTH)
  for (const text of [`${period}  ·  ${zone}`, ...notes]) pen.paragraph(text, SENTENCE, WIDTH)
  const told = columns.flatMap(({ key, kind }, at) =>
    totals[key] === undefined ? [] : `${head[at]}: ${words(kind, totals[key])}`,
  )
  if (told.length > 0) {
    paper.y += 3
    const bold: Style = { ...SENTENCE, weight: 'bold' }
    const label = pen.lines(`${say('word.totals').in(locale)}:`, bold, WIDTH)
    pen.write(label, bold, { x: PAGE.margin, y: paper.y, width: WIDTH })
    pen.paragraph(told.join('  ·  '), SENTENCE, WIDTH, pen.widthOf(label[0]!, bold) + 4)
  }
  paper.y += 7
}

/** Above a table or pictures. */
function writeHeading({ paper, pen }: Page, title: string): void {
  pen.paragraph(title, HEADING, WIDTH)
  paper.y += 4
}

function writeMap({ paper, pen }: Page, { locale }: Sheet, trips: readonly (readonly Position[])[]): void {
  const box = { x: PAGE.margin, y: paper.y, width: WIDTH, height: MAP_HEIGHT }
  const drawing = drawMap(trips, box)
  if (!drawing) return
  paper.save().rect(box.x, box.y, box.width, box.height).fillAndStroke('#f6f7f9', '#c5cad3')
  paper.lineWidth(1).lineJoin('round').strokeColor('#1f5fbf')
  for (const [first, ...rest] of drawing.lines) {
    if (!first) continue
    paper.moveTo(...first)
    for (const point of rest) paper.lineTo(...point)
    paper.stroke()
  }
  const { width, metres } = drawing.bar
  const [x, y] = [box.x + 12, box.y + box.height - 14]
  paper
    .lineWidth(1.5)
    .strokeColor('#222222')
    .moveTo(x, y - 4)
    .lineTo(x, y)
    .lineTo(x + width, y)
    .lineTo(x + width, y - 4)
    .stroke()
  const length = new Intl.NumberFormat(locale, { style: 'unit', unit: metres < 1_000 ? 'meter' : 'kilometer' })
  paper.fillColor('#222222')
  const scale = pen.lines(length.format(metres < 1_000 ? metres : metres / 1_000), SMALL, WIDTH)
  pen.write(scale, SMALL, { x, y: y - 16, width: WIDTH })
  const note = pen.lines(say('word.map').in(locale), SMALL, box.width - 8)
  pen.write(note, SMALL, { x: box.x, y: box.y + 6, width: box.width - 8, align: 'right' })
  paper.restore()
  paper.fillColor('black')
  paper.x = PAGE.margin
  paper.y = box.y + box.height + 10
}

function writePictures(page: Page, title: string, pictures: readonly Buffer[]): void {
  const width = (WIDTH - (PICTURE.across - 1) * PICTURE.gap) / PICTURE.across
  writeHeading(page, title)
  const { paper } = page
  let y = paper.y
  for (const [nth, picture] of pictures.entries()) {
    const column = nth % PICTURE.across
    if (nth > 0 && column === 0) y += PICTURE.height + PICTURE.gap
    if (y + PICTURE.height > BOTTOM) {
      paper.addPage()
      y = PAGE.margin
    }
    paper.image(picture, PAGE.margin + column * (width + PICTURE.gap), y, { fit: [width, PICTURE.height] })
  }
  paper.y = y + PICTURE.height + GAP
}

/** Rows with a head that is repeated on every page. */
class Table {
  readonly #widths: number[]
  #y: number

  constructor(
    private readonly page: Page,
    private readonly sheet: Sheet,
    private readonly words: Words,
  ) {
    this.#widths = widthsOf(
      sheet.columns.map(shareOf),
      sheet.head.map((text) => Math.ceil(this.longestWord(text)) + 2 * PADDING),
    )
    this.#y = page.paper.y
    this.writeHead()
  }

  add(row: SheetRow): void {
    const { paper } = this.page
    const cells = this.cellsOf(
      this.sheet.columns.map(({ key, kind }) => this.words(kind, row[key])),
      CELL,
    )
    if (this.#y + this.heightOf(cells) > BOTTOM) {
      paper.addPage()
      this.#y = PAGE.margin
      this.writeHead()
    }
    this.write(cells, CELL)
    paper
      .lineWidth(0.3)
      .strokeColor('#d5d9e0')
      .moveTo(PAGE.margin, this.#y)
      .lineTo(PAGE.margin + WIDTH, this.#y)
      .stroke()
  }

  /** What is written next stands below it, on the next page where next to nothing is left of this one. */
  leave(least = LEAST): void {
    const { paper } = this.page
    paper.y = this.#y + GAP
    if (paper.y + least <= BOTTOM) return
    paper.addPage()
    paper.y = PAGE.margin
  }

  private writeHead(): void {
    this.write(this.cellsOf(this.sheet.head, HEAD), HEAD)
    this.page.paper
      .lineWidth(0.8)
      .strokeColor('#222222')
      .moveTo(PAGE.margin, this.#y)
      .lineTo(PAGE.margin + WIDTH, this.#y)
      .stroke()
  }

  private longestWord(text: string): number {
    const { pen } = this.page
    return Math.max(...text.split(BETWEEN).map((word) => pen.widthOf(pen.lines(word, HEAD, Infinity)[0] ?? [], HEAD)))
  }

  /** Each text in lines as wide as its column. */
  private cellsOf(texts: readonly string[], style: Style): Line[][] {
    return texts.map((text, at) => this.page.pen.lines(text, style, this.#widths[at]! - 2 * PADDING))
  }

  private heightOf(cells: readonly Line[][]): number {
    return Math.max(...cells.map((lines) => this.page.pen.heightOf(lines, CELL))) + 5
  }

  private write(cells: readonly Line[][], style: Style): void {
    let x = PAGE.margin
    for (const [at, lines] of cells.entries()) {
      const width = this.#widths[at]!
      const align = IS_NUMBER.includes(this.sheet.columns[at]!.kind) ? 'right' : 'left'
      this.page.pen.write(lines, style, { x: x + PADDING, y: this.#y + 2, width: width - 2 * PADDING, align })
      x += width
    }
    this.#y += this.heightOf(cells)
  }
}

/** Shares of the whole width, but for columns that need more than theirs: the others give it up by their shares. */
function widthsOf(shares: readonly number[], least: readonly number[]): number[] {
  const needed = least.reduce((sum, width) => sum + width, 0)
  if (needed > WIDTH) return least.map((width) => (width / needed) * WIDTH)
  const needing = new Set<number>()
  for (;;) {
    const rest = WIDTH - [...needing].reduce((sum, at) => sum + least[at]!, 0)
    const all = shares.reduce((sum, share, at) => (needing.has(at) ? sum : sum + share), 0)
    const widths = shares.map((share, at) => (needing.has(at) ? least[at]! : (share / all) * rest))
    const further = widths.findIndex((width, at) => !needing.has(at) && width < least[at]!)
    if (further < 0) return widths
    needing.add(further)
  }
}

function numberPages({ paper, pen }: Page, { locale }: Sheet): void {
  const { start, count } = paper.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    paper.switchToPage(page)
    // Or the text below the margin would begin another page.
    paper.page.margins.bottom = 0
    const text = say('word.page', { page: page - start + 1, pages: count }).in(locale)
    paper.fillColor('#555555')
    const place = { x: PAGE.margin, y: PAGE.height - PAGE.margin, width: WIDTH, align: 'right' } as const
    pen.write(pen.lines(text, SMALL, WIDTH), SMALL, place)
  }
}
