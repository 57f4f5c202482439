import type { Permission } from '@roadbook/contracts'

/** What an API token is for (G-37). */
export const TOKEN_SCOPES = ['read', 'write', 'install'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** The token that a request came with. */
export interface UsedToken {
  id: number
  scope: TokenScope
}

/** The rights that installing trackers takes; its calls stand in `token-operations.ts`. */
const INSTALL: readonly Permission[] = ['read:map', 'index:entity', 'create:entity', 'update:entity']
/** A token that could make tokens would outlive its own end. */
const NEVER: readonly Permission[] = ['manage:tokens']
/** Whoever uses a token, with those of the user's present rights that it may use: never more than the user has. */
export function throughToken<C extends { permissions: ReadonlySet<string> }>(caller: C, apiToken?: UsedToken): C {
  if (!apiToken) return caller
  const usable = [...caller.permissions].filter((permission) => !has(NEVER, permission))
  const permissions = apiToken.scope === 'install' ? usable.filter((permission) => has(INSTALL, permission)) : usable
  return { ...caller, permissions: new Set(permissions), apiToken }
}

const has = (list: readonly string[], permission: string) => list.includes(permission)
