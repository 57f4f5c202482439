import { createHash, randomInt } from 'node:crypto'

export const RECOVERY_CODES = 8
/** No letters that look like digits (Crockford). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** 120 bits: enough that a plain hash of it may be stored (ASVS 6.5.2). */
const LENGTH = 24

/** A set of one-time codes for who lost their phone, in four groups of six. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
      .join('')
      .replace(/(.{6})(?=.)/g, '$1-'),
  )

/** However it was typed: the case, dashes and spaces do not matter, nor an o for a zero or an l for a one. */
const canonical = (code: string) => code.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')

export const recoveryCodeHash = (code: string): Buffer => createHash('sha256').update(canonical(code)).digest()
