import { Injectable } from '@nestjs/common'
import type { AuditedAction } from '../../audit/audit-log.js'
import { SUPER_ADMIN } from '../../auth/access.js'
import type { Caller } from '../../auth/caller.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { Problem } from '../../http/problems.js'
import { AccountNotices } from './accounts/account-notices.js'
import { assertSomebodyElse, ManagedUsers } from './managed-users.js'
import { UserAccounts } from './accounts/user-accounts.js'
import { UserRightsRepository } from './rights/user-rights.repository.js'
import type { UserRow } from './user-list.js'
import type { RoleRow } from './user-values.js'
import { UsersRepository } from './users.repository.js'
import { say } from './texts.js'

/**
 * Changes of users, for one user or many. The caller must lock the user before. Each method returns its entry for the audit
 * log.
 */
@Injectable()
export class UserChanges {
  constructor(
    private readonly users: UsersRepository,
    private readonly rights: UserRightsRepository,
    private readonly managed: ManagedUsers,
    private readonly accounts: UserAccounts,
    private readonly notices: AccountNotices,
  ) {}

  /**
   * Deletes or restores a user. A deleted user cannot sign in, and all their tokens end immediately. Their data stays.
   * @returns undefined when the user was already deleted or restored
   */
  async setDeleted(
    transaction: ScopedTransaction,
    caller: Caller,
    user: UserRow,
    isDeleted: boolean,
  ): Promise<AuditedAction | undefined> {
    assertSomebodyElse(caller, user, 'own-account')
    if ((user.deleted_at !== null) === isDeleted) return undefined
    if (isDeleted) await this.managed.assertNotLastSuperAdmin(transaction, user)
    await this.users.markDeleted(transaction, user.id, isDeleted)
    await this.accounts.follow(transaction, user)
    return {
      action: isDeleted ? 'user.delete' : 'user.restore',
      id: user.id,
      before: { is_deleted: !isDeleted },
      after: { is_deleted: isDeleted },
    }
  }

  /** @param role a role that the caller is allowed to give */
  async setRole(transaction: ScopedTransaction, caller: Caller, user: UserRow, role: RoleRow): Promise<AuditedAction> {
    assertRightsMayChange(caller, user)
    const isAdmin = role.key === SUPER_ADMIN
    await this.managed.placeOf(transaction, role.key, isAdmin ? null : user.business_id)
    if (!isAdmin) await this.managed.assertNotLastSuperAdmin(transaction, user)
    await this.rights.setRole(transaction, user.id, role.id, isAdmin)
    if (role.key !== user.role_key) await this.notices.notify(transaction, caller, user, 'rights')
    return {
      action: 'user.role',
      id: user.id,
      before: { role: user.role_key },
      after: { role: role.key },
    }
  }
}

/** @throws Problem 409 when the user is the caller, or is deleted */
export function assertRightsMayChange(caller: Caller, user: UserRow): void {
  assertSomebodyElse(caller, user, 'own-rights')
  if (user.deleted_at) throw new Problem('conflict', say('is-deleted'))
}
