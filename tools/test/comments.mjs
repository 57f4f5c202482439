/** Matches a comment. Consecutive lines of `//` count as one. A `//` in a string on the same line as code is not a comment. */
const COMMENT = /\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*(?:\n[ \t]*\/\/.*)*|(?<=[\s;,{}()])\/\/ .*$/gm
const DIRECTIVE = /oxlint|eslint|@ts-|@vitest|^\/\/\/|^#!/
const BEGINNING = /^(?:What|Of|Who|Whom|Whose|Whoever|Whether|That|How)\b(?![^.]*\?)/
const WORD =
  /\b(?:tells?|told|telling|speaks?|spoken?|hears?|heard|who(?:m)?ever|of whom)\b|\bnone any more\b|\bnobody\b.*\bany longer\b/i

/**
 * Counts the comments of a source file, and what makes them hard to read.
 * @param {string} text
 * @returns {{ comments: number, beginnings: string[], words: string[] }} first lines of comments that begin with a relative word; lines
 *   with a word that stands for a better one
 */
export function plainnessOf(text) {
  const comments = (text.match(COMMENT) ?? [])
    .filter((comment) => !DIRECTIVE.test(comment))
    .map(linesOf)
    .filter(([first]) => first)
  return {
    comments: comments.length,
    beginnings: comments.flatMap(([first]) => (BEGINNING.test(first) ? [first] : [])),
    words: comments.flat().filter((line) => WORD.test(line)),
  }
}

const linesOf = (comment) =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\/\*+|\*+\/|\/\/|\*)?\s*/, '').replace(/\s*\*\/\s*$/, ''))
    .filter((line) => line !== '')
