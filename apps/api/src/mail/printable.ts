import { field as say } from '../texts/platform.js'
import type { Sentence } from '../texts/sentence.js'
import { Problem } from '../http/problems.js'

const CONTROL = /[\p{Cc}\u2028\u2029]/u
const ADDRESS = /^[^\s@<>"(),:;[\]\\\p{Cc}]{1,64}@[^\s@<>"(),:;[\]\\\p{Cc}]{1,189}$/u

/**
 * Rejects text that is not allowed in a mail header. Line ends would start another header, and other control characters are
 * not allowed either.
 * @throws Problem 422 that names the field
 */
export function assertPrintable(field: string, text: string): void {
  if (CONTROL.test(text)) throw refused(field, say('not-printable'))
}

/** Returns whether a text is one plain mail address. */
export const isMailAddress = (address: string): boolean => ADDRESS.test(address)

/**
 * Requires one plain mail address, without a name, list or comment.
 * @throws Problem 422
 */
export function assertAddress(field: string, address: string): void {
  if (!isMailAddress(address)) throw refused(field, say('not-one-address'))
}

/**
 * Requires a link that a mail may contain.
 * @throws Problem 422
 */
export function assertWebLink(field: string, link: string): void {
  assertPrintable(field, link)
  if (!URL.canParse(link) || !/^https?:$/.test(new URL(link).protocol)) throw refused(field, say('not-web-address'))
}

/**
 * Requires a file name that is not a path.
 * @throws Problem 422
 */
export function assertFileName(field: string, name: string): void {
  assertPrintable(field, name)
  if (/[/\\]/.test(name) || name === '' || name.startsWith('.')) throw refused(field, say('not-file-name'))
}

const refused = (field: string, what: Sentence) =>
  new Problem('invalid', say('about', { field, what }), { errors: { [field]: [what] } })
