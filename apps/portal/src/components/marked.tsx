import { splitAtMatch } from '../lib/search-text.js'

/** A text with the part of it that is searched for. */
export function Marked({ text, query }: { text: string; query: string }) {
  const { before, match, after } = splitAtMatch(text, query)
  return (
    <>
      {before}
      {match && <mark>{match}</mark>}
      {after}
    </>
  )
}
