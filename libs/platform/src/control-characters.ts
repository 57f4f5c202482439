/** Whether a text holds line ends, NUL and the like: no line that a person types does, and PostgreSQL cannot store NUL. */
export const hasControlCharacter = (text: string): boolean => /\p{Cc}/u.test(text)

/** Marks that turn the direction of the text around them, so that it reads as something else. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
/** Letters without a shape, and characters that only change others. */
const INVISIBLE = /^[\s\p{Cf}\p{Mn}\p{Me}\p{Z}\u115f\u1160\u2800\u3164\uffa0]+$/u

/** Whether people see what a text says: something of it shows, and nothing of it pretends. */
export const isReadable = (text: string): boolean => !DIRECTION.test(text) && !INVISIBLE.test(text)

/**
 * Whether a text can be a person's name: names stand in mails to others, which programs search for addresses and markup to make
 * links of.
 */
export const canBeName = (text: string): boolean =>
  isReadable(text) && !/[<>@\\]|:\/\/|\bwww\.|[\p{L}\p{N}-]{2,}\.\p{L}{2,}/iu.test(text.replace(/\.(?=\p{Lu}\p{Ll})/gu, '. '))
