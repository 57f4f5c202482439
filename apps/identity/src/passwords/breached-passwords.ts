import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * Most frequent passwords in stolen databases, in lower case. The list is local, so no network request is needed (ASVS
 * 6.2.12).
 */
const BREACHED: ReadonlySet<string> = new Set(dictionary['passwords-common'])

export const isBreached = (password: string): boolean => BREACHED.has(password.toLowerCase())
