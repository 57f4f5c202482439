import type { Permission } from '@roadbook/contracts'

/** What an API token is for (G-37). */
export const TOKEN_SCOPES = ['read', 'write', 'install'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** The token that a request came with. */
export interface UsedToken {
  id: number
  scope: TokenScope
}

/** What installing trackers takes, and nothing else. */
const INSTALL: readonly Permission[] = ['read:map', 'index:entity', 'create:entity', 'update:entity']
/** A token that could make tokens would outlive its own end. */
const NEVER: readonly Permission[] = ['manage:tokens']
/** Calls that change nothing. */
export const READING: readonly string[] = ['GET', 'HEAD']

/** Whoever uses a token, with those of the user's present rights that it may use: never more than the user has. */
export function throughToken<C extends { permissions: ReadonlySet<string> }>(caller: C, apiToken?: UsedToken): C {
  if (!apiToken) return caller
  const usable = [...caller.permissions].filter((permission) => !has(NEVER, permission))
  const permissions = apiToken.scope === 'install' ? usable.filter((permission) => has(INSTALL, permission)) : usable
  return { ...caller, permissions: new Set(permissions), apiToken }
}

/**
 * Whether a token of this scope may make such a call at all; which permission the call needs is another question.
 * @param isGuarded whether the call needs a permission. What any signed-in user may do concerns their own account, and is
 * none of an installer's business.
 */
export function mayCall(scope: TokenScope, method: string, isGuarded: boolean): boolean {
  if (READING.includes(method)) return true
  return scope === 'write' || (scope === 'install' && isGuarded)
}

const has = (list: readonly string[], permission: string) => list.includes(permission)
