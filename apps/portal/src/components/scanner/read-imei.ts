import { hasLuhnDigit, luhnDigit } from '@roadbook/geo/imei'

const IMEI_DIGITS = 15
/** Number of digits of a text with an IMEI and then two digits of the software version. */
const WITH_VERSION_DIGITS = 17
/** Number of digits of an "IMEISV". It has two digits of the software version in place of the check digit. */
const SOFTWARE_VERSION_DIGITS = 16

/** Digits in one piece or in groups, as printed on labels: "352 625 698 104 211", "35-262569-810421-1". */
const GROUPS = String.raw`\d+(?:[ .-]\d+)*`
/** Matches an IMEI after the word IMEI, for example "IMEI: …", "IMEI1=…", "imei/sv …", `"imei":"…"`, "<IMEI>…". */
const LABELLED = new RegExp(String.raw`imei\W{0,2}(?:sv)?\W{0,2}(?:[12](?=\D)|no|nr|number)?\W{0,4}(${GROUPS})`, 'gi')
/** Digits that are not part of a word, because digits in a serial number with letters are not an IMEI. */
const BARE = new RegExp(String.raw`(?<![\w-])${GROUPS}(?![\w])`, 'g')

const digitsOf = (text: string) => text.replace(/\D/g, '')
const onlyOne = (imeis: readonly string[]): string | undefined => (new Set(imeis).size === 1 ? imeis[0] : undefined)

/**
 * Joins groups of digits, beginning with the first, until they have fifteen digits. Undefined if the joined groups never have
 * exactly fifteen.
 */
function firstFifteen(groups: string): string | undefined {
  let digits = ''
  for (const group of groups.split(/[ .-]/)) {
    digits += group
    if (digits.length >= IMEI_DIGITS) break
  }
  return digits.length === IMEI_DIGITS ? digits : undefined
}

/** Reads the IMEI from the digits after the word IMEI. */
function labelledImei(groups: string): string | undefined {
  const digits = digitsOf(groups)
  if (digits.length === WITH_VERSION_DIGITS) return digits.slice(0, IMEI_DIGITS)
  if (digits.length === SOFTWARE_VERSION_DIGITS) return `${digits.slice(0, 14)}${luhnDigit(digits.slice(0, 14))}`
  return firstFifteen(groups)
}

/**
 * Returns numbers with the length of an IMEI: all groups joined into one number if they have that length in total, otherwise
 * each single group of that length.
 */
function bareImeis(groups: string): string[] {
  const digits = digitsOf(groups)
  return digits.length === IMEI_DIGITS ? [digits] : groups.split(/[ .-]/).filter((group) => group.length === IMEI_DIGITS)
}

/** Decodes a URL. Otherwise the digits of a `%20` before a number would seem to belong to the number. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // The text has a lone percent sign, so it is not an encoded URL.
  }
}

/**
 * Reads the IMEI in the text of a QR or bar code: 15 digits with a valid Luhn check digit (3GPP TS 23.003, annex B). Understands
 * a plain number, grouped digits, `IMEI:`, an IMEI with software version, a URL, and a maker's label that also has the serial
 * number and the SIM. Returns undefined if there is no IMEI, or if there are two different ones.
 */
export function readImei(text: string): string | undefined {
  const plain = decoded(text).trim()
  const labelled = [...plain.matchAll(LABELLED)]
    .map(([, groups = '']) => groups)
    .filter((groups) => digitsOf(groups).length >= 14)
  if (labelled.length > 0)
    return onlyOne(
      labelled
        .map(labelledImei)
        .filter((imei) => imei !== undefined)
        .filter(hasLuhnDigit),
    )
  const whole = /^\d{17}$/.test(plain)
    ? [plain.slice(0, IMEI_DIGITS)]
    : [...plain.matchAll(BARE)].flatMap(([groups]) => bareImeis(groups))
  return onlyOne(whole.filter(hasLuhnDigit))
}
