const letters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The first letter as people see it: an emoji, or a letter with the marks upon it, is one. */
export const firstLetter = (text: string): string => letters.segment(text)[Symbol.iterator]().next().value?.segment ?? ''

/** So much of a text at most, and not half of its last sign: the half of an emoji is no text to most programs. */
export const cutTo = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
