/** A text as searches compare it: in small letters and without accents. */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

/** A text cut at the first place where the query stands, to mark it; one piece when it does not stand there. */
export function splitAtMatch(text: string, query: string): { before: string; match: string; after: string } {
  const wanted = query.trim()
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted.toLowerCase())
  if (at < 0) return { before: text, match: '', after: '' }
  return { before: text.slice(0, at), match: text.slice(at, at + wanted.length), after: text.slice(at + wanted.length) }
}
