/** Signs that spreadsheets put between cells; of two that a head holds as often, the first: people write the last in words. */
const DELIMITERS = ['\t', ';', ',', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** A row of a sheet that says something. */
export interface SheetRecord {
  /** As a spreadsheet numbers it: empty rows count, a cell of several lines is in one row, and a line `sep=;` is none. */
  row: number
  /** In which the row begins, the first of the file being 1: for who opens the file in an editor. */
  line: number
  cells: string[]
}

/** A quote that has no end, or after whose end the cell goes on: where its cell ends nobody knows. */
export interface QuoteFault {
  kind: 'open-quote' | 'stray-quote'
  /** In which the quote begins. */
  row: number
  line: number
}

export interface SheetRecords {
  delimiter: Delimiter
  /** The first is the head. Up to the fault, where there is one. */
  records: SheetRecord[]
  fault?: QuoteFault
}

/**
 * The rows of a sheet in text (RFC 4180 with the signs that spreadsheets use). What parts its cells is the sign that a first line `sep=;`
 * names, as Excel writes it, else the one that parts the head into most cells; the other signs belong to the cells. A quote within a cell
 * is a letter of it (`Tyre 28"`). Rows without anything are left out.
 */
export function recordsOf(csv: string): SheetRecords {
  const { delimiter, from, line: first } = partsOfSheet(csv)
  const records: SheetRecord[] = []
  let line = first
  for (let at = from, row = 1; at < csv.length; row++) {
    const { cells, end, fault } = recordAt(csv, at, delimiter)
    if (fault) return { delimiter, records, fault: { kind: fault, row, line } }
    if (cells.some((cell) => !isBlank(cell))) records.push({ row, line, cells })
    line += linesIn(csv, at, end)
    at = end
  }
  return { delimiter, records }
}

/** The heads of a sheet, in its order; none where it has no rows, or a quote in the head has no end. */
export function headsOf(csv: string): string[] {
  const { delimiter, head } = partsOfSheet(csv)
  const { cells, fault } = recordAt(csv, head, delimiter)
  return fault ? [] : cells
}

interface Parts {
  delimiter: Delimiter
  /** Where the first row begins, and in which line. */
  from: number
  line: number
  /** Where the first row begins that says something. */
  head: number
}

const BYTE_ORDER_MARK = 0xfeff
/** Saved again, it has delimiters behind it like every other row. */
const NAMED = /"?sep=([,;|\t])"?[ \t,;|]*(?:\r\n|\r|\n|$)/iy
const EMPTY_ROW = /(?:[\s,;|]|"")*?(?:\r\n|\r|\n)/y

/** What parts the cells, and where the rows begin. */
export function partsOfSheet(csv: string): Parts {
  const begin = csv.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0
  NAMED.lastIndex = begin
  const named = NAMED.exec(csv)
  const from = begin + (named?.[0].length ?? 0)
  let head = from
  for (EMPTY_ROW.lastIndex = head; EMPTY_ROW.test(csv); EMPTY_ROW.lastIndex = head) head = EMPTY_ROW.lastIndex
  const delimiter = (named?.[1] as Delimiter | undefined) ?? mostParting(csv, head)
  return { delimiter, from, line: named ? 2 : 1, head }
}

function mostParting(csv: string, head: number): Delimiter {
  const partsBy = (sign: Delimiter) => {
    const { cells, fault } = recordAt(csv, head, sign)
    return fault ? 0 : cells.length
  }
  const [most] = DELIMITERS.map((sign) => ({ sign, parts: partsBy(sign) })).sort((one, other) => other.parts - one.parts)
  return most && most.parts > 1 ? most.sign : ','
}

interface RecordAt {
  cells: string[]
  /** Where the next row begins. */
  end: number
  fault?: QuoteFault['kind']
}

function recordAt(csv: string, from: number, delimiter: Delimiter): RecordAt {
  const cells: string[] = []
  for (let at = from; ;) {
    const { text, end, fault } = cellAt(csv, at, delimiter)
    cells.push(text)
    if (fault) return { cells, end, fault }
    if (csv[end] !== delimiter) return { cells, end: end + (csv.startsWith('\r\n', end) ? 2 : 1) }
    at = end + 1
  }
}

interface CellAt {
  text: string
  /** The delimiter behind it, the end of its row, or the end of the file. */
  end: number
  fault?: QuoteFault['kind']
}

function cellAt(csv: string, from: number, delimiter: Delimiter): CellAt {
  const begin = behindBlanks(csv, from, delimiter)
  if (csv[begin] === '"') return quotedAt(csv, begin + 1, delimiter)
  let end = begin
  while (end < csv.length && csv[end] !== delimiter && !isLineEnd(csv[end])) end++
  return { text: csv.slice(from, end), end }
}

function quotedAt(csv: string, from: number, delimiter: Delimiter): CellAt {
  let close = csv.indexOf('"', from)
  while (close >= 0 && csv[close + 1] === '"') close = csv.indexOf('"', close + 2)
  if (close < 0) return { text: csv.slice(from), end: csv.length, fault: 'open-quote' }
  const text = csv.slice(from, close).replaceAll('""', '"')
  const end = behindBlanks(csv, close + 1, delimiter)
  const isWhole = end === csv.length || csv[end] === delimiter || isLineEnd(csv[end])
  return { text, end, ...(!isWhole && { fault: 'stray-quote' as const }) }
}

const isLineEnd = (letter: string | undefined) => letter === '\n' || letter === '\r'

function behindBlanks(csv: string, from: number, delimiter: Delimiter): number {
  let at = from
  while (at < csv.length && csv[at] !== delimiter && !isLineEnd(csv[at]) && isBlank(csv.charAt(at))) at++
  return at
}

/** Nothing to see: blanks of any width, and signs and marks without a shape that other programs leave, such as the one by which DOS ended files. */
const isBlank = (text: string) => /^[\s\p{Cc}\u200B-\u200F\u2060\uFEFF]*$/u.test(text)

function linesIn(csv: string, from: number, to: number): number {
  let lines = 0
  for (let at = from; at < to && at < csv.length; at++) {
    if (csv[at] === '\n' || (csv[at] === '\r' && csv[at + 1] !== '\n')) lines++
  }
  return lines
}
