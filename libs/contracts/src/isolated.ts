/** Letters of right-to-left scripts: Hebrew, Arabic, Syriac, Thaana, N'Ko and related ones. */
const FROM_THE_RIGHT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** The Unicode character "first strong isolate", and the character that ends the isolated text. */
export const ISOLATE = '\u2068'
export const END = '\u2069'

/**
 * Wraps a right-to-left name in two invisible characters for use in a sentence or a list, so that the name has the
 * direction of its own letters. Otherwise the name would move digits and punctuation of the text around it to the other
 * side. Other names are returned unchanged.
 * @source Unicode standard annex 9, 2.4
 */
export const isolated = (text: string): string => (FROM_THE_RIGHT.test(text) ? `${ISOLATE}${text}${END}` : text)

/** Removes the characters that {@link isolated} adds and similar ones, for file names and comparisons. */
export const withoutIsolates = (text: string): string => text.replace(/[\u2068\u2069]/gu, '')
