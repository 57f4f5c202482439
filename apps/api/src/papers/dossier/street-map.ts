import type { Position } from '@roadbook/geo'
import { drawMap } from '../pdf-map.js'
import type { Style } from '../pdf-pen.js'
import type { Page } from '../tables/pdf-table.js'
import { say } from '../texts.js'
import type { Dossier, Streets } from './dossier-shape.js'
import { ORANGE, PETROL } from './mark.js'

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Minimum side of the map in metres. It is so large because readers recognise a street by the streets around it. */
const LEAST_M = 500
const AREAS = { settlement: '#eef0f2', green: '#e1efdc', water: '#bfdbea' } as const
/** Widths of a way's outline and fill, in points. */
const WAYS = {
  path: { edge: 0, body: 0.4, colour: '#c9ced4' },
  rail: { edge: 0, body: 0.7, colour: '#8d96a0' },
  minor: { edge: 2, body: 1.3, colour: '#ffffff' },
  major: { edge: 3.4, body: 2.5, colour: '#f3e3b3' },
} as const
const EDGE = '#c4cad1'
const INK = '#222b33'
const NAME: Style = { size: 6.5 }
const PLACE: Style = { size: 8, weight: 'bold' }
const SMALL: Style = { size: 7.5 }
/** Maximum names on the map. More names would cover the streets. */
const MOST_NAMES = 14
/** Attribution required by the licence. */
const SOURCE = '© OpenStreetMap'

/** Draws the trail within a frame, with north at the top. Draws the streets too if a map covers them. */
export async function drawStreetMap(page: Page, box: Box, { trail, ends, streetsOf, locale }: Dossier): Promise<void> {
  const drawing = drawMap([trail], box, LEAST_M)
  if (!drawing) return
  const { paper } = page
  const streets = await streetsOf(drawing.view)
  paper.save()
  paper.rect(box.x, box.y, box.width, box.height).clip()
  paper.rect(box.x, box.y, box.width, box.height).fill('#f6f7f9')
  if (streets) drawStreets(page, box, streets, drawing.place)
  drawTrail(page, drawing.lines)
  drawEnds(page, box, trail, ends, drawing.place)
  drawBar(page, box, drawing.bar, locale)
  const note = streets ? SOURCE : say('word.map').in(locale)
  caption(page, note, { x: box.x, y: box.y + box.height - 13, width: box.width - 6 })
  paper.restore()
  paper.save().rect(box.x, box.y, box.width, box.height).lineWidth(0.6).strokeColor(EDGE).stroke().restore()
  paper.fillColor('black')
}

type Placing = (position: Position) => [number, number]

function drawStreets(page: Page, box: Box, { areas, ways, places }: Streets, place: Placing): void {
  const { paper } = page
  for (const kind of ['settlement', 'green', 'water'] as const)
    for (const { rings } of areas.filter((one) => one.kind === kind)) {
      for (const ring of rings) follow(page, ring.map(place)).closePath()
      paper.fill(AREAS[kind], 'even-odd')
    }
  paper.lineJoin('round').lineCap('round')
  for (const part of ['edge', 'body'] as const)
    for (const kind of ['path', 'rail', 'minor', 'major'] as const) {
      const width = WAYS[kind][part]
      if (width === 0) continue
      for (const { line } of ways.filter((one) => one.kind === kind)) follow(page, line.map(place))
      paper.lineWidth(width).stroke(part === 'edge' ? EDGE : WAYS[kind].colour)
    }
  const taken: Box[] = []
  for (const { name, at } of places) write(page, box, name, place(at), PLACE, taken)
  for (const { name, at } of namedWays(ways, place, box)) {
    if (taken.length >= MOST_NAMES) break
    write(page, box, name, at, NAME, taken)
  }
}

function follow({ paper }: Page, points: readonly [number, number][]): Page['paper'] {
  const [first, ...rest] = points
  if (first) paper.moveTo(...first)
  for (const point of rest) paper.lineTo(...point)
  return paper
}

/** Returns each street once, at the middle of its longest stretch within the frame. The longest come first. */
function namedWays(ways: Streets['ways'], place: Placing, box: Box): { name: string; at: [number, number] }[] {
  const longest = new Map<string, { length: number; at: [number, number] }>()
  for (const { kind, line, name } of ways) {
    if (!name || (kind !== 'major' && kind !== 'minor')) continue
    const points = line.map(place).filter((point) => isWithin(point, box))
    const [first, last] = [points[0], points.at(-1)]
    if (!first || !last) continue
    const length = Math.hypot(last[0] - first[0], last[1] - first[1])
    if (length > (longest.get(name)?.length ?? 0)) longest.set(name, { length, at: points[Math.floor(points.length / 2)]! })
  }
  return [...longest].sort(([, one], [, other]) => other.length - one.length).map(([name, { at }]) => ({ name, at }))
}

const isWithin = ([x, y]: readonly [number, number], box: Box): boolean =>
  x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height

/** Writes a name with a background. Leaves out a name that would overlap another name or cross the frame. */
function write({ paper, pen }: Page, box: Box, name: string, [x, y]: [number, number], style: Style, taken: Box[]): void {
  const lines = pen.lines(name, style, Infinity)
  const [width, height] = [pen.widthOf(lines[0] ?? [], style), style.size * 1.3]
  const ground = { x: x - width / 2 - 1.5, y: y - height / 2, width: width + 3, height }
  const ends = [
    [ground.x, ground.y],
    [ground.x + ground.width, ground.y + ground.height],
  ] as const
  if (!ends.every((end) => isWithin(end, box)) || taken.some((other) => isOver(ground, other))) return
  taken.push(ground)
  paper.save().fillOpacity(0.75).roundedRect(ground.x, ground.y, ground.width, ground.height, 1.5).fill('#ffffff').restore()
  paper.fillColor(INK)
  pen.write(lines, style, { x: ground.x + 1.5, y: ground.y, width: width + 1 })
}

const isOver = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height

/** Draws the trail with a white outline, so that it is visible on every background. */
function drawTrail(page: Page, lines: readonly (readonly [number, number][])[]): void {
  page.paper.lineJoin('round').lineCap('round')
  for (const { width, colour } of [
    { width: 4.2, colour: '#ffffff' },
    { width: 2.4, colour: ORANGE },
  ]) {
    for (const line of lines) follow(page, line)
    if (lines.length > 0) page.paper.lineWidth(width).stroke(colour)
  }
}

function drawEnds(page: Page, box: Box, trail: Dossier['trail'], ends: Dossier['ends'], place: Placing): void {
  const [first, last] = [trail[0], trail.at(-1)]
  if (!first || !last) return
  const taken: Box[] = []
  const told = trail.length > 1 ? [{ at: place(first), text: ends.first, fill: '#ffffff' }] : []
  for (const { at, text, fill } of [...told, { at: place(last), text: ends.last, fill: PETROL }]) {
    page.paper
      .circle(...at, 4.5)
      .lineWidth(2)
      .fillAndStroke(fill, fill === PETROL ? '#ffffff' : PETROL)
    const right = at[0] < box.x + box.width * 0.6
    const width = page.pen.widthOf(page.pen.lines(text, SMALL, Infinity)[0] ?? [], SMALL)
    write(page, box, text, [at[0] + (right ? 1 : -1) * (width / 2 + 10), at[1]], SMALL, taken)
  }
}

function drawBar({ paper, pen }: Page, box: Box, { width, metres }: { width: number; metres: number }, locale: string): void {
  const [x, y] = [box.x + 10, box.y + box.height - 8]
  paper
    .save()
    .fillOpacity(0.8)
    .rect(x - 5, y - 18, width + 10, 23)
    .fill('#ffffff')
    .restore()
  paper
    .lineWidth(1.2)
    .strokeColor(INK)
    .moveTo(x, y - 4)
    .lineTo(x, y)
    .lineTo(x + width, y)
    .lineTo(x + width, y - 4)
    .stroke()
  const length = new Intl.NumberFormat(locale, { style: 'unit', unit: metres < 1_000 ? 'meter' : 'kilometer' })
  paper.fillColor(INK)
  pen.write(pen.lines(length.format(metres < 1_000 ? metres : metres / 1_000), SMALL, width), SMALL, { x, y: y - 15, width })
}

function caption({ paper, pen }: Page, text: string, { x, y, width }: { x: number; y: number; width: number }): void {
  const lines = pen.lines(text, SMALL, width)
  const long = pen.widthOf(lines[0] ?? [], SMALL)
  paper
    .save()
    .fillOpacity(0.8)
    .rect(x + width - long - 4, y - 2, long + 8, 13)
    .fill('#ffffff')
    .restore()
  paper.fillColor(INK)
  pen.write(lines, SMALL, { x, y, width, align: 'right' })
}
