import { Problem } from '../http/problems.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { SUPER_ADMIN } from './access.js'
import { unauthenticated } from './tokens/bearer-token.js'
import type { Caller } from './caller.js'
import { findRights, waitForRights } from './rights.repository.js'
import { problem } from '../texts/platform.js'

/**
 * The caller with the rights of this very moment, which nobody changes until the transaction ends.
 * @throws Problem 401 when the user is gone; 403 when the right to do this is; 409 when the caller's role or place changed.
 */
export async function lockRights(transaction: ScopedTransaction, caller: Caller, permission: string): Promise<Caller> {
  await waitForRights(transaction)
  const present = await findRights(transaction, caller.userId)
  if (!present) throw unauthenticated()
  if (present.role_key !== caller.roleKey || present.business_id !== caller.businessId) {
    throw new Problem('conflict', problem('rights-changed'))
  }
  // Never more than the token that was used may do.
  const permissions = new Set(present.permissions.filter((one) => caller.permissions.has(one)))
  if (!permissions.has(permission)) {
    throw new Problem('forbidden', problem('permission-missing', { permission }), { permission })
  }
  return { ...caller, permissions }
}

/** What somebody holds, or a role brings. */
export interface Rights {
  roleKey: string
  permissions: Iterable<string>
}

/** The first right that the caller would need to give these, or to act on somebody who has them; undefined: none is missing. */
export function missingRight(caller: Pick<Caller, 'roleKey' | 'permissions'>, wanted: Rights): string | undefined {
  if (wanted.roleKey === SUPER_ADMIN && caller.roleKey !== SUPER_ADMIN) return SUPER_ADMIN
  return [...wanted.permissions].find((permission) => !caller.permissions.has(permission))
}

/** @throws Problem 403: nobody grants what they do not hold, nor acts on somebody who may do more (G-06). */
export function assertHolds(caller: Pick<Caller, 'roleKey' | 'permissions'>, wanted: Rights): void {
  const permission = missingRight(caller, wanted)
  if (permission === undefined) return
  throw new Problem('forbidden', problem('permission-not-held', { permission }), { permission })
}
