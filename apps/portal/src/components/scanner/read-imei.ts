import { hasLuhnDigit, luhnDigit } from '@roadbook/geo/imei'

const IMEI_DIGITS = 15
/** The same with two digits of the software's version behind it. */
const WITH_VERSION_DIGITS = 17
/** The version in place of the check digit: "IMEISV". */
const SOFTWARE_VERSION_DIGITS = 16

/** Digits in one piece or in groups, as labels print them: "352 625 698 104 211", "35-262569-810421-1". */
const GROUPS = String.raw`\d+(?:[ .-]\d+)*`
/** "IMEI: …", "IMEI1=…", "imei/sv …", `"imei":"…"`, "<IMEI>…". */
const LABELLED = new RegExp(String.raw`imei\W{0,2}(?:sv)?\W{0,2}(?:[12](?=\D)|no|nr|number)?\W{0,4}(${GROUPS})`, 'gi')
/** Not a part of a word: a serial number with letters in it is no IMEI. */
const BARE = new RegExp(String.raw`(?<![\w-])${GROUPS}(?![\w])`, 'g')

const digitsOf = (text: string) => text.replace(/\D/g, '')
const onlyOne = (imeis: readonly string[]): string | undefined => (new Set(imeis).size === 1 ? imeis[0] : undefined)

/** Groups from the first on that make fifteen digits together. */
function firstFifteen(groups: string): string | undefined {
  let digits = ''
  for (const group of groups.split(/[ .-]/)) {
    digits += group
    if (digits.length >= IMEI_DIGITS) break
  }
  return digits.length === IMEI_DIGITS ? digits : undefined
}

/** What stands behind the word IMEI. */
function labelledImei(groups: string): string | undefined {
  const digits = digitsOf(groups)
  if (digits.length === WITH_VERSION_DIGITS) return digits.slice(0, IMEI_DIGITS)
  if (digits.length === SOFTWARE_VERSION_DIGITS) return `${digits.slice(0, 14)}${luhnDigit(digits.slice(0, 14))}`
  return firstFifteen(groups)
}

/** Numbers of the length of an IMEI; beside another number only those in one piece. */
function bareImeis(groups: string): string[] {
  const digits = digitsOf(groups)
  return digits.length === IMEI_DIGITS ? [digits] : groups.split(/[ .-]/).filter((group) => group.length === IMEI_DIGITS)
}

/** `%20` before a number would else be digits of it. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a percent sign of its own: no address
  }
}

/**
 * The IMEI in the text of a QR or bar code: 15 digits with the right Luhn check digit (3GPP TS 23.003, annex B). Understands a plain number,
 * grouped digits, `IMEI:`, an IMEI with software version, an address, and a maker's label that has the serial number and the
 * SIM beside it. Undefined where there is none, or where two different ones stand and either could be meant.
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
