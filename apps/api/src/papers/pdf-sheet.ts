import { setImmediate as breathe } from 'node:timers/promises'
import type { Position } from '@roadbook/geo'
import PDFDocument from 'pdfkit'
import { Problem } from '../http/problems.js'
import { say } from './texts.js'
import { drawMap } from './pdf-map.js'
import { Pen, type Style } from './pdf-pen.js'
import { MAX_PDF_ROWS, type PdfWriter } from './pdf-writer.js'
import { pack, type Sheet } from './sheet.js'
import { PETROL } from './dossier/mark.js'
import { GAP, type Page, type Place, Table, type Words, wordsOf } from './tables/pdf-table.js'

/** A4 in landscape format, in points. */
const PAGE = { width: 841.89, height: 595.28, margin: 36 }
const WIDTH = PAGE.width - 2 * PAGE.margin
const BOTTOM = PAGE.height - PAGE.margin - 14
const MAP_HEIGHT = 250
/** Minimum space in points for a table with its title. */
const LEAST = 60
/** Height of a picture's box in points. There are three pictures in a row. */
const PICTURE = { height: 170, across: 3, gap: 10 }
/** Number of rows that are drawn without a break. Other work of the process runs in the breaks. */
const TURN = 25
const TITLE: Style = { size: 15, weight: 'bold' }
const HEADING: Style = { size: 10, weight: 'bold' }
const SENTENCE: Style = { size: 9 }
const SMALL: Style = { size: 8 }
const PLACE: Place = { left: PAGE.margin, top: PAGE.margin, width: WIDTH, bottom: BOTTOM, size: 7 }

/** Draws a PDF. Do not call this function directly: `pdfSheet` loads this module and calls it. */
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
  let table = new Table(page, PLACE, sheet)
  let count = 0
  return {
    add: async (rows) => {
      count += rows.length
      if (count > MAX_PDF_ROWS) throw new Problem('invalid', say('pdf-too-long', { max: MAX_PDF_ROWS }))
      for (const [at, row] of rows.entries()) {
        table.add(row, at === rows.length - 2 ? rows[at + 1] : undefined)
        if (at % TURN === TURN - 1) await breathe()
      }
    },
    begin: (next) => {
      table.leave(LEAST)
      writeHeading(page, next.title)
      table = new Table(page, PLACE, next)
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

/** Writes the heading of a table or of pictures. */
function writeHeading({ paper, pen }: Page, title: string): void {
  pen.paragraph(title, HEADING, WIDTH)
  paper.y += 4
}

function writeMap({ paper, pen }: Page, { locale }: Sheet, trips: readonly (readonly Position[])[]): void {
  const box = { x: PAGE.margin, y: paper.y, width: WIDTH, height: MAP_HEIGHT }
  const drawing = drawMap(trips, box)
  if (!drawing) return
  paper.save().rect(box.x, box.y, box.width, box.height).fillAndStroke('#f6f7f9', '#c5cad3')
  paper.lineWidth(1).lineJoin('round').strokeColor(PETROL)
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

function numberPages({ paper, pen }: Page, { locale }: Sheet): void {
  const { start, count } = paper.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    paper.switchToPage(page)
    // Without this, text in the margin would begin another page.
    paper.page.margins.bottom = 0
    const text = say('word.page', { page: page - start + 1, pages: count }).in(locale)
    paper.fillColor('#555555')
    const place = { x: PAGE.margin, y: PAGE.height - PAGE.margin, width: WIDTH, align: 'right' } as const
    pen.write(pen.lines(text, SMALL, WIDTH), SMALL, place)
  }
}
