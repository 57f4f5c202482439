/** Member states of the European Union, ISO 3166-1. */
const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')
export const isInEu = (country: string): boolean => EU.includes(country)

/**
 * Forms of a VAT number after its two letters.
 * @source https://ec.europa.eu/taxation_customs/vies/#/faq, question 11
 */
const FORMS: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  GR: /^\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d[A-Z0-9+*]\d{5}[A-Z]|\d{7}[A-Z]{2})$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{10}\d\d$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
}
/** Loose check for countries that are not listed. */
const ANY = /^[A-Z0-9+*.-]{4,20}$/

/** Returns the number without spaces, points and dashes, in capitals. */
export const plainVatNumber = (text: string): string => text.toUpperCase().replace(/[\s.-]/g, '')

/**
 * Returns whether a number has the form that its country uses. Numbers of Greece begin with EL. This does not check whether
 * the number exists.
 */
export function isVatNumber(number: string, country: string): boolean {
  const form = FORMS[country]
  if (!form) return ANY.test(number)
  const letters = country === 'GR' ? 'EL' : country
  return number.startsWith(letters) && form.test(number.slice(letters.length))
}
