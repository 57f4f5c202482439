import { splitAtMatch } from '../lib/search-text.js'

/** Text with the matching part highlighted. */
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
