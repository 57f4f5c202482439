import { MOST_PARAMETERS } from './layout.js'

export type Parameter = readonly [name: string, value: string]

/** Reads the parameters of a query or a form. Undefined if there are too many. Invalid escapes are kept unchanged. */
export function readParameters(text: string): Parameter[] | undefined {
  const parameters: Parameter[] = []
  let at = 0
  while (at < text.length) {
    const ampersand = text.indexOf('&', at)
    const end = ampersand < 0 ? text.length : ampersand
    if (end > at) {
      if (parameters.length === MOST_PARAMETERS) return undefined
      const equals = text.indexOf('=', at)
      const split = equals < 0 || equals > end ? end : equals
      parameters.push([unescape(text.slice(at, split)), unescape(text.slice(split + 1, Math.max(end, split + 1)))])
    }
    at = end + 1
  }
  return parameters
}

/** Decodes escapes. The check for values without escapes comes first, because these are most of the values. */
function unescape(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  const bytes: number[] = []
  for (let at = 0; at < spaced.length; at++) {
    const code = spaced.charCodeAt(at)
    const high = code === 0x25 ? hexDigit(spaced.charCodeAt(at + 1)) : -1
    const low = high < 0 ? -1 : hexDigit(spaced.charCodeAt(at + 2))
    if (low < 0) bytes.push(code)
    else {
      bytes.push(high * 16 + low)
      at += 2
    }
  }
  return Buffer.from(bytes).toString('utf8')
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
