import { peoplesOrder } from '@roadbook/contracts'
import type { Locale } from '../../texts/locale.js'

/** Countries of Europe, where our customers are, as ISO 3166-1 alpha-2 codes. */
const CODES = [
  ...['AD', 'AL', 'AT', 'BA', 'BE', 'BG', 'CH', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GB', 'GR', 'HR', 'HU', 'IE'],
  ...['IS', 'IT', 'LI', 'LT', 'LU', 'LV', 'MC', 'MD', 'ME', 'MK', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'RS', 'SE', 'SI', 'SK'],
  ...['SM', 'TR', 'UA', 'VA', 'XK'],
]

/** Returns the countries in a language, ordered by name. */
export function countriesIn(locale: Locale): { id: string; name: string }[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const order = peoplesOrder(locale)
  return CODES.map((id) => ({ id, name: names.of(id) ?? id })).sort((a, b) => order(a.name, b.name))
}
