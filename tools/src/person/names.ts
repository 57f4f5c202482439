/** Texts that name one person, and no other person in the database. */
export interface Names {
  /** E-mail addresses, full names, phone numbers, postal addresses, number plates and frame numbers, longest first. */
  values: readonly string[]
  /** Pairs of first and last name. In JSON these are separate values. */
  pairs: readonly (readonly [string, string])[]
}

/** Number of characters on each side of a name in an excerpt. */
const AROUND = 20
const LONGEST_EXCERPT = 80

const patterns = new WeakMap<readonly string[], RegExp>()

/**
 * Returns the pattern that finds whole values only: it does not find "Anna Berg" in "Anna Bergmann" or "Joanna Berg", or an
 * e-mail address in a longer one. Searching, replacing, mails, jobs, files and logs all use this pattern.
 */
function patternOf(values: readonly string[]): RegExp {
  const known = patterns.get(values)
  if (known) return known
  const parts = values.map((value) => {
    const text = value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
    return value.includes('@')
      ? String.raw`(?<![\p{L}\p{N}.+_%-])${text}(?![\p{L}\p{N}_@-]|\.[\p{L}\p{N}])`
      : String.raw`(?<![\p{L}\p{M}\p{N}]|[\p{L}\p{N}]-)${text}(?![\p{L}\p{M}\p{N}]|-[\p{L}\p{N}])`
  })
  const pattern = new RegExp(parts.length > 0 ? parts.join('|') : '(?!)', 'giu')
  patterns.set(values, pattern)
  return pattern
}

/** Returns true if a text contains a whole value, in capital or small letters. */
export const isNamedIn = (text: string, values: readonly string[]): boolean => text.search(patternOf(values)) >= 0

/** Replaces whole values by a mask. */
export const masked = (text: string, values: readonly string[], mask: string): string =>
  text.replaceAll(patternOf(values), () => mask)

/** Returns the first whole value in a text together with a few characters around it. The result has at most 80 characters. */
export function excerpt(text: string, values: readonly string[]): string {
  const [match] = text.matchAll(patternOf(values))
  if (!match) return ''
  return text.slice(Math.max(0, match.index - AROUND), match.index + match[0].length + AROUND).slice(0, LONGEST_EXCERPT)
}

/** Yields the strings and keys in a JSON value that name the person, with the path to each. */
export function* namedParts(value: unknown, names: Names, path = '$'): Generator<{ path: string; text: string }> {
  if (typeof value === 'string') {
    if (isNamedIn(value, names.values)) yield { path, text: excerpt(value, names.values) }
    return
  }
  if (typeof value !== 'object' || value === null) return
  const pair = Array.isArray(value) ? undefined : pairIn(value, names)
  if (pair) yield { path, text: pair.join(' ').slice(0, LONGEST_EXCERPT) }
  for (const [key, one] of Object.entries(value)) {
    if (isNamedIn(key, names.values)) yield { path: `${path}.*`, text: excerpt(key, names.values) }
    yield* namedParts(one, names, `${path}.${masked(key, names.values, '***')}`)
  }
}

/** Replaces the names in all strings and keys of a JSON value. */
export function maskedValue(value: unknown, names: Names, mask: string): unknown {
  if (typeof value === 'string') return masked(value, names.values, mask)
  if (Array.isArray(value)) return value.map((one) => maskedValue(one, names, mask))
  if (typeof value !== 'object' || value === null) return value
  const pair = pairIn(value, names)
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      const isPart = pair?.includes(one as string) ?? false
      return [isPart ? key : masked(key, names.values, mask), isPart ? mask : maskedValue(one, names, mask)]
    }),
  )
}

const pairIn = (value: object, { pairs }: Names): readonly [string, string] | undefined => {
  const own = Object.values(value)
  return pairs.find((pair) => pair.every((part) => own.includes(part)))
}
