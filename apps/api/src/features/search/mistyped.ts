/** Minimum length of a key for typo tolerance, in characters. A shorter key is one typo away from too many other keys. */
const SHORTEST_MISTYPED = 4
/** Maximum length of a key for typo tolerance, in characters. The numbers of vehicles are not longer. */
const LONGEST_MISTYPED = 40

const escaped = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`)

/**
 * Returns a PostgreSQL pattern that matches a key (normalised text) with one typo, and the halves of the key. One half must
 * occur unchanged, so that only few rows are tested with the pattern. If the two middle letters are swapped, both halves
 * change. Keys of more than 5 letters therefore also have halves without a middle letter.
 * @returns undefined for a key that is too short or too long
 */
export function mistyped(key: string): { pattern: string; halves: readonly string[] } | undefined {
  const letters = [...key]
  if (letters.length < SHORTEST_MISTYPED || letters.length > LONGEST_MISTYPED) return undefined
  const part = (from: number, to?: number) => escaped(letters.slice(from, to).join(''))
  const variants = letters.flatMap((_, at) => [
    // At this place, the text has another letter or none.
    `${part(0, at)}[^\\n]?${part(at + 1)}`,
    ...(at > 0
      ? [`${part(0, at)}[^\\n]${part(at)}`, `${part(0, at - 1)}${part(at, at + 1)}${part(at - 1, at)}${part(at + 1)}`]
      : []),
  ])
  const middle = Math.floor(letters.length / 2)
  const halves = [[0, middle], [middle], [0, middle - 1], [middle + 1]].map(([from, to]) => letters.slice(from, to).join(''))
  return { pattern: [...new Set(variants)].join('|'), halves: halves.slice(0, letters.length > 5 ? 4 : 2) }
}
