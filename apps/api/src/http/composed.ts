/** Invisible characters for line breaks and joins that web pages and word processors insert. Nobody types them in a search. */
const UNSEEN = /[\u00AD\u200B\u2060\uFEFF]/g

/**
 * Composes (NFC) every text of a parsed body or query. Some keyboards, file systems and sheets write é as e with a combining
 * mark, which differs for a computer but not for a person. Removes invisible characters. Values that no person typed do not
 * change: they are plain ASCII, bytes, or a provider's whole signed body.
 */
export function composed(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) compose(value as Record<string, unknown>)
  return value
}

/** Changes the value in place. Its depth was checked before. */
function compose(value: Record<string, unknown>): void {
  for (const [name, held] of Object.entries(value)) {
    if (typeof held === 'string') value[name] = held.normalize('NFC').replace(UNSEEN, '')
    else composed(held)
  }
}
