import type { Locale } from '../../../texts/locale.js'

/** Properties of a place other than its shape. */
export interface PlaceFacts {
  name: string
  description?: string
  /** Distance in metres around a point or a line that belongs to the place. */
  reachM?: number
  limitKph?: number
}

export type Properties = Readonly<Record<string, unknown>>

const NAMES = ['name', 'title', 'label', 'naam', 'bezeichnung', 'nom']
const DESCRIPTIONS = ['description', 'desc', 'cmt']
const REACHES = ['radius', 'reach_m', 'radius_m']
const LIMITS = ['limit_kph', 'speed_limit', 'speedlimit', 'maximum_speed_kph']

/**
 * Units that people and programs write after a number, with their factors. Factors convert to metres, or to km/h for speeds.
 */
const UNITS: Readonly<Record<string, number>> = {
  m: 1,
  km: 1_000,
  ft: 0.3048,
  'km/h': 1,
  kmh: 1,
  kph: 1,
  mph: 1.609_344,
}

/**
 * Returns the name, description, reach ({@link PlaceFacts.reachM}) and speed limit from the properties that other programs
 * write. In the properties, the reach is a radius, or it is half of a width.
 */
export function placeFactsOf(properties: Properties, locale: Locale): PlaceFacts {
  const said: Properties = Object.fromEntries(
    Object.entries(properties)
      .toReversed()
      .map(([name, value]) => [name.toLowerCase(), value]),
  )
  const text = (names: readonly string[]) => line(names.map((name) => textOf(said[name], locale)).find(Boolean) ?? '')
  const width = numberOf(said, ['width'])
  const reachM = numberOf(said, REACHES) ?? (width === undefined ? undefined : width / 2)
  const limitKph = numberOf(said, LIMITS) ?? limitOf(said.rules)
  return {
    name: text(NAMES),
    description: text(DESCRIPTIONS),
    ...(reachM !== undefined && { reachM }),
    ...(limitKph !== undefined && { limitKph }),
  }
}

/** HTML entities that programs put into CDATA. */
const SIGNS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&nbsp;': ' ',
}

/**
 * Returns the text on one line, without HTML tags and invisible characters. The search for the end of a tag stops at the
 * next `<`. Otherwise, the search for each of many tags without an end would go through the whole text.
 */
const line = (text: string): string =>
  text
    .replace(/<\/?[a-z!][^<>]*>/giu, ' ')
    .replace(/&(?:amp|lt|gt|quot|apos|nbsp|#39);/gu, (sign) => SIGNS[sign] ?? sign)
    .replace(UNSEEN, ' ')
    .replace(/\s+/gu, ' ')
    .trim()

/**
 * Characters that typed names cannot have: control characters, halves of surrogate pairs, and marks that change the text
 * direction.
 */
const UNSEEN = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Returns the text in the given language. GBFS 3 has texts in several languages. */
function textOf(value: unknown, locale: Locale): string | undefined {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (!Array.isArray(value)) return undefined
  const texts = value.map((one: unknown) => (one ?? {}) as { text?: unknown; language?: unknown })
  const { text } = texts.find(({ language }) => typeof language === 'string' && language.startsWith(locale)) ?? texts[0] ?? {}
  return typeof text === 'string' ? text : undefined
}

function numberOf(said: Properties, names: readonly string[]): number | undefined {
  for (const name of names) {
    const value = said[name]
    const number = typeof value === 'string' ? measured(value) : value
    if (typeof number === 'number' && Number.isFinite(number) && number > 0) return number
  }
  return undefined
}

/** Parses `250`, `250,5`, `250 m`, `0.25 km` or `30 mph`. */
function measured(text: string): number | undefined {
  const [, number, unit = ''] = /^(\d+(?:\.\d+|,\d{1,2})?)\s*(m|km|ft|km\/h|kmh|kph|mph)?$/.exec(text.trim().toLowerCase()) ?? []
  return number === undefined ? undefined : Number(number.replace(',', '.')) * (UNITS[unit] ?? 1)
}

/** Returns the lowest speed limit in a GBFS zone, over all types of vehicle. */
function limitOf(rules: unknown): number | undefined {
  if (!Array.isArray(rules)) return undefined
  const limits = rules.flatMap((rule: unknown) => numberOf((rule ?? {}) as Properties, ['maximum_speed_kph']) ?? [])
  return limits.length > 0 ? Math.min(...limits) : undefined
}
