/** Markup that is safe to put into a page as it is. */
export class Html {
  constructor(readonly markup: string) {}
}

type Part = Html | Part[] | string | number | false | undefined

/** A template whose places are escaped, unless they are markup themselves; false and undefined leave nothing. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.reduce((markup, text, n) => markup + render(parts[n - 1]) + text))
}

function render(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.markup
  return Array.isArray(part) ? part.map(render).join('') : escapeHtml(String(part))
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text as HTML shows it, between tags and in a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
