import { randomInt } from 'node:crypto'

/** Length of temporary passwords. */
export const TEMPORARY_PASSWORD_LENGTH = 12

const CLASSES = ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz', '0123456789', '!#$%&*?@']
const ALPHABET = CLASSES.join('')

/** Returns whether {@link generateTemporaryPassword} could have made this password (R-173, G-17). */
export const isTemporaryPassword = (text: string): boolean =>
  text.length === TEMPORARY_PASSWORD_LENGTH &&
  [...text].every((character) => ALPHABET.includes(character)) &&
  CLASSES.every((characters) => [...text].some((character) => characters.includes(character)))

/**
 * Generates a password of 12 characters with at least one of each class. Each character is drawn without bias. If a class is
 * missing, the whole password is discarded and drawn again, so that all valid passwords are equally likely.
 */
export function generateTemporaryPassword(): string {
  for (;;) {
    const drawn = Array.from({ length: TEMPORARY_PASSWORD_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '').join('')
    if (isTemporaryPassword(drawn)) return drawn
  }
}
