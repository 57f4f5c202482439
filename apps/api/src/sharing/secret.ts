import { randomBytes } from 'node:crypto'
import { tokenHash } from '../auth/tokens/bearer-token.js'
import type { ApiConfiguration } from '../configuration.js'

/** What a link opens something with; the hash alone is kept. */
export function newSecret(): { secret: string; hash: Buffer } {
  const secret = randomBytes(32).toString('base64url')
  return { secret, hash: tokenHash(secret) }
}

/** To a page of the portal. What follows after `#` no browser sends to a server, so no log ever holds it. */
export const linkTo = ({ PORTAL_URL }: Pick<ApiConfiguration, 'PORTAL_URL'>, page: string, secret: string): string =>
  `${PORTAL_URL ?? ''}/${page}#${secret}`
