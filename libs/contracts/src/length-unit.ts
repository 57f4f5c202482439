import { headKey } from './sheet-cell.js'

/** Units in which odometers count. */
export const LENGTH_UNITS = ['km', 'mi', 'm'] as const
export type LengthUnit = (typeof LENGTH_UNITS)[number]

export const METRES: Readonly<Record<LengthUnit, number>> = { km: 1_000, mi: 1_609.344, m: 1 }

const WORDS: ReadonlyMap<string, LengthUnit> = new Map([
  ...['km', 'kms', 'kilometer', 'kilometers', 'kilometern', 'kilometre', 'kilometres', 'kilomètre', 'kilomètres'].map(
    (word) => [word, 'km'] as const,
  ),
  ...['mi', 'mile', 'miles', 'mijl', 'mijlen', 'meile', 'meilen', 'mille', 'milles'].map((word) => [word, 'mi'] as const),
  ...['m', 'meter', 'meters', 'metern', 'metre', 'metres', 'mètre', 'mètres'].map((word) => [word, 'm'] as const),
])

/** Reads a unit as people write it. A single capital M is not accepted, because it may be miles or metres. */
export const readLengthUnit = (text: string): LengthUnit | undefined =>
  text.trim() === 'M' ? undefined : WORDS.get(headKey(text).replace(/\.$/, ''))

interface MeasuredHead {
  /** The column heading without its unit, for comparing headings. */
  base: string
  unit?: LengthUnit
  /** Text in brackets where a unit is expected, if that text is not a known unit. */
  unknown?: string
}

const LONGEST = 100
const IN_BRACKETS = /^(.*?)\s*[([]\s*([^()[\]]*?)\s*[)\]]$/
const AT_THE_END = /^(.*?)[\s,;:/_-]+([^\s,;:/_-]+)$/
/** Words that begin with a unit, for example `Kilometerstand`, `km-stand`, `Meilenstand`. */
const BEGINNINGS: readonly [RegExp, LengthUnit][] = [
  [/^(?:km(?![a-z]?\/)|kilom[eéè])/, 'km'],
  [/^(?:miles\b|meilen|mijlen)/, 'mi'],
]

/** Reads the unit of a column from its heading, for example `Odometer (mi)`, `odometer_m`, `Kilometerstand, km`. */
export function measuredHead(head: string): MeasuredHead {
  const key = headKey(head)
  if (key.length > LONGEST) return { base: key }
  const [, inner = '', word = ''] = IN_BRACKETS.exec(key) ?? []
  if (word !== '') {
    const unit = readLengthUnit(word)
    if (unit) return { base: inner, unit }
    if (/^\p{L}{1,5}\.?$/u.test(word)) return { base: inner, unknown: word }
  }
  const [, before = '', last = ''] = AT_THE_END.exec(key) ?? []
  const own = readLengthUnit(last)
  if (own) return { base: before, unit: own }
  const unit = readLengthUnit(key) ?? BEGINNINGS.find(([pattern]) => pattern.test(key))?.[1]
  return { base: key, ...(unit && { unit }) }
}
