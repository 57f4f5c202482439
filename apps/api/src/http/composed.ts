/** Marks for line breaks and joints that web pages and word processors leave in words: nobody sees them, or types them to find the word. */
const UNSEEN = /[\u00AD\u200B\u2060\uFEFF]/g

/**
 * A parsed body or query with every text composed (NFC): some keyboards, file systems and sheets write é as e with a mark, which
 * is another text to a computer and the same to a person. Marks that nobody sees go. What no person wrote comes through as it is: it is plain ASCII, bytes, or
 * the whole body of a provider, which is signed.
 */
export function composed(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) compose(value as Record<string, unknown>)
  return value
}

/** In place; bodies are judged before for how deep they are. */
function compose(value: Record<string, unknown>): void {
  for (const [name, held] of Object.entries(value)) {
    if (typeof held === 'string') value[name] = held.normalize('NFC').replace(UNSEEN, '')
    else composed(held)
  }
}
