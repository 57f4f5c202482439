const letters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Returns the first letter as people see it. An emoji, or a letter with its marks, is one letter. */
export const firstLetter = (text: string): string => letters.segment(text)[Symbol.iterator]().next().value?.segment ?? ''

/** Cuts a text to a maximum length without splitting its last character: half an emoji is not valid text for most programs. */
export const cutTo = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
