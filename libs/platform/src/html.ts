/** Markup that is safe to insert into a page. */
export class Html {
  constructor(readonly markup: string) {}
}

type Part = Html | Part[] | string | number | false | undefined

/** Fills a template. Values are escaped unless they are `Html`. The values false and undefined add nothing. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.reduce((markup, text, n) => markup + render(parts[n - 1]) + text))
}

function render(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.markup
  return Array.isArray(part) ? part.map(render).join('') : escapeHtml(String(part))
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes a text for HTML. The result may be used between tags and in a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
