/**
 * Returns true if a text contains line ends, NUL or other control characters. Text typed on one line contains none of them,
 * and PostgreSQL cannot store NUL.
 */
export const hasControlCharacter = (text: string): boolean => /\p{Cc}/u.test(text)

/** Characters that change the direction of the text around them, so that the text is displayed in another order. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
/** Matches a text without visible characters: all of its characters are without a shape or only modify other characters. */
const INVISIBLE = /^[\s\p{Cf}\p{Mn}\p{Me}\p{Z}\u115f\u1160\u2800\u3164\uffa0]+$/u

/** Returns true if a text has a visible character and no direction marks. Such a text is displayed as it is stored. */
export const isReadable = (text: string): boolean => !DIRECTION.test(text) && !INVISIBLE.test(text)

/**
 * Returns true if a text can be a person's name. Addresses and markup are not allowed, because names appear in mails to
 * other people and mail programs would make links of them.
 */
export const canBeName = (text: string): boolean =>
  isReadable(text) && !/[<>@\\]|:\/\/|\bwww\.|[\p{L}\p{N}-]{2,}\.\p{L}{2,}/iu.test(text.replace(/\.(?=\p{Lu}\p{Ll})/gu, '. '))
