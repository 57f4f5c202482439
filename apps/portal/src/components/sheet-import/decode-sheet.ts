/**
 * Decodes a sheet from the encodings in which spreadsheets are saved. These are UTF-8 with or without a byte order mark, UTF-16
 * ("Unicode text" of Excel), and Windows-1252, which Excel writes as plain "CSV" in western Europe. Letters in any other encoding
 * become �, and the API rejects their rows.
 */
export function decodeSheet(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  // If the text is valid UTF-8, it is UTF-8, because text in another encoding is hardly ever valid by chance.
  const text = new TextDecoder().decode(bytes)
  return isDamaged(text) && !isUtf8(bytes, text) ? withoutFalse(new TextDecoder('windows-1252').decode(bytes)) : text
}

const LOST = '\uFFFD'
const isDamaged = (text: string) => text.includes(LOST)

/**
 * Returns true if a text that is not valid UTF-8 is nevertheless damaged UTF-8, for example because its last letter was cut
 * off. This is the case if the text has the byte order mark, or if most of its non-ASCII letters are valid.
 */
function isUtf8([first, second, third]: Uint8Array, text: string): boolean {
  if (first === 0xef && second === 0xbb && third === 0xbf) return true
  const right = text.match(/[^\0-\x7f\uFFFD]/gu)?.length ?? 0
  return right > (text.match(/\uFFFD/gu)?.length ?? 0) || (right > 0 && text.endsWith(LOST))
}

/**
 * Characters that do not occur within a word. Letters of DOS, Central European and old Macintosh encodings become such characters
 * when decoded as Windows-1252.
 */
const FALSE = /[\u0080-\u009f]|(?<=\p{L})[„”‚ƒˆ‰†‡¹³¿¯£¼½¾¶§](?=\p{L})|(?<=\p{L})[ŸŠŽŒ](?=\p{Ll})/gu
const WORDS = /[A-Za-zÀ-ÖØ-öø-ÿ]+/gu
const OF_MARKS = /^[À-ÿ]{3,}$/u

/**
 * Replaces letters that cannot be Windows-1252 with �. If every word with accents consists of accented letters only, these are
 * letters of another alphabet and are replaced, too.
 */
function withoutFalse(text: string): string {
  const marked = new Set((text.match(WORDS) ?? []).filter((word) => /[À-ÿ]/u.test(word)))
  const isOther = marked.size > 1 && [...marked].every((word) => OF_MARKS.test(word))
  return (isOther ? text.replace(WORDS, (word) => (marked.has(word) ? LOST : word)) : text).replace(FALSE, LOST)
}

/** First bytes of files that users often choose instead of a text sheet: Excel and LibreOffice, older Excel, PDF. */
const OTHERS = ['PK\x03\x04', '\xd0\xcf\x11\xe0', '%PDF-']

/** Returns true if the file has another known format. The user then gets instructions for this format. */
export function isOtherFile(bytes: Uint8Array): boolean {
  const begin = Array.from(bytes.subarray(0, 100), (byte) => String.fromCharCode(byte)).join('')
  return OTHERS.some((sign) => begin.startsWith(sign)) || /^[^\w<]*<(?:!doctype|html|\?xml|table|meta)/i.test(begin)
}

/**
 * Detects UTF-16 by its byte order mark, or by a zero byte in each of the first two characters. No text in another encoding
 * has zero bytes.
 */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second, third, fourth] = bytes
  if ((first === 0xff && second === 0xfe) || (first && second === 0 && third && fourth === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second && third === 0 && fourth)) return 'utf-16be'
  return undefined
}
