import type { Locale } from '../texts/locale.js'

export type CsvValue = string | number | null

/** Spreadsheets of these languages read a comma as the decimal sign, so their columns are parted by semicolons (G-61). */
const delimiterOf = (locale: Locale): string => (locale === 'en' ? ',' : ';')
const BYTE_ORDER_MARK = '\uFEFF'
/**
 * A cell that begins like this is a formula to a spreadsheet, to some behind blanks or in full-width signs, too; an apostrophe
 * before it makes it text again.
 */
const FORMULA = /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/

/** RFC 4180 in UTF-8 with a byte order mark, one line at a time (G-61). */
export class CsvLines {
  private readonly delimiter: string
  private readonly decimalSign: string
  constructor(locale: Locale) {
    this.delimiter = delimiterOf(locale)
    this.decimalSign = locale === 'en' ? '.' : ','
  }

  head(names: readonly string[]): string {
    return BYTE_ORDER_MARK + this.line(names)
  }

  line(values: readonly CsvValue[]): string {
    return `${values.map((value) => this.cell(value)).join(this.delimiter)}\r\n`
  }

  private cell(value: CsvValue): string {
    if (value === null) return ''
    if (typeof value === 'number') return String(value).replace('.', this.decimalSign)
    const text = FORMULA.test(value) ? `'${value}` : value
    return /["\r\n,;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
}
