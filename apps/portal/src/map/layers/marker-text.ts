import { isolated } from '@roadbook/contracts/isolated'

/**
 * Maximum number of letters of a name beside a marker. The full name appears under the pointer and wherever there is room for
 * it.
 */
const MOST_LETTERS = 24
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Shortens a name for the map. The name is cut only between whole letters, and keeps its own writing direction. */
export function markerText(name: string): string {
  if (name.length <= MOST_LETTERS) return isolated(name)
  const seen = [...letters.segment(name)]
  if (seen.length <= MOST_LETTERS) return isolated(name)
  const kept = seen.slice(0, MOST_LETTERS - 1).map(({ segment }) => segment)
  return isolated(`${kept.join('').trimEnd()}…`)
}
