/** Signs that spreadsheets put between cells; of two that a head holds as often, the first: people write the last in words. */
const DELIMITERS = ['\t', ';', ','] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** How a sheet in text is read. */
export interface SheetParts {
  delimiter: Delimiter
  /** The line of the head, the first of the file being 1. */
  headLine: number
  head: string
}

/**
 * Finds what parts the cells of a sheet in text (RFC 4180 with the signs that spreadsheets use): the sign that a first line `sep=;`
 * names, as Excel writes it, else the one that the head holds most often outside quotes. The other signs belong to the cells.
 */
export function partsOfSheet(csv: string): SheetParts {
  const text = csv.charCodeAt(0) === BYTE_ORDER_MARK ? csv.slice(1) : csv
  const first = lineOf(text, 0)
  const named = /^"?sep=([,;\t])"?\s*$/i.exec(first)?.[1] as Delimiter | undefined
  const head = named ? lineOf(text, first.length + (text.startsWith('\r\n', first.length) ? 2 : 1)) : first
  return { delimiter: named ?? mostFrequent(head), headLine: named ? 2 : 1, head }
}

const BYTE_ORDER_MARK = 0xfeff

function lineOf(text: string, from: number): string {
  let isQuoted = false
  for (let at = from; at < text.length; at++) {
    const letter = text[at]!
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && (letter === '\n' || letter === '\r')) return text.slice(from, at)
  }
  return text.slice(from)
}

function mostFrequent(head: string): Delimiter {
  const count = new Map<string, number>(DELIMITERS.map((sign) => [sign, 0]))
  let isQuoted = false
  for (const letter of head) {
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && count.has(letter)) count.set(letter, count.get(letter)! + 1)
  }
  const most = DELIMITERS.reduce((one, other) => (count.get(other)! > count.get(one)! ? other : one))
  return count.get(most) === 0 ? ',' : most
}
