import { Problem } from '../http/problems.js'
import type { Value } from '../texts/sentence.js'
import type { Caller } from './caller.js'
import type { AccessRule } from './require-permission.decorator.js'
import { TOKEN_OPERATIONS } from './tokens/token-operations.js'
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

/**
 * @param operation its id in the API's description
 * @throws Problem 403 when an API token was not made for it
 */
export function assertTokenAllowed(rule: AccessRule, { apiToken }: Caller, operation: string): void {
  if (!apiToken || TOKEN_OPERATIONS[apiToken.scope].has(operation)) return
  const [permission] = rule.kind === 'permission' ? rule.anyOf : []
  const isForOthers = TOKEN_OPERATIONS.write.has(operation)
  throw new Problem('forbidden', problem(isForOthers ? REFUSALS[apiToken.scope] : 'not-for-tokens'), { permission })
}
const REFUSALS = { read: 'token-only-reads', install: 'token-only-installs', write: 'not-for-tokens' } as const

/** A super admin sees every business; anybody else their own and what lies below it; without a business nothing. */
export const scopeOf = (roleKey: string, businessIds: readonly number[]): Caller['scope'] =>
  roleKey === SUPER_ADMIN ? 'all' : businessIds
