import { Problem } from '../http/problems.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { SUPER_ADMIN } from './access.js'
import { unauthenticated } from './tokens/bearer-token.js'
import type { Caller } from './caller.js'
import { findRights, waitForRights } from './rights.repository.js'
import { problem } from '../texts/platform.js'

/**
 * Returns the caller with their current rights and locks them until the transaction ends.
 * @throws Problem 401 when the user is gone; 403 when the permission is missing; 409 when the caller's role or business changed.
 */
export async function lockRights(transaction: ScopedTransaction, caller: Caller, permission: string): Promise<Caller> {
  await waitForRights(transaction)
  const present = await findRights(transaction, caller.userId)
  if (!present) throw unauthenticated()
  if (present.role_key !== caller.roleKey || present.business_id !== caller.businessId) {
    throw new Problem('conflict', problem('rights-changed'))
  }
  // An API token limits the caller's rights, so the result has no more rights than the request had.
  const permissions = new Set(present.permissions.filter((one) => caller.permissions.has(one)))
  if (!permissions.has(permission)) {
    throw new Problem('forbidden', problem('permission-missing', { permission }), { permission })
  }
  return { ...caller, permissions }
}

/** Rights that a user has or a role gives. */
export interface Rights {
  roleKey: string
  permissions: Iterable<string>
}

/**
 * Returns the first right that the caller lacks; undefined when none is missing. The caller needs all wanted rights to grant
 * them, or to act on a user who has them.
 */
export function missingRight(caller: Pick<Caller, 'roleKey' | 'permissions'>, wanted: Rights): string | undefined {
  if (wanted.roleKey === SUPER_ADMIN && caller.roleKey !== SUPER_ADMIN) return SUPER_ADMIN
  return [...wanted.permissions].find((permission) => !caller.permissions.has(permission))
}

/** @throws Problem 403 when the caller grants rights that they do not have, or acts on a user with more rights (G-06). */
export function assertHolds(caller: Pick<Caller, 'roleKey' | 'permissions'>, wanted: Rights): void {
  const permission = missingRight(caller, wanted)
  if (permission === undefined) return
  throw new Problem('forbidden', problem('permission-not-held', { permission }), { permission })
}
