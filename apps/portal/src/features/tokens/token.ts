import type { components } from '../../lib/api/schema.js'
import type { SessionPermission } from '../../lib/session/session.js'

/** An API token without its secret. */
export type Token = components['schemas']['Token']
export type TokenScope = Token['scope']

/** Of a scope, the right without which it is of no use: nobody is offered a token that may do nothing. */
export const SCOPES: readonly { scope: TokenScope; needs?: SessionPermission }[] = [
  { scope: 'read' },
  { scope: 'write' },
  { scope: 'install', needs: 'create:entity' },
]

export type TokenState = 'created' | 'revoked' | 'expired'

/** A token whose end has come opens nothing, as if it were revoked. */
export function stateOf({ state, expires_at }: Token, now: number): TokenState {
  if (state === 'revoked') return 'revoked'
  return expires_at !== null && new Date(expires_at).getTime() <= now ? 'expired' : 'created'
}
