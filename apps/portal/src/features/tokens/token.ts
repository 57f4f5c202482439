import type { components } from '../../lib/api/schema.js'
import type { SessionPermission } from '../../lib/session/session.js'

/** An API token without its secret. */
export type Token = components['schemas']['Token']
export type TokenScope = Token['scope']

/** Scopes of a token, each with the right without which the scope has no use. */
export const SCOPES: readonly { scope: TokenScope; needs?: SessionPermission }[] = [
  { scope: 'read' },
  { scope: 'write' },
  { scope: 'install', needs: 'create:entity' },
]

export type TokenState = 'created' | 'revoked' | 'expired'

/** Returns the state of a token. An expired token is invalid, like a revoked token. */
export function stateOf({ state, expires_at }: Token, now: number): TokenState {
  if (state === 'revoked') return 'revoked'
  return expires_at !== null && new Date(expires_at).getTime() <= now ? 'expired' : 'created'
}
