import type { Permission } from '@roadbook/contracts'

/** Scope of an API token (G-37). */
export const TOKEN_SCOPES = ['read', 'write', 'install'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** The API token of a request. */
export interface UsedToken {
  id: number
  scope: TokenScope
}

/** Permissions of a token for installing trackers. `token-operations.ts` lists the calls that it may make. */
const INSTALL: readonly Permission[] = ['read:map', 'index:entity', 'create:entity', 'update:entity']
/** Permissions that no token has. A token that could create tokens would outlive its own expiry. */
const NEVER: readonly Permission[] = ['manage:tokens']
/** Returns the caller with only those of the user's current permissions that the token permits. */
export function throughToken<C extends { permissions: ReadonlySet<string> }>(caller: C, apiToken?: UsedToken): C {
  if (!apiToken) return caller
  const usable = [...caller.permissions].filter((permission) => !has(NEVER, permission))
  const permissions = apiToken.scope === 'install' ? usable.filter((permission) => has(INSTALL, permission)) : usable
  return { ...caller, permissions: new Set(permissions), apiToken }
}

const has = (list: readonly string[], permission: string) => list.includes(permission)
