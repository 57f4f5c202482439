import { dictionary } from '@zxcvbn-ts/language-common'

/** Those that were most often found in stolen databases, in lower case, without asking anybody over the network (ASVS 6.2.12). */
const BREACHED: ReadonlySet<string> = new Set(dictionary['passwords-common'])

export const isBreached = (password: string): boolean => BREACHED.has(password.toLowerCase())
