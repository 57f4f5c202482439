/**
 * Delimiters that spreadsheets put between cells. If two delimiters occur equally often in the heading row, the one that
 * comes first in this list is used, because commas and bars also occur within words.
 */
const DELIMITERS = ['\t', ';', ',', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** A non-empty row of a sheet. */
export interface SheetRecord {
  /**
   * Row number as in a spreadsheet: empty rows count, a cell of several lines is one row, and a line `sep=;` is not counted.
   */
  row: number
  /** Line in which the row begins, for opening the file in an editor. The first line of the file is 1. */
  line: number
  cells: string[]
}

/** A quote without an end, or with text after its end. The end of its cell is unknown. */
export interface QuoteFault {
  kind: 'open-quote' | 'stray-quote'
  /** Row in which the quote begins. */
  row: number
  line: number
}

export interface SheetRecords {
  delimiter: Delimiter
  /** The first record is the heading row. If there is a fault, only the records before it are returned. */
  records: SheetRecord[]
  fault?: QuoteFault
}

/**
 * Returns the rows of a sheet in text (RFC 4180 with the delimiters that spreadsheets use). A first line `sep=;`, as Excel
 * writes it, sets the delimiter. Without such a line, the delimiter that splits the heading row into most cells is used.
 * Other delimiters are part of the cells. A quote within a cell is an ordinary character (`Tyre 28"`). Empty rows are left
 * out.
 */
export function recordsOf(csv: string): SheetRecords {
  const parts = partsOfSheet(csv)
  const records: SheetRecord[] = []
  for (const found of rowsOf(csv, parts)) {
    const { row, line, fault } = found
    if (fault) return { delimiter: parts.delimiter, records, fault: { kind: fault, row, line } }
    if (!isEmpty(found)) records.push(found)
  }
  return { delimiter: parts.delimiter, records }
}

/** A row of a sheet as it was read. It may be empty. */
export interface SheetRow extends SheetRecord {
  /** Reason why the end of the row is not known. */
  fault?: QuoteFault['kind']
  /** True if the row has more characters than the caller allows. It then has no cells. */
  isTooLong?: true
}

/**
 * Returns the rows one after the other, including empty ones. So a reader of a large sheet can pause between two rows and need
 * not keep earlier rows in memory. A row with a fault, or a row that is too long, is the last one that is returned.
 * @param longest maximum number of characters in a row
 */
export function* rowsOf(csv: string, { delimiter, from, line: first }: Parts, longest = csv.length): Generator<SheetRow> {
  let line = first
  for (let at = from, row = 1; at < csv.length; row++) {
    // Only this part is searched, so the work for a row is limited by the longest allowed row. The two more characters are
    // for the end of the line.
    const part = csv.slice(at, at + longest + 2)
    const { cells, end, fault } = recordAt(part, 0, delimiter)
    const isCut = at + part.length < csv.length
    if (end > longest + (part.startsWith('\r\n', end - 2) ? 2 : 1) || (isCut && fault === 'open-quote')) {
      yield { row, line, cells: [], isTooLong: true }
      return
    }
    yield { row, line, cells, ...(fault && { fault }) }
    if (fault) return
    line += linesIn(csv, at, at + end)
    at += end
  }
}

/** Returns true if no cell of a row has a visible character. */
export const isEmpty = ({ cells }: SheetRecord): boolean => cells.every(isBlank)

/**
 * Returns the column headings of a sheet in their order. Empty if the sheet has no rows, or if a quote in the heading row has
 * no end.
 */
export function headsOf(csv: string): string[] {
  const { delimiter, head } = partsOfSheet(csv)
  const { cells, fault } = recordAt(csv, head, delimiter)
  return fault ? [] : cells
}

interface Parts {
  delimiter: Delimiter
  /** Position and line of the first row. */
  from: number
  line: number
  /** Position of the first non-empty row. */
  head: number
}

const BYTE_ORDER_MARK = 0xfeff
/**
 * A first line that sets the delimiter. More delimiters may follow it, because a spreadsheet adds them when the file is
 * saved again.
 */
const NAMED = /"?sep=([,;|\t])"?[ \t,;|]*(?:\r\n|\r|\n|$)/iy
const EMPTY_ROW = /(?:[\s,;|]|"")*?(?:\r\n|\r|\n)/y

/** Finds the delimiter and the start of the rows. */
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
  /** Position of the next row. */
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
  /** Position where the cell ends: at a delimiter, at the end of its row, or at the end of the file. */
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

/**
 * Matches invisible text: blanks of any width, and invisible characters and marks from other programs, such as the
 * end-of-file character of DOS.
 */
const isBlank = (text: string) => /^[\s\p{Cc}\u200B-\u200F\u2060\uFEFF]*$/u.test(text)

function linesIn(csv: string, from: number, to: number): number {
  let lines = 0
  for (let at = from; at < to && at < csv.length; at++) {
    if (csv[at] === '\n' || (csv[at] === '\r' && csv[at + 1] !== '\n')) lines++
  }
  return lines
}
