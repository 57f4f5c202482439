import type { Permission } from '@roadbook/contracts'

/** What an API token is for (G-37). */
export const TOKEN_SCOPES = ['read', 'write', 'install'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** What installing trackers takes, and nothing else. */
const INSTALL: readonly Permission[] = ['read:map', 'index:entity', 'create:entity', 'update:entity']
/** A token that could make tokens would outlive its own end. */
const NEVER: readonly Permission[] = ['manage:tokens']
/** Calls that change nothing. */
const READING = ['GET', 'HEAD']

/** Of its user's present permissions those that a token of this scope may use. */
export function permissionsOfToken(scope: TokenScope, permissions: readonly string[]): string[] {
  const usable = permissions.filter((permission) => !(NEVER as readonly string[]).includes(permission))
  return scope === 'install' ? usable.filter((permission) => (INSTALL as readonly string[]).includes(permission)) : usable
}

/** Whether a token of this scope may make a call that names no permission of its own, or that writes. */
export function mayCall(scope: TokenScope, method: string, isPermissionChecked: boolean): boolean {
  if (READING.includes(method)) return true
  return scope === 'write' || (scope === 'install' && isPermissionChecked)
}
