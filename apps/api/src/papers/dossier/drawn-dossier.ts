import PDFDocument from 'pdfkit'
import { Pen, type Style } from '../pdf-pen.js'
import { pack, type PackedFile } from '../sheet.js'
import { GAP, type Page, type Place, Table } from '../tables/pdf-table.js'
import { say } from '../texts.js'
import type { Dossier } from './dossier-shape.js'
import { drawMark, PETROL } from './mark.js'
import { drawStreetMap } from './street-map.js'

/** A4 in portrait format, in points. */
const PAGE = { width: 595.28, height: 841.89, margin: 42 }
const WIDTH = PAGE.width - 2 * PAGE.margin
const BOTTOM = PAGE.height - PAGE.margin - 12
const PLACE: Place = { left: PAGE.margin, top: PAGE.margin, width: WIDTH, bottom: BOTTOM, size: 9 }
/** Minimum and maximum height of the map, in points. The map becomes smaller if everything then fits on one page. */
const MAP = { least: 170, most: 270 }
/** Height of a picture's box in points. There are two pictures in a row. */
const PICTURE = { height: 180, across: 2, gap: 12 }
/** Minimum space in points for a table with its title and one row. */
const LEAST = 70
const FACTS_ACROSS = 2

const NAME: Style = { size: 13, weight: 'bold' }
const TITLE: Style = { size: 20, weight: 'bold' }
const ABOUT: Style = { size: 12 }
const HEADING: Style = { size: 12, weight: 'bold' }
const LABEL: Style = { size: 8.5 }
const VALUE: Style = { size: 10.5, weight: 'bold' }
const SENTENCE: Style = { size: 9.5 }
const SMALL: Style = { size: 8 }
const INK = '#1c2530'
const QUIET = '#5b6673'
const PRODUCT = 'Roadbook'

/** Draws a dossier. Call `dossierFile`, which loads this file. */
export async function drawnDossier(dossier: Dossier): Promise<PackedFile> {
  const paper = new PDFDocument({
    size: 'A4',
    margin: PAGE.margin,
    bufferPages: true,
    info: { Title: `${dossier.title} · ${dossier.about}`, Author: PRODUCT },
  })
  const page: Page = { paper, pen: new Pen(paper) }
  const chunks: Buffer[] = []
  paper.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => paper.once('end', resolve).once('error', reject))
  writeHead(page, dossier)
  writeFacts(page, dossier)
  const tables = dossier.tables.filter(({ rows }) => rows.length > 0)
  if (dossier.trail.length > 0) {
    const height = mapHeight(page, tables, dossier.pictures.files.length)
    await drawStreetMap(page, { x: PAGE.margin, y: paper.y, width: WIDTH, height }, dossier)
    paper.x = PAGE.margin
    paper.y += height + GAP
  }
  for (const one of tables) writeTable(page, one)
  if (dossier.pictures.files.length > 0) writePictures(page, dossier.pictures)
  numberPages(page, dossier)
  page.pen.end()
  paper.end()
  await ended
  const buffer = Buffer.concat(chunks)
  return { packed: await pack(buffer), sizeBytes: buffer.length }
}

/** Writes logo, title, subject and period. */
function writeHead({ paper, pen }: Page, { title, about, period, made }: Dossier): void {
  const { margin } = PAGE
  drawMark(paper, margin, margin, 26)
  paper.fillColor(PETROL)
  pen.write(pen.lines(PRODUCT, NAME, WIDTH), NAME, { x: margin + 34, y: margin + 5, width: WIDTH })
  paper.fillColor(QUIET)
  const lines = pen.lines(made, LABEL, WIDTH - 150)
  pen.write(lines, LABEL, { x: margin + 150, y: margin + 9, width: WIDTH - 150, align: 'right' })
  const line = margin + 36
  paper
    .moveTo(margin, line)
    .lineTo(margin + WIDTH, line)
    .lineWidth(1.5)
    .strokeColor(PETROL)
    .stroke()
  paper.y = line + 14
  paper.fillColor(INK)
  pen.paragraph(title, TITLE, WIDTH)
  pen.paragraph(about, ABOUT, WIDTH)
  paper.y += 2
  paper.fillColor(QUIET)
  pen.paragraph(period, SENTENCE, WIDTH)
  paper.fillColor(INK)
  paper.y += 10
}

/** Writes labels above their values, in two columns. */
function writeFacts({ paper, pen }: Page, { facts, notes }: Dossier): void {
  const width = (WIDTH - GAP) / FACTS_ACROSS
  for (let at = 0; at < facts.length; at += FACTS_ACROSS) {
    const heights = facts.slice(at, at + FACTS_ACROSS).map(({ label, value }, nth) => {
      const x = PAGE.margin + nth * (width + GAP)
      paper.fillColor(QUIET)
      pen.write(pen.lines(label, LABEL, width), LABEL, { x, y: paper.y, width })
      paper.fillColor(INK)
      const lines = pen.lines(value, VALUE, width)
      pen.write(lines, VALUE, { x, y: paper.y + 11.5, width })
      return 11.5 + pen.heightOf(lines, VALUE)
    })
    paper.y += Math.max(...heights) + 5
  }
  for (const note of notes) pen.paragraph(note, SENTENCE, WIDTH)
  paper.y += 6
}

/**
 * Returns the height of the map with which everything fits on one page. If two pages are needed even with the smallest map,
 * returns the maximum.
 */
function mapHeight(page: Page, tables: Dossier['tables'], pictures: number): number {
  if (pictures > 0) return MAP.most
  const heading = page.pen.heightOf([[]], HEADING) + 4
  const needed = tables.reduce((sum, { sheet, rows }) => sum + heading + Table.heightOf(page, PLACE, sheet, rows) + GAP, 0)
  const left = BOTTOM - page.paper.y - needed
  return left < MAP.least ? MAP.most : Math.min(MAP.most, left)
}

function writeTable(page: Page, { sheet, rows }: Dossier['tables'][number]): void {
  const { paper, pen } = page
  if (paper.y + LEAST > BOTTOM) turn(page)
  paper.fillColor(PETROL)
  pen.paragraph(sheet.title, HEADING, WIDTH)
  paper.fillColor(INK)
  paper.y += 4
  const table = new Table(page, PLACE, sheet)
  for (const [at, row] of rows.entries()) table.add(row, at === rows.length - 2 ? rows[at + 1] : undefined)
  table.leave()
}

function turn({ paper }: Page): void {
  paper.addPage()
  paper.y = PAGE.margin
}

function writePictures(page: Page, { title, files }: Dossier['pictures']): void {
  const { paper, pen } = page
  if (paper.y + PICTURE.height + LEAST / 2 > BOTTOM) turn(page)
  paper.fillColor(PETROL)
  pen.paragraph(title, HEADING, WIDTH)
  paper.fillColor(INK)
  paper.y += 4
  const width = (WIDTH - (PICTURE.across - 1) * PICTURE.gap) / PICTURE.across
  for (const [nth, file] of files.entries()) {
    const column = nth % PICTURE.across
    if (nth > 0 && column === 0) paper.y += PICTURE.height + PICTURE.gap
    if (column === 0 && paper.y + PICTURE.height > BOTTOM) turn(page)
    const { y } = paper
    paper.image(file, PAGE.margin + column * (width + PICTURE.gap), y, { fit: [width, PICTURE.height] })
    paper.y = y
  }
}

/** Writes the title and the page number at the bottom of each page, so that loose pages can be put in order again. */
function numberPages({ paper, pen }: Page, { about, title, locale }: Dossier): void {
  const { start, count } = paper.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    paper.switchToPage(page)
    // Without this, text in the margin would begin another page.
    paper.page.margins.bottom = 0
    paper.fillColor(QUIET)
    const y = PAGE.height - PAGE.margin
    const place = { x: PAGE.margin, y, width: WIDTH } as const
    pen.write(pen.lines(`${title} · ${about}`, SMALL, WIDTH - 90).slice(0, 1), SMALL, place)
    const text = say('word.page', { page: page - start + 1, pages: count }).in(locale)
    pen.write(pen.lines(text, SMALL, WIDTH), SMALL, { ...place, align: 'right' })
  }
}
