import { headKey, plainCell } from '@roadbook/contracts/sheet-cell'
import { isEmpty, partsOfSheet, rowsOf, type SheetRow } from '@roadbook/contracts/sheet-parts'
import { say } from '../texts.js'
import { guessColumns, headOf, unitIn } from './csv-columns.js'
import {
  type ColumnName,
  COLUMNS,
  emptyFile,
  type HistoryFile,
  LONGEST_LINE,
  MOST_LINES,
  NotReadable,
  type Reading,
  type SpeedUnit,
  tooLongLine,
  tooManyLines,
} from './history-file.js'
import { Pace } from './pace.js'
import { type DateOrder, dateOrderOf, TimeReader } from './read-time.js'
import { numberIn, takeFix } from './take-fix.js'

const TO_KPH: Readonly<Record<SpeedUnit, number>> = { 'km/h': 1, 'm/s': 3.6, mph: 1.609344, kn: 1.852 }
/** Maximum number of columns. */
const MOST_COLUMNS = 500
/** Number of characters from which the separator and other properties of the sheet are detected. */
const TOP = 2 * LONGEST_LINE

/**
 * Reads a CSV. If there is no column for the latitude, longitude or time, the result has no positions. It then has the
 * headings, so that a user can choose the columns.
 * @throws NotReadable
 */
export async function readCsv(text: string, { columns: chosen, speedUnit, timeZone }: Reading): Promise<HistoryFile> {
  const pace = new Pace()
  const head = await headIn(text, pace)
  const heads = head.cells.map(headOf)
  const columns = { ...guessColumns(heads), ...given(chosen) }
  const places = Object.fromEntries(COLUMNS.map((name) => [name, placeOf(columns[name], heads)])) as Record<ColumnName, number>
  const file = emptyFile('csv')
  const unit = speedUnit ?? (columns.speed ? unitIn(columns.speed) : undefined) ?? 'km/h'
  file.sheet = { heads, columns, speedUnit: unit }
  if (places.latitude < 0 || places.longitude < 0 || places.time < 0) return file
  const cell = (cells: readonly string[], name: ColumnName) => (places[name] < 0 ? '' : plainCell(cells[places[name]] ?? ''))
  const timeIn = ({ cells }: SheetRow) => [cell(cells, 'date'), cell(cells, 'time')].filter((part) => part !== '').join(' ')
  const times = new TimeReader(timeZone, await orderIn(text, timeIn, pace))
  for await (const row of recordsIn(text, pace)) {
    if (row.line === head.line) continue
    const { cells, line } = row
    const time = timeIn(row)
    const speed = numberIn(cell(cells, 'speed'))
    takeFix(
      file,
      {
        latitude: numberIn(cell(cells, 'latitude')),
        longitude: numberIn(cell(cells, 'longitude')),
        time: time === '' ? undefined : times.read(time),
        speedKph: speed === undefined ? undefined : speed * TO_KPH[unit],
        altitudeM: numberIn(cell(cells, 'altitude')),
        heading: numberIn(cell(cells, 'heading')),
        ignition: flagIn(cell(cells, 'ignition')),
      },
      line,
    )
  }
  return file
}

/**
 * Returns the heading row.
 * @throws NotReadable
 */
async function headIn(text: string, pace: Pace): Promise<SheetRow> {
  for await (const head of recordsIn(text, pace)) {
    if (head.cells.length < 2) break
    if (head.cells.length > MOST_COLUMNS) throw new NotReadable(say('too-many-columns', { max: MOST_COLUMNS }))
    return head
  }
  throw new NotReadable(say('not-a-file'))
}

/**
 * Returns the order of day and month in the dates of a file; undefined if no date shows it. Only dates with slashes are
 * examined, because all other dates have a fixed order.
 */
async function orderIn(text: string, timeIn: (row: SheetRow) => string, pace: Pace): Promise<DateOrder | undefined> {
  if (!text.includes('/')) return undefined
  for await (const row of recordsIn(text, pace)) {
    const order = dateOrderOf(timeIn(row))
    if (order) return order
  }
  return undefined
}

/**
 * Reads the rows one after the other and stores none of them, so that a large file needs little memory. Leaves out empty
 * rows.
 * @throws NotReadable
 */
async function* recordsIn(text: string, pace: Pace): AsyncGenerator<SheetRow> {
  for (const row of rowsOf(text, partsOfSheet(text.slice(0, TOP)), LONGEST_LINE)) {
    if (row.row > MOST_LINES) throw tooManyLines()
    if (row.isTooLong) throw tooLongLine(row.line)
    if (row.fault) throw new NotReadable(say('open-quote', { line: row.line }))
    if (!isEmpty(row)) yield row
    if (pace.isOver) await pace.pause()
  }
}

const given = (columns: Reading['columns']) =>
  Object.fromEntries(Object.entries(columns).filter(([, head]) => head !== undefined))

function placeOf(column: string | null, heads: readonly string[]): number {
  if (column === null) return -1
  const key = headKey(column)
  return heads.findIndex((head) => headKey(head) === key)
}

const ON: ReadonlySet<string> = new Set(['1', 'true', 'on', 'yes', 'aan', 'ja', 'ein', 'an', 'oui', 'marche'])
const OFF: ReadonlySet<string> = new Set(['0', 'false', 'off', 'no', 'uit', 'nee', 'aus', 'nein', 'non', 'arrêt'])

function flagIn(text: string): boolean | undefined {
  const word = text.toLowerCase()
  return ON.has(word) ? true : OFF.has(word) ? false : undefined
}
