import type { Configuration } from 'oidc-provider'

/** Over https bound to this host. */
export const sessionCookie = (issuer: string): string => `${issuer.startsWith('https:') ? '__Host-' : ''}roadbook_session`

/**
 * Cookies of the provider. Over https their names bind them to this host (`__Host-`) or at least to https (`__Secure-`, for
 * the two that live under one path only); over plain http, on a developer's machine, browsers would refuse those names.
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
