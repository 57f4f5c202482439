import { isEscaped } from '@roadbook/contracts/sheet-cell'
import type { Locale } from '../texts/locale.js'

/** A text that always gets an apostrophe in front, so that a spreadsheet leaves the text unchanged. */
export interface KeptText {
  kept: string
}
export type CsvValue = string | number | null

/**
 * Returns the character that separates columns. Spreadsheets in some languages use a decimal comma, and therefore separate
 * columns by semicolons (G-61).
 */
const delimiterOf = (locale: Locale): string => (locale === 'en' ? ',' : ';')
const BYTE_ORDER_MARK = '\uFEFF'

/** Writes RFC 4180 in UTF-8 with a byte order mark, one line at a time (G-61). */
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

  line(values: readonly (CsvValue | KeptText)[]): string {
    return `${values.map((value) => this.cell(value)).join(this.delimiter)}\r\n`
  }

  private cell(value: CsvValue | KeptText): string {
    if (value === null) return ''
    if (typeof value === 'number') return String(value).replace('.', this.decimalSign)
    // The apostrophe makes a spreadsheet treat a formula as text. Our imports ignore the apostrophe.
    const plain = typeof value === 'string' ? value : value.kept
    const text = typeof value !== 'string' || isEscaped(plain) ? `'${plain}` : plain
    return /["\r\n,;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
}
