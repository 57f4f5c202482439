/** Reasons why a cell no longer contains what was typed. */
export type CellFault =
  /** A spreadsheet read the value as a number and shortened it. */
  | 'shortened'
  /** A formula that failed. */
  | 'error-value'
  /** The column was too narrow, so the cell contains placeholder characters. */
  | 'too-narrow'

/** Invisible marks that other programs leave around a text. */
const MARKS = String.raw`\u200B\u200E\u200F\u202A-\u202E\u2060\uFEFF`
const EDGE = new RegExp(`^[\\s${MARKS}]$`)

/**
 * Removes characters that match `edge` from both ends, one at a time. A regular expression for the whole end would be slow on
 * long runs of blanks.
 */
export function trimmedOf(text: string, edge: RegExp): string {
  let [from, to] = [0, text.length]
  while (from < to && edge.test(text.charAt(from))) from++
  while (to > from && edge.test(text.charAt(to - 1))) to--
  return text.slice(from, to)
}

/** Text written as a formula. This form keeps leading zeros in spreadsheets. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/
/**
 * First characters that a spreadsheet reads as a formula. In some programs blanks may precede them, or they may be in full
 * width.
 */
const FORMULA = String.raw`(?:[\t\r\n]|\s*[=+\-@＝＋－＠])`
/** Digits that a spreadsheet would change: long numbers and numbers with leading zeros. */
const LONG_DIGITS = String.raw`(?:\d{12,}|0\d+)$`
const KEPT_AS_TEXT = new RegExp(`^'(?='*(?:${FORMULA}|${LONG_DIGITS}))`)
const FORMULA_OR_KEPT = new RegExp(`^(?:'*${FORMULA}|'+${LONG_DIGITS})`)

/**
 * Returns true if the files that Roadbook writes need an apostrophe before a text. It is needed if a spreadsheet would
 * change the text, or if the text begins with an apostrophe that {@link plainCell} would remove.
 */
export const isEscaped = (text: string): boolean => FORMULA_OR_KEPT.test(text)

const ONLY_LONG_DIGITS = new RegExp(`^${LONG_DIGITS}`)

/** Returns true if a spreadsheet would change these digits. */
export const isLongDigits = (text: string): boolean => ONLY_LONG_DIGITS.test(text)

/**
 * Returns the content of a cell without surrounding blanks and invisible marks. Also removes what marked it as text for
 * spreadsheets: a formula (`="0123"`) or the apostrophe that Roadbook's files contain (`'+31`).
 */
export function plainCell(cell: string): string {
  const text = trimmedOf(cell, EDGE)
  const formula = TEXT_FORMULA.exec(text)?.[1]
  return trimmedOf(formula === undefined ? text.replace(KEPT_AS_TEXT, '') : formula.replaceAll('""', '"'), EDGE)
}

/**
 * Long numbers as spreadsheets write them: `1,20E+06`. A plus or minus after the E is required, because people use names like
 * `1E5`.
 */
const SCIENTIFIC = /^[+\-−]?\d{1,3}(?:[.,]\d+)?E[+\-−]\d{1,3}$/i
/** A number that a spreadsheet has rounded, because spreadsheets keep fifteen digits of a number. */
const ROUNDED = /^\d{15}0{3,}$/
/** `#REF!`, `#BEZUG!`, `#¿NOMBRE?` and the like, in capitals in every language, and `Err:502` in LibreOffice. */
const ERROR_VALUE = /^#[¡¿]?[\p{Lu}\d_/]+[!?]$|^(?:Err|Fehler|Fout|Erreur)\s?:\s?\d{3}$/u
/** Error values that do not end in `!` or `?`: "not available" in the languages of spreadsheets, and a pending calculation. */
const NOT_AVAILABLE: ReadonlySet<string> = new Set([
  ...['#N/A', '#NV', '#N/B', '#N/D', '#N/DISP', '#I/T', '#Н/Д', '#YOK', '#HIÁNYZIK', '#NENÍ_K_DISPOZICI', '#ND', '#M/A'],
  ...['#GETTING_DATA', '#BUSY', '#DANE_W_DRODZE'],
])

/** Returns the reason why the content of a cell is lost. Undefined if nothing shows that it is lost. */
export function cellFault(text: string): CellFault | undefined {
  if (SCIENTIFIC.test(text) || ROUNDED.test(text)) return 'shortened'
  if (/^#{2,}$/.test(text)) return 'too-narrow'
  return ERROR_VALUE.test(text) || NOT_AVAILABLE.has(text) ? 'error-value' : undefined
}

/**
 * Returns the form of a column heading, or of a word in a column, that is used in comparisons. It has no differences in
 * case, blanks, line ends and Unicode composition.
 */
export const headKey = (head: string): string => headText(head).toLowerCase()

/** Returns a column heading for display, in one line and without invisible marks. */
export const headText = (head: string): string =>
  plainCell(head)
    .normalize('NFC')
    .replace(new RegExp(`[${MARKS}]`, 'g'), '')
    .replace(/\s+/g, ' ')

/** Converts digits of other scripts and widths to ASCII digits. */
export const plainDigits = (text: string): string =>
  text
    .replace(/[０-９＋－．，Ｅｅ]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
