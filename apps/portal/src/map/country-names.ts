/** Names of Natural Earth that differ from the names in the browser's list. */
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

/** ISO 3166-1 two-letter code by English country name. */
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
 * Returns a function that translates English country names. It uses the browser's own list, because the world outline has the
 * names in English only. Unknown names stay unchanged.
 */
export function countryNameIn(language: string): (english: string) => string {
  if (language === 'en') return (english) => english
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return (english) => {
    const code = codesByName().get(english)
    return code === undefined ? english : (names.of(code) ?? english)
  }
}
