import { Problem } from '../http/problems.js'
import type { Value } from '../texts/sentence.js'
import type { Caller } from './caller.js'
import type { AccessRule } from './require-permission.decorator.js'
import { TOKEN_OPERATIONS } from './tokens/token-operations.js'
import { problem } from '../texts/platform.js'

export const SUPER_ADMIN = 'super-admin'

/**
 * Checks a handler's access rule. Two independent checks guard every request. This rule decides who may call the handler. The
 * caller's scope, which every query contains, decides which rows are visible.
 */
export function assertAllowed(rule: AccessRule, caller: Caller): void {
  if (rule.kind !== 'permission' || rule.anyOf.some((permission) => caller.permissions.has(permission))) return
  const [permission = ''] = rule.anyOf
  const named = rule.anyOf.reduce<Value>((one, other) => (one ? problem('permission.either', { one, other }) : other), '')
  throw new Problem('forbidden', problem('permission-missing', { permission: named }), { permission })
}

/**
 * @param operation id of the operation in the OpenAPI document
 * @throws Problem 403 when the caller's API token is not allowed to call it
 */
export function assertTokenAllowed(rule: AccessRule, { apiToken }: Caller, operation: string): void {
  if (!apiToken || TOKEN_OPERATIONS[apiToken.scope].has(operation)) return
  const [permission] = rule.kind === 'permission' ? rule.anyOf : []
  const isForOthers = TOKEN_OPERATIONS.write.has(operation)
  throw new Problem('forbidden', problem(isForOthers ? REFUSALS[apiToken.scope] : 'not-for-tokens'), { permission })
}
const REFUSALS = { read: 'token-only-reads', install: 'token-only-installs', write: 'not-for-tokens' } as const

/**
 * Returns the visible businesses. A super admin sees all. Other users see their own business and those below it. A user
 * without a business sees none.
 */
export const scopeOf = (roleKey: string, businessIds: readonly number[]): Caller['scope'] =>
  roleKey === SUPER_ADMIN ? 'all' : businessIds
