import { isolated } from '@roadbook/contracts/isolated'

/** So many letters of a name stand beside a marker; the whole of it is said under the pointer, and wherever there is room for it. */
const MOST_LETTERS = 24
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A name as it stands on the map: cut between two letters as people see them, and running as its own letters do. */
export function markerText(name: string): string {
  if (name.length <= MOST_LETTERS) return isolated(name)
  const seen = [...letters.segment(name)]
  if (seen.length <= MOST_LETTERS) return isolated(name)
  const kept = seen.slice(0, MOST_LETTERS - 1).map(({ segment }) => segment)
  return isolated(`${kept.join('').trimEnd()}…`)
}
