import { isLongDigits } from '@roadbook/contracts/sheet-cell'
import { CsvPacker } from '../exports/index.js'
import { CsvLines } from '../http/csv.js'
import type { Sheet, SheetWriter } from './sheet.js'

/**
 * Keeps IMEIs and frame numbers as text. They get an apostrophe, like texts that look like formulas. A formula (`="…"`) would
 * also keep them as text, but only in programs that calculate formulas.
 */
const digits = (value: string) => (isLongDigits(value) ? { kept: value } : value)

export function csvSheet({ locale, columns, head, cell }: Sheet): SheetWriter {
  const lines = new CsvLines(locale)
  const packer = new CsvPacker()
  let count = 0
  const begun = packer.write(lines.head(head))
  return {
    add: async (rows) => {
      await begun
      count += rows.length
      const texts = rows.map((row) =>
        lines.line(
          columns.map(({ key, kind }) => {
            const value = cell(kind, row[key])
            return kind === 'imei' && typeof value === 'string' ? digits(value) : value
          }),
        ),
      )
      await packer.write(texts.join(''))
    },
    end: async () => {
      await begun
      return packer.end(count)
    },
  }
}
