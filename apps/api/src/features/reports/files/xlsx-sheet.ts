import writeXlsxFile, { type Cell, type Row } from 'write-excel-file/node'
import type { ColumnKind, ReportRow, ReportValue } from '../dto/report.dto.js'
import { say } from '../texts.js'
import { pack, type ReportSheet, type SheetWriter } from './report-sheet.js'

const FORMATS: Partial<Record<ColumnKind, string>> = {
  time: 'dd-mm-yyyy hh:mm',
  day: 'dd-mm-yyyy',
  km: '0.00',
  hours: '0.00',
  speed: '0.0',
  percent: '0.0',
}
/** In letters. */
const WIDTHS: Record<ColumnKind, number> = {
  text: 26,
  time: 18,
  day: 12,
  km: 12,
  hours: 12,
  speed: 12,
  number: 10,
  percent: 10,
  imei: 18,
}
/** Names of sheets take neither these nor more letters. */
const sheetName = (name: string) => name.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31)

/** DD-MM-YYYY, perhaps with HH:mm, as the moment in UTC whose clock shows that: sheets know no zones. */
function shown(text: string): Date {
  const [day = 1, month = 1, year = 1970, hour = 0, minute = 0] = text.split(/[-: ]/).map(Number)
  return new Date(Date.UTC(year, month - 1, day, hour, minute))
}

/** Excel: numbers are numbers, times are times on the clock of the zone, and digits that are no number are text. */
export function xlsxSheet(sheet: ReportSheet): SheetWriter {
  const { columns, head, cell, locale } = sheet
  const cellOf = (kind: ColumnKind, value: ReportValue | undefined): Cell => {
    const told = cell(kind, value)
    if (told === null) return null
    if (typeof told === 'number') return { value: told, type: Number, format: FORMATS[kind] }
    return kind === 'time' || kind === 'day'
      ? { value: shown(told), type: Date, format: FORMATS[kind] }
      : { value: told, type: String }
  }
  const rowOf = (row: ReportRow): Row => columns.map(({ key, kind }) => cellOf(kind, row[key]))
  const data: Row[] = [head.map((name) => ({ value: name, type: String, fontWeight: 'bold' as const, wrap: true }))]
  return {
    add: async (rows) => {
      for (const row of rows) data.push(rowOf(row))
    },
    end: async () => {
      const about: Row[] = [
        ...[sheet.title, sheet.period, sheet.zone, ...sheet.notes].map((text): Row => [{ value: text, type: String }]),
        [],
        ...columns.flatMap(({ key, kind }, at): Row[] =>
          sheet.totals[key] === undefined ? [] : [[{ value: head[at] ?? key, type: String }, cellOf(kind, sheet.totals[key])]],
        ),
      ]
      const title = sheetName(sheet.title)
      const buffer = await writeXlsxFile([
        { data, sheet: title, stickyRowsCount: 1, columns: columns.map(({ kind }) => ({ width: WIDTHS[kind] })) },
        { data: about, sheet: sheetName(`${say('word.totals').in(locale)}`), columns: [{ width: 60 }, { width: 18 }] },
      ]).toBuffer()
      return { packed: await pack(buffer), sizeBytes: buffer.length }
    },
  }
}
