import { Injectable } from '@nestjs/common'
import { isInScope } from '../../resources/index.js'
import { SUPER_ADMIN } from '../../auth/access.js'
import type { Caller } from '../../auth/caller.js'
import { assertHolds, lockRights } from '../../auth/granting.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { invalid, notFound, Problem } from '../../http/problems.js'
import { UserRightsRepository } from './rights/user-rights.repository.js'
import type { UserRow } from './user-list.js'
import type { RoleRow } from './user-values.js'
import { UsersRepository } from './users.repository.js'
import { absent, required } from '../../texts/platform.js'
import { say } from './texts.js'

/** Checks which users a caller is allowed to change. All checks run while rights are locked. */
@Injectable()
export class ManagedUsers {
  constructor(
    private readonly users: UsersRepository,
    private readonly rights: UserRightsRepository,
  ) {}

  /**
   * Locks and returns a user whom the caller is allowed to change.
   * @throws Problem 404 for a user outside the caller's businesses; 403 when the user has permissions that the caller lacks
   */
  async forUpdate(
    transaction: ScopedTransaction,
    caller: Caller,
    id: number,
    permission: string,
  ): Promise<{ user: UserRow; present: Caller }> {
    const present = await lockRights(transaction, caller, permission)
    const lockedUser = await this.lock(transaction, present, [id])
    return { user: lockedUser(id), present }
  }

  /**
   * Locks several users, for a caller whose rights are locked.
   * @returns a function that returns one of the users, or throws as {@link forUpdate} does
   */
  async lock(transaction: ScopedTransaction, present: Caller, ids: readonly number[]): Promise<(id: number) => UserRow> {
    const users = new Map((await this.users.findAllForUpdate(transaction, ids)).map((user) => [user.id, user]))
    const rights = await this.rights.findAll(transaction, ids)
    return (id) => {
      const user = users.get(id)
      if (!user) throw notFound('user')
      const { role_permissions = [], extra_permissions = [] } = rights.get(id) ?? {}
      assertHolds(present, { roleKey: user.role_key, permissions: [...role_permissions, ...extra_permissions] })
      return user
    }
  }

  /** Returns the role, if the caller is allowed to give it to users. */
  async grantableRole(transaction: ScopedTransaction, present: Caller, keyOrName: string): Promise<RoleRow> {
    const role = await this.users.findRole(transaction, keyOrName)
    if (!role) throw invalid({ role_name: [absent('role')] })
    assertHolds(present, { roleKey: role.key, permissions: role.permissions })
    return role
  }

  /**
   * Returns the business of a user with this role. A super admin has none. Each other user must
   * have one, which must be in the caller's scope.
   */
  async placeOf(transaction: ScopedTransaction, roleKey: string, businessId: number | null | undefined): Promise<number | null> {
    if (roleKey === SUPER_ADMIN) {
      if (businessId !== null && businessId !== undefined) throw invalid({ parent: [say('super-admin-no-business')] })
      return null
    }
    if (businessId === null || businessId === undefined) throw invalid({ parent: [required('business')] })
    if (!(await isInScope(transaction, businessId))) throw invalid({ parent: [absent('business')] })
    return businessId
  }

  /** @throws Problem 409 when this is the last super admin */
  async assertNotLastSuperAdmin(transaction: ScopedTransaction, user: UserRow): Promise<void> {
    if (user.role_key !== SUPER_ADMIN || user.deleted_at !== null) return
    if ((await this.users.countSuperAdmins(transaction)) > 1) return
    throw new Problem('conflict', say('last-super-admin'))
  }
}

/** @throws Problem 409 when the caller is this user. Users cannot change their own rights or account here (G-66). */
export function assertSomebodyElse(
  caller: Caller,
  user: Pick<UserRow, 'id'>,
  own: 'own-account' | 'own-rights' | 'own-password' | 'own-role',
): void {
  if (user.id === caller.userId) throw new Problem('conflict', say(own))
}
