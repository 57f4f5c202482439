import { Injectable } from '@nestjs/common'
import type { AuditEntry } from '../../audit/audit-log.js'
import { SUPER_ADMIN } from '../../auth/access.js'
import type { Caller } from '../../auth/caller.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { Problem } from '../../http/problems.js'
import type { RequestOrigin } from '../../http/request-origin.js'
import { assertSomebodyElse, ManagedUsers } from './managed-users.js'
import { UserAccounts } from './user-accounts.js'
import { UserRightsRepository } from './user-rights.repository.js'
import type { RoleRow, UserRow } from './user.row.js'
import { UsersRepository } from './users.repository.js'

interface Who {
  caller: Caller
  origin: RequestOrigin
}

/** What is done to one user or to many: of a user that is locked for the caller; each answers its entry in the audit log. */
@Injectable()
export class UserChanges {
  constructor(
    private readonly users: UsersRepository,
    private readonly rights: UserRightsRepository,
    private readonly managed: ManagedUsers,
    private readonly accounts: UserAccounts,
  ) {}

  /**
   * Soft: nobody signs in, and every token is void at once; what the user did stays theirs.
   * @returns undefined when they were so before
   */
  async setDeleted(transaction: ScopedTransaction, who: Who, user: UserRow, isDeleted: boolean): Promise<AuditEntry | undefined> {
    assertSomebodyElse(who.caller, user, 'account cannot be deleted')
    if ((user.deleted_at !== null) === isDeleted) return undefined
    if (isDeleted) await this.managed.assertNotLastSuperAdmin(transaction, user)
    await this.users.markDeleted(transaction, user.id, isDeleted)
    await this.accounts.follow(transaction, user)
    return {
      ...{ ...who, action: isDeleted ? 'user.delete' : 'user.restore', object: { type: 'user', id: user.id } },
      ...{ before: { is_deleted: !isDeleted }, after: { is_deleted: isDeleted } },
    }
  }

  /** @param role one that the caller may give */
  async setRole(transaction: ScopedTransaction, who: Who, user: UserRow, role: RoleRow): Promise<AuditEntry> {
    assertRightsMayChange(who.caller, user)
    const isAdmin = role.key === SUPER_ADMIN
    await this.managed.placeOf(transaction, role.key, isAdmin ? null : user.business_id)
    if (!isAdmin) await this.managed.assertNotLastSuperAdmin(transaction, user)
    await this.rights.setRole(transaction, user.id, role.id, isAdmin)
    return {
      ...{ ...who, action: 'user.role', object: { type: 'user', id: user.id } },
      ...{ before: { role: user.role_key }, after: { role: role.key } },
    }
  }
}

/** @throws Problem 409: of somebody else who is not deleted */
export function assertRightsMayChange(caller: Caller, user: UserRow): void {
  assertSomebodyElse(caller, user, 'rights are changed by somebody else')
  if (user.deleted_at) throw new Problem('conflict', { detail: 'This user is deleted; restore them first' })
}
