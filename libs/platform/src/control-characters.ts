/**
 * Returns true when a text contains line ends, NUL or other control characters. Text typed on one line contains none, and
 * PostgreSQL cannot store NUL.
 */
export const hasControlCharacter = (text: string): boolean => /\p{Cc}/u.test(text)

/** Characters that change the direction of the text around them, so that it reads differently. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
/** Matches a text that consists only of characters without a visible shape and of characters that only modify others. */
const INVISIBLE = /^[\s\p{Cf}\p{Mn}\p{Me}\p{Z}\u115f\u1160\u2800\u3164\uffa0]+$/u

/** Returns true when a text has a visible character and no direction marks, so that it reads as it is stored. */
export const isReadable = (text: string): boolean => !DIRECTION.test(text) && !INVISIBLE.test(text)

/**
 * Returns true when a text can be a person's name. Names appear in mails to others, where mail programs turn addresses and markup
 * into links.
 */
export const canBeName = (text: string): boolean =>
  isReadable(text) && !/[<>@\\]|:\/\/|\bwww\.|[\p{L}\p{N}-]{2,}\.\p{L}{2,}/iu.test(text.replace(/\.(?=\p{Lu}\p{Ll})/gu, '. '))
