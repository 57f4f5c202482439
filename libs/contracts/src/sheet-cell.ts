/** Why what a person wrote into a cell is no longer in it. */
export type CellFault =
  /** A spreadsheet took it for a number, and wrote it short. */
  | 'shortened'
  /** A formula that failed. */
  | 'error-value'
  /** The column was too narrow, and its signs stand there. */
  | 'too-narrow'

/** Marks without a shape that other programs leave around a text. */
const MARKS = String.raw`\u200B\u200E\u200F\u202A-\u202E\u2060\uFEFF`
const EDGE = new RegExp(`^[\\s${MARKS}]$`)

/** The text without the signs at its ends that `edge` matches, one at a time: a pattern with repeats would try long blanks again and again. */
export function trimmedOf(text: string, edge: RegExp): string {
  let [from, to] = [0, text.length]
  while (from < to && edge.test(text.charAt(from))) from++
  while (to > from && edge.test(text.charAt(to - 1))) to--
  return text.slice(from, to)
}

/** Text as a formula: it keeps the zeros of a number before spreadsheets. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/
/** What a spreadsheet takes for a formula, to some behind blanks or in full-width signs, too. */
const FORMULA = String.raw`(?:[\t\r\n]|\s*[=+\-@＝＋－＠])`
/** Digits that a spreadsheet would make another number of: long ones, and those with zeros before them. */
const LONG_DIGITS = String.raw`(?:\d{12,}|0\d+)$`
const KEPT_AS_TEXT = new RegExp(`^'(?='*(?:${FORMULA}|${LONG_DIGITS}))`)
const FORMULA_OR_KEPT = new RegExp(`^(?:'*${FORMULA}|'+${LONG_DIGITS})`)

/**
 * Whether a text gets an apostrophe before it in our own files, so that a spreadsheet leaves it as it is, or because {@link plainCell}
 * would take one away that is its own.
 */
export const isEscaped = (text: string): boolean => FORMULA_OR_KEPT.test(text)

const ONLY_LONG_DIGITS = new RegExp(`^${LONG_DIGITS}`)

/** Whether a spreadsheet would make another number of these digits. */
export const isLongDigits = (text: string): boolean => ONLY_LONG_DIGITS.test(text)

/**
 * What a cell says: without blanks and marks that nobody sees around it, and without what made text of it for spreadsheets, a formula
 * (`="0123"`) or the apostrophe of our own files (`'+31`).
 */
export function plainCell(cell: string): string {
  const text = trimmedOf(cell, EDGE)
  const formula = TEXT_FORMULA.exec(text)?.[1]
  return trimmedOf(formula === undefined ? text.replace(KEPT_AS_TEXT, '') : formula.replaceAll('""', '"'), EDGE)
}

/** `1,20E+06`, as spreadsheets write numbers that are long for them. Without a sign behind the E people write such names themselves. */
const SCIENTIFIC = /^[+\-−]?\d{1,3}(?:[.,]\d+)?E[+\-−]\d{1,3}$/i
/** Spreadsheets keep fifteen digits of a number. */
const ROUNDED = /^\d{15}0{3,}$/
/** `#REF!`, `#BEZUG!`, `#¿NOMBRE?`, in capitals whatever the language; `Err:502` of LibreOffice. */
const ERROR_VALUE = /^#[¡¿]?[\p{Lu}\d_/]+[!?]$|^(?:Err|Fehler|Fout|Erreur)\s?:\s?\d{3}$/u
/** Those without such a sign: "not available" in the languages of spreadsheets, and what is still computed. */
const NOT_AVAILABLE: ReadonlySet<string> = new Set([
  ...['#N/A', '#NV', '#N/B', '#N/D', '#N/DISP', '#I/T', '#Н/Д', '#YOK', '#HIÁNYZIK', '#NENÍ_K_DISPOZICI', '#ND', '#M/A'],
  ...['#GETTING_DATA', '#BUSY', '#DANE_W_DRODZE'],
])

/** Why what was written into a cell is lost; undefined where nothing tells that it is. */
export function cellFault(text: string): CellFault | undefined {
  if (SCIENTIFIC.test(text) || ROUNDED.test(text)) return 'shortened'
  if (/^#{2,}$/.test(text)) return 'too-narrow'
  return ERROR_VALUE.test(text) || NOT_AVAILABLE.has(text) ? 'error-value' : undefined
}

/** A head, or a word in a column, as it is compared: whatever its capitals, blanks, line ends and composition. */
export const headKey = (head: string): string => headText(head).toLowerCase()

/** A head as it is shown: one line, without marks that nobody sees. */
export const headText = (head: string): string =>
  plainCell(head)
    .normalize('NFC')
    .replace(new RegExp(`[${MARKS}]`, 'g'), '')
    .replace(/\s+/g, ' ')

/** Digits of other scripts and widths as those that computers compare. */
export const plainDigits = (text: string): string =>
  text
    .replace(/[０-９＋－．，Ｅｅ]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
