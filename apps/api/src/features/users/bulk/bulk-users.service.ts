import { Injectable } from '@nestjs/common'
import { SUPER_ADMIN } from '../../../auth/access.js'
import type { Acting } from '../../../auth/acting.js'
import type { Caller } from '../../../auth/caller.js'
import { lockRights } from '../../../auth/granting.js'
import { type BulkResultDto, BulkRows, type RowChange } from '../../../bulk/index.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { invalid, Problem } from '../../../http/problems.js'
import type { BulkRoleDto, BulkUsersDto } from '../dto/bulk-users.dto.js'
import { ManagedUsers } from '../managed-users.js'
import { UserAccounts } from '../accounts/user-accounts.js'
import { UserChanges } from '../user-changes.js'
import type { UserRow } from '../user-list.js'
import { say } from '../texts.js'

/** Role before and after the change. */
interface RoleBefore {
  from: string
  to: string
}

const DELETE = 'user.delete'
const RESTORE = 'user.restore'
const ROLE = 'user.role'

interface Work {
  transaction: ScopedTransaction
  /** Caller with their current rights. */
  present: Caller
  userOf: (id: number) => UserRow
}

/** Changes many users in one request and returns the outcome of each (T-05). Rights are locked until the transaction ends. */
@Injectable()
export class BulkUsersService {
  constructor(
    private readonly bulk: BulkRows,
    private readonly managed: ManagedUsers,
    private readonly changes: UserChanges,
    private readonly accounts: UserAccounts,
  ) {}

  async setDeleted(by: Acting, { action, ids }: BulkUsersDto): Promise<BulkResultDto> {
    const isDeleted = action === 'delete'
    const result = await this.bulk.change<null>(by, {
      action: isDeleted ? DELETE : RESTORE,
      ids,
      isUndoable: true,
      begin: async (transaction) => {
        const work = await this.begin(transaction, by.caller, 'delete:user', ids)
        return (id) => this.setOneDeleted(work, id, isDeleted)
      },
    })
    this.accounts.settleAll()
    return result
  }

  /** Undoes a bulk change. Restores the users that it deleted, or deletes the users that it restored. */
  async undoDeleted(by: Acting, id: number): Promise<BulkResultDto> {
    const result = await this.bulk.undo<null>(by, id, {
      actions: [DELETE, RESTORE],
      begin: async (transaction, done, ids) => {
        const work = await this.begin(transaction, by.caller, 'delete:user', ids)
        return (user) => this.setOneDeleted(work, user, done === RESTORE)
      },
    })
    this.accounts.settleAll()
    return result
  }

  setRole(by: Acting, { ids, role_name }: BulkRoleDto): Promise<BulkResultDto> {
    return this.bulk.change<RoleBefore>(by, {
      action: ROLE,
      ids,
      isUndoable: true,
      begin: async (transaction) => {
        const { present, userOf } = await this.begin(transaction, by.caller, 'update:user', ids)
        const role = await this.managed.grantableRole(transaction, present, role_name)
        if (role.key === SUPER_ADMIN) throw invalid({ role_name: [say('super-admins-one-by-one')] })
        return async (id) => {
          const user = userOf(id)
          if (user.role_key === role.key) return undefined
          const audit = await this.changes.setRole(transaction, present, user, role)
          return { audit, before: { from: user.role_key, to: role.key } }
        }
      },
    })
  }

  undoRole(by: Acting, id: number): Promise<BulkResultDto> {
    return this.bulk.undo<RoleBefore>(by, id, {
      actions: [ROLE],
      begin: async (transaction, _done, ids) => {
        const { present, userOf } = await this.begin(transaction, by.caller, 'update:user', ids)
        return async (one, { from, to }) => {
          const user = userOf(one)
          if (user.role_key !== to) throw new Problem('conflict', say('changed-meanwhile'))
          const role = await this.managed.grantableRole(transaction, present, from)
          return { audit: await this.changes.setRole(transaction, present, user, role), before: { from: to, to: from } }
        }
      },
    })
  }

  private async begin(transaction: ScopedTransaction, caller: Caller, permission: string, ids: readonly number[]): Promise<Work> {
    const present = await lockRights(transaction, caller, permission)
    return { transaction, present, userOf: await this.managed.lock(transaction, present, ids) }
  }

  private async setOneDeleted({ transaction, present, userOf }: Work, id: number, isDeleted: boolean): Promise<RowChange<null>> {
    const audit = await this.changes.setDeleted(transaction, present, userOf(id), isDeleted)
    return audit && { audit, before: null }
  }
}
