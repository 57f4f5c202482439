import type { Configuration } from 'oidc-provider'

/** Returns the name of the session cookie. Over https, the name binds the cookie to this host. */
export const sessionCookie = (issuer: string): string => `${issuer.startsWith('https:') ? '__Host-' : ''}roadbook_session`

/**
 * Returns the provider's cookie settings. Over https, the prefix `__Host-` of the names binds cookies to this host. The two
 * cookies that are limited to one path have the prefix `__Secure-` instead, which binds them to https. Over plain http, on a
 * developer's machine, browsers would refuse names with these prefixes.
 */
export function cookieConfiguration(issuer: string, keys: string[]): NonNullable<Configuration['cookies']> {
  const isSecure = issuer.startsWith('https:')
  const options = { httpOnly: true, sameSite: 'lax' as const, secure: isSecure, signed: true }
  return {
    keys,
    names: {
      session: sessionCookie(issuer),
      interaction: `${isSecure ? '__Secure-' : ''}roadbook_interaction`,
      resume: `${isSecure ? '__Secure-' : ''}roadbook_resume`,
    },
    long: { ...options, path: '/' },
    short: options,
  }
}
