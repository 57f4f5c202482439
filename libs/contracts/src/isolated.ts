/** Letters that are read from right to left: of Hebrew, Arabic, Syriac, Thaana, N'Ko and their kin. */
const FROM_THE_RIGHT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** First strong isolate, and the end of it. */
export const ISOLATE = '\u2068'
export const END = '\u2069'

/**
 * A name as it stands in a sentence or between others. One that is read from right to left is kept apart, with the direction of its own
 * letters: else it carries digits and signs of its neighbours to the other side. Nobody sees the marks; other names have none.
 * @source Unicode standard annex 9, 2.4
 */
export const isolated = (text: string): string => (FROM_THE_RIGHT.test(text) ? `${ISOLATE}${text}${END}` : text)

/** The text without these marks: for names of files, and for what is compared. */
export const withoutIsolates = (text: string): string => text.replace(/[\u2068\u2069]/gu, '')
