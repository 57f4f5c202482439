/** Shorter ones are one typo away from anything. */
const SHORTEST_MISTYPED = 4
/** Longer ones are numbers of no vehicle. */
const LONGEST_MISTYPED = 40

const escaped = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`)

/**
 * What a key looks like with one typo in it: a pattern of PostgreSQL, and the halves of which one must stand unharmed, so that few
 * rows are put to the pattern. Two letters that changed places may be the last of one half and the first of the other.
 * @returns undefined for a key that is too short, or too long, to be judged so
 */
export function mistyped(key: string): { pattern: string; halves: readonly string[] } | undefined {
  const letters = [...key]
  if (letters.length < SHORTEST_MISTYPED || letters.length > LONGEST_MISTYPED) return undefined
  const part = (from: number, to?: number) => escaped(letters.slice(from, to).join(''))
  const variants = letters.flatMap((_, at) => [
    // Another letter stands there, or none.
    `${part(0, at)}[^\\n]?${part(at + 1)}`,
    ...(at > 0
      ? [`${part(0, at)}[^\\n]${part(at)}`, `${part(0, at - 1)}${part(at, at + 1)}${part(at - 1, at)}${part(at + 1)}`]
      : []),
  ])
  const middle = Math.floor(letters.length / 2)
  const halves = [[0, middle], [middle], [0, middle - 1], [middle + 1]].map(([from, to]) => letters.slice(from, to).join(''))
  return { pattern: [...new Set(variants)].join('|'), halves: halves.slice(0, letters.length > 5 ? 4 : 2) }
}
