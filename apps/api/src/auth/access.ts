import { Problem } from '../http/problems.js'
import type { Value } from '../texts/sentence.js'
import type { Caller } from './caller.js'
import type { AccessRule } from './require-permission.decorator.js'
import { mayCall } from './token-scope.js'
import { problem } from '../texts/platform.js'

export const SUPER_ADMIN = 'super-admin'

/**
 * The policy. Two independent checks guard every request: what a handler declares is judged here; which rows a caller may
 * see follows from the scope that is made here and that every query carries.
 */
export function assertAllowed(rule: AccessRule, caller: Caller): void {
  if (rule.kind !== 'permission' || rule.anyOf.some((permission) => caller.permissions.has(permission))) return
  const [permission = ''] = rule.anyOf
  const named = rule.anyOf.reduce<Value>((one, other) => (one ? problem('permission.either', { one, other }) : other), '')
  throw new Problem('forbidden', problem('permission-missing', { permission: named }), { permission })
}

/** @throws Problem 403 when an API token was made for less than such a call. */
export function assertTokenAllowed(rule: AccessRule, { apiToken }: Caller, method: string): void {
  if (!apiToken || mayCall(apiToken.scope, method, rule.kind === 'permission')) return
  const [permission] = rule.kind === 'permission' ? rule.anyOf : []
  throw new Problem('forbidden', problem(apiToken.scope === 'read' ? 'token-only-reads' : 'token-only-installs'), { permission })
}

/** A super admin sees every business; anybody else their own and what lies below it; without a business nothing. */
export const scopeOf = (roleKey: string, businessIds: readonly number[]): Caller['scope'] =>
  roleKey === SUPER_ADMIN ? 'all' : businessIds
