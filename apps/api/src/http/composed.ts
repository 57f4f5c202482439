/**
 * Invisible characters that web pages and word processors insert for line breaks and joins. Users do not type them in a
 * search.
 */
const UNSEEN = /[\u00AD\u200B\u2060\uFEFF]/g

/**
 * Composes (NFC) every text of a parsed body or query, and removes invisible characters. Some keyboards, file systems and
 * sheets write é as e with a combining mark. To a person both forms look the same, but a comparison finds a difference. Values
 * that no person typed do not change: they are plain ASCII, bytes, or the whole signed body of a provider.
 */
export function composed(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) compose(value as Record<string, unknown>)
  return value
}

/** Changes the value in place. The recursion is safe, because the depth was checked before. */
function compose(value: Record<string, unknown>): void {
  for (const [name, held] of Object.entries(value)) {
    if (typeof held === 'string') value[name] = held.normalize('NFC').replace(UNSEEN, '')
    else composed(held)
  }
}
