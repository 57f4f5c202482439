const letters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Returns the first character as people see it. An emoji, or a letter with its marks, is one character. */
export const firstLetter = (text: string): string => letters.segment(text)[Symbol.iterator]().next().value?.segment ?? ''

/**
 * Shortens a text to a maximum length. An emoji at the end is removed as a whole, because half an emoji is not valid text for
 * most programs.
 */
export const cutTo = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
