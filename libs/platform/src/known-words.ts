/**
 * Words that files of ours, manuals and habit know: what one of them opens is open to everybody. Compared without case. A word that a
 * release ever shipped stays here.
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
  // As the realm file has it, where whoever imported it did not fill it in.
  '${keycloak_client_secret}',
])
const SECRETS = /_(SECRET|PASSWORD|KEY)$/
const LOOPBACK = /^(localhost|127\.|\[?::1\]?$)/

export const isKnownWord = (text: string): boolean => KNOWN.has(text.toLowerCase())

/** Where a variable's value is an address: where it leads, and what its password is worth. */
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
 * The one door for shipped words: no process starts with one as a secret, and in production none with one as a database's or mail server's
 * password, unless that listens to this machine alone.
 * @returns what is wrong, by variable
 */
export function knownWordsIn(environment: Readonly<Record<string, string | undefined>>, isProduction: boolean): string[] {
  return Object.entries(environment).flatMap(([name, value = '']) => {
    if (SECRETS.test(name)) return isKnownWord(value) ? [`  ${name}: must not be a word that everybody knows`] : []
    const { isKnown, isLoopback } = passwordIn(value) ?? {}
    return isProduction && isKnown && !isLoopback ? [`  ${name}: must not have a password that everybody knows`] : []
  })
}
