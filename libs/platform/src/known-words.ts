/**
 * Well-known secrets, which protect nothing. They are from Roadbook's own files, from manuals, or often chosen by people.
 * Differences in case are ignored. A word must never be removed from this list, because old installations may still use it.
 */
const KNOWN = new Set([
  ...[
    'postgres',
    'password',
    'roadbook',
    'admin',
    'secret',
    'keycloak',
    'changeme',
    'change-me',
    'change-me-directory',
    'change-me-now',
  ],
  // The secret in the realm file. Keycloak gets this text if the file is imported before the secret is filled in.
  '${keycloak_client_secret}',
])
const SECRETS = /_(SECRET|PASSWORD|KEY)$/
const LOOPBACK = /^(localhost|127\.|\[?::1\]?$)/

export const isKnownWord = (text: string): boolean => KNOWN.has(text.toLowerCase())

/**
 * Returns the host of an address, and whether the address's password is empty or well known. Undefined if the text is not
 * an address.
 */
export function passwordIn(address: string) {
  const url = URL.parse(address)
  if (!url) return undefined
  const { hostname, password, username } = url
  const isEmpty = password === ''
  const isKnown = !isEmpty && (isKnownWord(plain(password)) || password === username)
  return { hostname, isEmpty, isKnown, isLoopback: LOOPBACK.test(hostname) }
}

function plain(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

/**
 * Checks variables for well-known words. No process starts if one of its secrets is such a word. In production no process
 * starts if such a word is the password of a database or mail server, unless that server is on this machine.
 * @returns errors, by variable
 */
export function knownWordsIn(environment: Readonly<Record<string, string | undefined>>, isProduction: boolean): string[] {
  return Object.entries(environment).flatMap(([name, value = '']) => {
    if (SECRETS.test(name)) return isKnownWord(value) ? [`  ${name}: must not be a word that everybody knows`] : []
    const { isKnown, isLoopback } = passwordIn(value) ?? {}
    return isProduction && isKnown && !isLoopback ? [`  ${name}: must not have a password that everybody knows`] : []
  })
}
