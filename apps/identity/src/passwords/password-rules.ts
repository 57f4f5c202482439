import { isBreached } from './breached-passwords.js'
import { COMMON_PASSWORDS } from './common-passwords.js'

export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 256

/** Reasons to refuse a new password. The text of a reason has the key `password.<problem>`. */
export type PasswordProblem = 'tooShort' | 'tooLong' | 'isEmail' | 'tooCommon' | 'breached'

/**
 * Returns the problem with a new password for the account `email`; undefined when there is none. Checks only length and
 * predictability. There are no rules on classes of characters (NIST 800-63B, 3.1.1.2). Lengths are in characters, not bytes.
 */
export function passwordProblem(password: string, email: string): PasswordProblem | undefined {
  const length = [...password].length
  if (length < PASSWORD_MIN_LENGTH) return 'tooShort'
  if (length > PASSWORD_MAX_LENGTH) return 'tooLong'
  const typed = password.toLowerCase()
  const [mailbox = '', domain = ''] = email.toLowerCase().split('@')
  if ([email.toLowerCase(), mailbox, domain].includes(typed)) return 'isEmail'
  const stem = typed.replace(/[\d\p{P}\p{S}]+$/u, '')
  if (COMMON_PASSWORDS.has(typed) || COMMON_PASSWORDS.has(stem) || /^(.)\1*$/u.test(typed)) return 'tooCommon'
  if (isBreached(typed)) return 'breached'
  return undefined
}
