import type { Locale } from '../texts/locale.js'

const NAMES = new Map<Locale, Intl.DisplayNames>()

/** Returns the name of a country (ISO 3166-1 alpha-2) in a language. */
export function countryName(code: string, locale: Locale): string {
  let names = NAMES.get(locale)
  if (!names) NAMES.set(locale, (names = new Intl.DisplayNames([locale], { type: 'region' })))
  return names.of(code) ?? code
}
