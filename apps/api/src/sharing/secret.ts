import { randomBytes } from 'node:crypto'
import { tokenHash } from '../auth/tokens/bearer-token.js'
import type { ApiConfiguration } from '../configuration.js'

/** Creates the secret of a link. Only its hash is stored. */
export function newSecret(): { secret: string; hash: Buffer } {
  const secret = randomBytes(32).toString('base64url')
  return { secret, hash: tokenHash(secret) }
}

/**
 * Returns a link to a page of the portal. The secret is after `#`. Browsers do not send that part to a server, so no log
 * contains it.
 */
export const linkTo = ({ PORTAL_URL }: Pick<ApiConfiguration, 'PORTAL_URL'>, page: string, secret: string): string =>
  `${PORTAL_URL ?? ''}/${page}#${secret}`
