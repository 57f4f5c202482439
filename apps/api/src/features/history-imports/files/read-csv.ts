import { headKey, headText, plainCell } from '@roadbook/contracts/sheet-cell'
import { recordsOf } from '@roadbook/contracts/sheet-parts'
import { say } from '../texts.js'
import { guessColumns, unitIn } from './csv-columns.js'
import {
  type ColumnName,
  COLUMNS,
  emptyFile,
  type HistoryFile,
  NotReadable,
  type Reading,
  type SpeedUnit,
} from './history-file.js'
import { dateOrderOf, TimeReader } from './read-time.js'
import { breathe, numberIn, takeFix } from './take-fix.js'

const TO_KPH: Readonly<Record<SpeedUnit, number>> = { 'km/h': 1, 'm/s': 3.6, mph: 1.609344, kn: 1.852 }
const ROWS_A_TURN = 5_000

/**
 * Reads a CSV. If a column of place or time is missing, the result has no positions, but the headings to choose from.
 * @throws NotReadable
 */
export async function readCsv(text: string, { columns: chosen, speedUnit, timeZone }: Reading): Promise<HistoryFile> {
  const { records, fault } = recordsOf(text)
  if (fault) throw new NotReadable(say('open-quote', { line: fault.line }))
  const [head, ...rows] = records
  if (!head || head.cells.length < 2) throw new NotReadable(say('not-a-file'))
  const heads = head.cells.map(headText)
  const columns = { ...guessColumns(heads), ...given(chosen) }
  const places = Object.fromEntries(COLUMNS.map((name) => [name, placeOf(columns[name], heads)])) as Record<ColumnName, number>
  const file = emptyFile('csv')
  const unit = speedUnit ?? (columns.speed ? unitIn(columns.speed) : undefined) ?? 'km/h'
  file.sheet = { heads, columns, speedUnit: unit }
  if (places.latitude < 0 || places.longitude < 0 || places.time < 0) return file
  const cell = (cells: readonly string[], name: ColumnName) => (places[name] < 0 ? '' : plainCell(cells[places[name]] ?? ''))
  const timeIn = (cells: readonly string[]) => [cell(cells, 'date'), cell(cells, 'time')].filter((part) => part !== '').join(' ')
  const times = new TimeReader(timeZone, dateOrderOf(rows.map(({ cells }) => timeIn(cells))))
  for (const [at, { cells, line }] of rows.entries()) {
    if (at % ROWS_A_TURN === 0) await breathe()
    const time = timeIn(cells)
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
