/**
 * The text of a sheet, in the encoding in which spreadsheets save: UTF-8 with or without a byte order mark, UTF-16 ("Unicode text" of
 * Excel), or Windows-1252, which Excel writes as plain "CSV" in western Europe. Letters that are in none of these are marked (�), for
 * which the API refuses the sheet by its row.
 */
export function decodeSheet(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  // Nearly no text of another encoding is valid UTF-8 by accident.
  const text = new TextDecoder().decode(bytes)
  return isDamaged(text) && !isUtf8(bytes, text) ? withoutFalse(new TextDecoder('windows-1252').decode(bytes)) : text
}

const LOST = '\uFFFD'
const isDamaged = (text: string) => text.includes(LOST)

/** UTF-8 with a letter that is cut off, or of another file: it says so by its mark, or most of its letters are right. */
function isUtf8([first, second, third]: Uint8Array, text: string): boolean {
  if (first === 0xef && second === 0xbb && third === 0xbf) return true
  const right = text.match(/[^\0-\x7f\uFFFD]/gu)?.length ?? 0
  return right > (text.match(/\uFFFD/gu)?.length ?? 0) || (right > 0 && text.endsWith(LOST))
}

/** What nobody writes within a word, and letters of other encodings become: of DOS and of Central Europe, of old Macintoshes. */
const FALSE = /[\u0080-\u009f]|(?<=\p{L})[„”‚ƒˆ‰†‡¹³¿¯£¼½¾¶§](?=\p{L})|(?<=\p{L})[ŸŠŽŒ](?=\p{Ll})/gu
const WORDS = /[A-Za-zÀ-ÖØ-öø-ÿ]+/gu
const OF_MARKS = /^[À-ÿ]{3,}$/u

/** Letters that cannot be of Windows-1252, marked. Where all words with marks are of nothing else, they are of another alphabet. */
function withoutFalse(text: string): string {
  const marked = new Set((text.match(WORDS) ?? []).filter((word) => /[À-ÿ]/u.test(word)))
  const isOther = marked.size > 1 && [...marked].every((word) => OF_MARKS.test(word))
  return (isOther ? text.replace(WORDS, (word) => (marked.has(word) ? LOST : word)) : text).replace(FALSE, LOST)
}

/** The first bytes of what people take for a sheet in text: Excel and LibreOffice, older Excel, a PDF. */
const OTHERS = ['PK\x03\x04', '\xd0\xcf\x11\xe0', '%PDF-']

/** Whether a file is one of another kind, for which there is something to do. */
export function isOtherFile(bytes: Uint8Array): boolean {
  const begin = Array.from(bytes.subarray(0, 100), (byte) => String.fromCharCode(byte)).join('')
  return OTHERS.some((sign) => begin.startsWith(sign)) || /^[^\w<]*<(?:!doctype|html|\?xml|table|meta)/i.test(begin)
}

/** By its byte order mark; or by the zeros beside each of its first letters, which no other text has. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second, third, fourth] = bytes
  if ((first === 0xff && second === 0xfe) || (first && second === 0 && third && fourth === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second && third === 0 && fourth)) return 'utf-16be'
  return undefined
}
