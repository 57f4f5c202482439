import { createHash, randomInt } from 'node:crypto'

export const RECOVERY_CODES = 8
/** Alphabet without letters that look like digits (Crockford). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/**
 * Number of characters of a code. They contain 120 random bits. So many bits cannot be guessed, so a fast hash of the code may
 * be stored, in contrast to passwords (ASVS 6.5.2).
 */
const LENGTH = 24

/** Creates a set of one-time codes for users who lost their phone. Each code has four groups of six characters. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
      .join('')
      .replace(/(.{6})(?=.)/g, '$1-'),
  )

/** Normalises a typed code. Ignores case, dashes and spaces. The letter o counts as zero, and l as one. */
const canonical = (code: string) => code.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')

export const recoveryCodeHash = (code: string): Buffer => createHash('sha256').update(canonical(code)).digest()
