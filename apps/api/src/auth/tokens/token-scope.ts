import type { Permission } from '@roadbook/contracts'

/** Scope of an API token (G-37). */
export const TOKEN_SCOPES = ['read', 'write', 'install'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** The API token of a request. */
export interface UsedToken {
  id: number
  scope: TokenScope
}

/** Permissions for installing trackers; the calls are listed in `token-operations.ts`. */
const INSTALL: readonly Permission[] = ['read:map', 'index:entity', 'create:entity', 'update:entity']
/** Excluded, because a token that can create tokens would outlive its own expiry. */
const NEVER: readonly Permission[] = ['manage:tokens']
/** Returns the caller with the current rights that the token may use; never more than the user has. */
export function throughToken<C extends { permissions: ReadonlySet<string> }>(caller: C, apiToken?: UsedToken): C {
  if (!apiToken) return caller
  const usable = [...caller.permissions].filter((permission) => !has(NEVER, permission))
  const permissions = apiToken.scope === 'install' ? usable.filter((permission) => has(INSTALL, permission)) : usable
  return { ...caller, permissions: new Set(permissions), apiToken }
}

const has = (list: readonly string[], permission: string) => list.includes(permission)
