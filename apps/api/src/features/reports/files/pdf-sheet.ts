import { setImmediate as breathe } from 'node:timers/promises'
import type { Position } from '@roadbook/geo'
import PDFDocument from 'pdfkit'
import { Problem } from '../../../http/problems.js'
import type { ColumnKind, ReportRow, ReportValue } from '../dto/report.dto.js'
import { say } from '../texts.js'
import { drawMap } from './pdf-map.js'
import { pack, type ReportSheet, type SheetWriter } from './report-sheet.js'

/** More than this nobody leafs through: 250 pages. */
export const MAX_PDF_ROWS = 5_000
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
const shareOf = ({ key, kind }: ReportSheet['columns'][number]): number => {
  if (key.endsWith('address')) return 4.2
  return key === 'license_plate' ? 1.8 : SHARES[kind]
}
const IS_NUMBER: readonly ColumnKind[] = ['km', 'hours', 'speed', 'number', 'percent']
/** What the fonts of every reader hold beyond Latin 1. */
const CP1252 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'

/** What has no mark that could be taken off. */
const PLAIN: Readonly<Record<string, string>> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  ı: 'i',
  Ŧ: 'T',
  ŧ: 't',
  ẞ: 'SS',
}
const isHeld = (letter: string): boolean => /[\x20-\x7e\xa0-\xff]/.test(letter) || CP1252.includes(letter)

/**
 * As the fonts can show it: a letter of Europe that they do not have goes without its mark (Łódź becomes Lodz), as on a bank
 * statement; one of another alphabet is a question mark: visible, and in the way of nothing.
 */
export const printed = (text: string): string =>
  [...text.normalize('NFC')]
    .map((letter) => {
      if (isHeld(letter)) return letter
      const plain = PLAIN[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, '')
      return [...plain].every(isHeld) ? plain : '?'
    })
    .join('')

type Paper = InstanceType<typeof PDFDocument>

/** A PDF that goes on with another table, which has a title of its own. */
export interface PdfWriter extends SheetWriter {
  begin(sheet: ReportSheet): void
  /** Pictures beside each other, as JPEG, below what stands there. */
  pictures(title: string, pictures: readonly Buffer[]): void
}

/** PDF: across, with the totals, a map where one is wanted, and a head on every page. */
export async function pdfSheet(sheet: ReportSheet, trips: readonly (readonly Position[])[]): Promise<PdfWriter> {
  const paper = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: PAGE.margin,
    bufferPages: true,
    info: { Title: sheet.title, ...(sheet.madeAt && { CreationDate: sheet.madeAt }) },
  })
  const chunks: Buffer[] = []
  paper.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => paper.once('end', resolve).once('error', reject))
  writeFront(paper, sheet, wordsOf(sheet))
  if (trips.length > 0) writeMap(paper, sheet, trips)
  let table = new Table(paper, sheet, wordsOf(sheet))
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
      paper.font('Helvetica-Bold').fontSize(10).text(printed(next.title), PAGE.margin, paper.y, { width: WIDTH }).moveDown(0.4)
      table = new Table(paper, next, wordsOf(next))
    },
    pictures: (title, pictures) => {
      table.leave(PICTURE.height + LEAST)
      writePictures(paper, title, pictures)
    },
    end: async () => {
      numberPages(paper, sheet)
      paper.end()
      await ended
      const buffer = Buffer.concat(chunks)
      return { packed: await pack(buffer), sizeBytes: buffer.length }
    },
  }
}

type Words = (kind: ColumnKind, value: ReportValue | undefined) => string

function wordsOf({ locale, cell }: ReportSheet): Words {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  return (kind, value) => {
    const told = cell(kind, value)
    return typeof told === 'number' ? number.format(told).replaceAll(/\s/g, '\u00a0') : printed(told ?? '–')
  }
}

function writeFront(paper: Paper, sheet: ReportSheet, words: Words): void {
  const { title, period, zone, notes, columns, totals, head, locale } = sheet
  paper.font('Helvetica-Bold').fontSize(15).text(printed(title), { width: WIDTH })
  paper
    .font('Helvetica')
    .fontSize(9)
    .text(printed(`${period}  ·  ${zone}`))
  for (const note of notes) paper.text(printed(note), { width: WIDTH })
  const told = columns.flatMap(({ key, kind }, at) =>
    totals[key] === undefined ? [] : `${head[at]}: ${words(kind, totals[key])}`,
  )
  if (told.length > 0) {
    paper
      .moveDown(0.3)
      .font('Helvetica-Bold')
      .text(`${say('word.totals').in(locale)}: `, { continued: true })
    paper.font('Helvetica').text(printed(told.join('  ·  ')), { width: WIDTH })
  }
  paper.moveDown(0.6)
}

function writeMap(paper: Paper, { locale }: ReportSheet, trips: readonly (readonly Position[])[]): void {
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
  paper.fillColor('#222222').fontSize(8)
  paper.text(printed(length.format(metres < 1_000 ? metres : metres / 1_000)), x, y - 16, { lineBreak: false })
  paper.text(printed(say('word.map').in(locale)), box.x, box.y + 6, { width: box.width - 8, align: 'right' })
  paper.restore()
  paper.fillColor('black')
  paper.x = PAGE.margin
  paper.y = box.y + box.height + 10
}

function writePictures(paper: Paper, title: string, pictures: readonly Buffer[]): void {
  const width = (WIDTH - (PICTURE.across - 1) * PICTURE.gap) / PICTURE.across
  paper.font('Helvetica-Bold').fontSize(10).text(printed(title), PAGE.margin, paper.y, { width: WIDTH }).moveDown(0.4)
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
    private readonly paper: Paper,
    private readonly sheet: ReportSheet,
    private readonly words: Words,
  ) {
    const all = sheet.columns.reduce((sum, column) => sum + shareOf(column), 0)
    this.#widths = sheet.columns.map((column) => (shareOf(column) / all) * WIDTH)
    this.#y = paper.y
    this.writeHead()
  }

  add(row: ReportRow): void {
    const texts = this.sheet.columns.map(({ key, kind }) => this.words(kind, row[key]))
    this.paper.font('Helvetica').fontSize(7)
    const height = this.heightOf(texts)
    if (this.#y + height > BOTTOM) {
      this.paper.addPage()
      this.#y = PAGE.margin
      this.writeHead()
      this.paper.font('Helvetica').fontSize(7)
    }
    this.write(texts, height)
    this.paper
      .lineWidth(0.3)
      .strokeColor('#d5d9e0')
      .moveTo(PAGE.margin, this.#y)
      .lineTo(PAGE.margin + WIDTH, this.#y)
      .stroke()
  }

  /** What is written next stands below it, on the next page where next to nothing is left of this one. */
  leave(least = LEAST): void {
    this.paper.y = this.#y + GAP
    if (this.paper.y + least <= BOTTOM) return
    this.paper.addPage()
    this.paper.y = PAGE.margin
  }

  private writeHead(): void {
    this.paper.font('Helvetica-Bold').fontSize(7)
    const texts = this.sheet.head.map(printed)
    this.write(texts, this.heightOf(texts))
    this.paper
      .lineWidth(0.8)
      .strokeColor('#222222')
      .moveTo(PAGE.margin, this.#y)
      .lineTo(PAGE.margin + WIDTH, this.#y)
      .stroke()
  }

  private heightOf(texts: readonly string[]): number {
    return Math.max(...texts.map((text, at) => this.paper.heightOfString(text, { width: this.#widths[at]! - 6 }))) + 5
  }

  private write(texts: readonly string[], height: number): void {
    let x = PAGE.margin
    for (const [at, text] of texts.entries()) {
      const width = this.#widths[at]!
      const align = IS_NUMBER.includes(this.sheet.columns[at]!.kind) ? 'right' : 'left'
      this.paper.text(text, x + 3, this.#y + 3, { width: width - 6, align })
      x += width
    }
    this.#y += height
  }
}

function numberPages(paper: Paper, { locale }: ReportSheet): void {
  const { start, count } = paper.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    paper.switchToPage(page)
    // Or the text below the margin would begin another page.
    paper.page.margins.bottom = 0
    const text = say('word.page', { page: page - start + 1, pages: count }).in(locale)
    paper.font('Helvetica').fontSize(8).fillColor('#555555')
    paper.text(printed(text), PAGE.margin, PAGE.height - PAGE.margin, { width: WIDTH, align: 'right', lineBreak: false })
  }
}
