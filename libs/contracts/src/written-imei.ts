import { hasLuhnDigit } from '@roadbook/geo/imei'
import { cellFault, plainCell, plainDigits, trimmedOf } from './sheet-cell.js'

/** Reasons why a text is not an IMEI. The user must be advised differently for each reason. */
export type ImeiFault =
  | { fault: 'shortened' | 'error-value' | 'too-narrow' | 'several' | 'digits' }
  /**
   * A leading zero or the check digit is missing. If a leading zero makes the check digit correct, `withZero` is the IMEI
   * with that zero.
   */
  | { fault: 'fourteen'; withZero?: string }
  /** The text has 16 or 17 digits, so it includes the software version. */
  | { fault: 'with-version'; count: number }
export type WrittenImei = { imei: string; fault?: undefined } | ImeiFault

const IMEI_DIGITS = 15
/** Maximum length of a text with an IMEI, including other characters between and around the digits. */
const LONGEST = 200

/** Prefixes on labels and in people's writing. A phone has two IMEIs, `IMEI1:` and `IMEI2:`. */
const CALLED = /^(?:imei(?:\s*[12]\s*[:=]|\s*\/\s*sn|[\s-]*(?:n[or]\.?|number|nummer))?)?\s*[:#=]?\s*(?=\d)/i

/**
 * Reads an IMEI as people type it and as spreadsheets write it: in groups, with thousands separators or decimals, as a
 * formula, in scientific form with all digits, in full-width digits, or among invisible marks. Missing digits are never
 * guessed. A wrong check digit is accepted, as in all other places.
 */
export function writtenImei(text: string): WrittenImei {
  if (text.length > LONGEST) return { fault: 'digits' }
  const plain = bare(text).replace(CALLED, '')
  const fault = cellFault(plain)
  if (fault && fault !== 'shortened') return { fault }
  const digits = wholeDigits(plain)
  if (digits === undefined) return { fault: isScientific(plain) ? 'shortened' : 'digits' }
  if (digits.length === IMEI_DIGITS) return isRounded(digits) ? { fault: 'shortened' } : { imei: digits }
  return faultOf(digits)
}

function faultOf(digits: string): ImeiFault {
  if (digits.length === IMEI_DIGITS - 1) {
    const withZero = `0${digits}`
    return { fault: 'fourteen', ...(hasLuhnDigit(withZero) && { withZero }) }
  }
  if (digits.length === 16 || digits.length === 17) return { fault: 'with-version', count: digits.length }
  return { fault: digits.length >= IMEI_DIGITS * 2 ? 'several' : 'digits' }
}

export type WrittenIccid = { iccid: string; fault?: undefined } | { fault: 'shortened' | 'error-value' | 'too-narrow' | 'digits' }

/**
 * Reads an ICCID in the way of {@link writtenImei}. An ICCID has more than fifteen digits. A spreadsheet keeps only the
 * first fifteen digits of a number and writes zeros in place of the others.
 */
export function writtenIccid(text: string): WrittenIccid {
  if (text.length > LONGEST) return { fault: 'digits' }
  const plain = bare(text).replace(/^iccid\s*[:#=]?\s*(?=\d)/i, '')
  const fault = cellFault(plain)
  if (fault && fault !== 'shortened') return { fault }
  const grouped = wholeDigits(plain.replace(/(?<=\d)[\s-]*F{1,2}$/i, ''))
  // A number with decimals was saved by a program that keeps at most seventeen digits.
  const wasNumber = isScientific(plain) || /^[\d\s.,]+[.,]0{1,2}$/.test(plain)
  if (grouped === undefined || wasNumber) return { fault: wasNumber ? 'shortened' : 'digits' }
  if (/^\d{15}0+$/.test(grouped)) return { fault: 'shortened' }
  return grouped.length >= 18 && grouped.length <= 22 ? { iccid: grouped } : { fault: 'digits' }
}

const QUOTE = /^["'’‘‛“”„‟«»‹›\u0060´′()[\]{}<>.,;*\s]$/
const UNSEEN = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g

/** Returns the number without surrounding characters, in ASCII digits. */
const bare = (text: string) => plainDigits(trimmedOf(plainCell(text.replace(UNSEEN, '')), QUOTE))

const SCIENTIFIC = /^\+?(\d{1,3})(?:[.,](\d+))?\s?E\s?\+?(\d{1,3})$/i
const isScientific = (text: string) => SCIENTIFIC.test(text)

/**
 * Nine zeros at the end and a wrong check digit show that a spreadsheet had shortened the number to `3.53599E+14` and
 * converted it back.
 */
const isRounded = (digits: string) => /0{9}$/.test(digits) && !hasLuhnDigit(digits)

const BY_THOUSANDS = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})+$/
/** Groups of IMEI digits that makers print. */
const BY_PARTS = /^(?:\d{8}\.\d{6}\.\d|\d{2}\.\d{6}\.\d{6}\.\d|\d{6}\.\d{2}\.\d{6}\.\d)$/
const DECIMALS = /^(\d+|\d{1,3}(?:([.,])\d{3})+|\d{1,3}(?:[\s'’]\d{3})+)[.,](0+)$/

/** Returns the digits of a whole number that is written with all its digits. Undefined for anything else. */
function wholeDigits(text: string): string | undefined {
  const [, first, rest = '', exponent] = SCIENTIFIC.exec(text) ?? []
  if (first !== undefined) return fromScientific(first, rest, Number(exponent))
  const whole = withoutDecimals(text)
  if (/[.,]/.test(whole) && !BY_THOUSANDS.test(whole) && !BY_PARTS.test(whole)) return undefined
  const digits = whole.replace(/[\s\p{Pd}−/.,'’_·]/gu, '')
  return /^\d+$/.test(digits) ? digits : undefined
}

/**
 * Returns the digits if the text contains all of them, which means at least as many decimals as the exponent. If it has
 * fewer decimals, the last digit may be rounded.
 */
function fromScientific(first: string, rest: string, exponent: number): string | undefined {
  return rest.length >= exponent && /^0*$/.test(rest.slice(exponent)) ? first + rest.slice(0, exponent) : undefined
}

/**
 * Removes decimals that are zeros. Three zeros after a separator are a group of thousands, unless the digits before them
 * are already enough for an IMEI.
 */
function withoutDecimals(text: string): string {
  const [, whole = '', , zeros = ''] = DECIMALS.exec(text) ?? []
  if (zeros === '') return text
  return zeros.length !== 3 || whole.replace(/\D/g, '').length >= IMEI_DIGITS - 1 ? whole : text
}
