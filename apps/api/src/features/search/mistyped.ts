/**
 * Minimum length of a key for typo tolerance, in characters. For a shorter key, too many other keys differ by only one typo.
 */
const SHORTEST_MISTYPED = 4
/** Maximum length of a key for typo tolerance, in characters. No number of a vehicle is longer. */
const LONGEST_MISTYPED = 40

const escaped = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`)

/**
 * Returns a PostgreSQL pattern that matches a key (normalised text) with one typo, and the halves of the key. A row is tested
 * with the pattern only if it contains one half unchanged, so that few rows are tested. If the two middle letters are
 * swapped, both halves change. Keys of more than 5 letters therefore also get halves without the middle letters.
 * @returns undefined for a key that is too short or too long
 */
export function mistyped(key: string): { pattern: string; halves: readonly string[] } | undefined {
  const letters = [...key]
  if (letters.length < SHORTEST_MISTYPED || letters.length > LONGEST_MISTYPED) return undefined
  const part = (from: number, to?: number) => escaped(letters.slice(from, to).join(''))
  const variants = letters.flatMap((_, at) => [
    // The text has another letter or none at this place.
    `${part(0, at)}[^\\n]?${part(at + 1)}`,
    ...(at > 0
      ? [`${part(0, at)}[^\\n]${part(at)}`, `${part(0, at - 1)}${part(at, at + 1)}${part(at - 1, at)}${part(at + 1)}`]
      : []),
  ])
  const middle = Math.floor(letters.length / 2)
  const halves = [[0, middle], [middle], [0, middle - 1], [middle + 1]].map(([from, to]) => letters.slice(from, to).join(''))
  return { pattern: [...new Set(variants)].join('|'), halves: halves.slice(0, letters.length > 5 ? 4 : 2) }
}
