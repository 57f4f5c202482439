/** Of Natural Earth's names those that the browser's list writes otherwise. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'Bosnia and Herz.': 'BA',
  'Cabo Verde': 'CV',
  'Central African Rep.': 'CF',
  Congo: 'CG',
  "Côte d'Ivoire": 'CI',
  'Dem. Rep. Congo': 'CD',
  'Dominican Rep.': 'DO',
  'Eq. Guinea': 'GQ',
  eSwatini: 'SZ',
  'Faeroe Is.': 'FO',
  'Falkland Is.': 'FK',
  Macedonia: 'MK',
  Myanmar: 'MM',
  Palestine: 'PS',
  'S. Sudan': 'SS',
  'Solomon Is.': 'SB',
  'Trinidad and Tobago': 'TT',
  Turkey: 'TR',
  'United States of America': 'US',
  Vatican: 'VA',
  'W. Sahara': 'EH',
}
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Two letters of ISO 3166-1 by the English name. */
let codes: ReadonlyMap<string, string> | undefined
function codesByName(): ReadonlyMap<string, string> {
  if (codes) return codes
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const listed = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code) => {
    const name = english.of(code)
    return name === undefined ? [] : [[name, code] as const]
  })
  codes = new Map([...listed.reverse(), ...Object.entries(OTHERWISE)])
  return codes
}

/**
 * Names of countries in the language of whoever looks, by the browser's own list: the world's outline has them in English only.
 * One that the list does not know stays as it is.
 */
export function countryNameIn(language: string): (english: string) => string {
  if (language === 'en') return (english) => english
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return (english) => {
    const code = codesByName().get(english)
    return code === undefined ? english : (names.of(code) ?? english)
  }
}
