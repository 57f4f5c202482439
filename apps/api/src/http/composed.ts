/**
 * Invisible characters that web pages and word processors insert for line breaks and joins. Users do not type them in a
 * search.
 */
const UNSEEN = /[\u00AD\u200B\u2060\uFEFF]/g

/**
 * Composes (NFC) every text of a parsed body or query, and removes invisible characters. Some keyboards, file systems and
 * sheets write é as e with a combining mark. The two forms of é look the same, but are different texts in a comparison.
 * Values that no person typed do not change, because they are plain ASCII or bytes. The signed body of a provider is not
 * composed at all.
 */
export function composed(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) compose(value as Record<string, unknown>)
  return value
}

/** Changes the value in place. The recursion is safe, because the nesting of the body was limited before. */
function compose(value: Record<string, unknown>): void {
  for (const [name, held] of Object.entries(value)) {
    if (typeof held === 'string') value[name] = held.normalize('NFC').replace(UNSEEN, '')
    else composed(held)
  }
}
