import { escapeHtml } from '@roadbook/platform'
import { END, ISOLATE } from '@roadbook/contracts/isolated'
import type { MailParts } from './mail-parts.js'

/** The portal's font if the reader has it, otherwise the system's font. */
const LETTERS = 'Inter,system-ui,-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica Neue,sans-serif'
const INK = `color:#1c2530;font:16px/1.5 ${LETTERS}`
/** The product's own colour, as on the portal's buttons. */
const PETROL = '#0B5D6B'
const QUIET = 'color:#5b6673;font-size:13px;line-height:1.5'
const BUTTON = `display:inline-block;padding:12px 22px;border-radius:8px;background:${PETROL};color:#ffffff;font-weight:600;text-decoration:none`
const SECRET =
  'margin:0 0 20px;padding:12px 16px;border-radius:8px;background:#eef1f5;font:600 18px/1.4 ui-monospace,Consolas,monospace'

/**
 * Returns a mail as HTML in one column that every mail program can show. Styles are inline, there are no pictures, and nothing
 * is loaded from outside.
 */
export function mailHtml({ locale, subject, greeting, text, secret, action, note, footer }: MailParts): string {
  const link = escapeHtml(action.link)
  const words = (part: string) => withNames(escapeHtml(part))
  return `<!doctype html>
<html lang="${locale}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#f4f6f8">
<div style="max-width:560px;margin:0 auto;padding:32px;border-radius:12px;background:#ffffff;${INK}">
<p style="margin:0 0 24px;font-size:20px;font-weight:700;color:${PETROL}">Roadbook</p>
<p style="margin:0 0 12px">${words(greeting)}</p>
<p style="margin:0 0 20px">${words(text)}</p>
${secret === undefined ? '' : `<p style="${SECRET}">${escapeHtml(secret)}</p>\n`}<p style="margin:0 0 20px"><a href="${link}" style="${BUTTON}">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 20px">${words(note)}</p>
<p style="margin:0;${QUIET}">${words(action.hint)}<br><span style="word-break:break-all;color:${PETROL}">${link}</span></p>
<hr style="margin:24px 0;border:0;border-top:1px solid #e3e7ec">
<p style="margin:0;${QUIET}">${words(footer)}</p>
</div>
</body>
</html>
`
}

/**
 * Separates names from the text around them, so that each keeps its text direction. Uses elements for this, because mail
 * programs support them better than control characters.
 */
function withNames(html: string): string {
  const [begins, ends] = [html.split(ISOLATE), html.split(END)]
  if (begins.length !== ends.length) return html
  return html.replaceAll(ISOLATE, '<bdi>').replaceAll(END, '</bdi>')
}
