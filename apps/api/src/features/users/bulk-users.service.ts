import { Injectable } from '@nestjs/common'
import { SUPER_ADMIN } from '../../auth/access.js'
import type { Caller } from '../../auth/caller.js'
import { lockRights } from '../../auth/granting.js'
import { type BulkResultDto, BulkRows, type RowChange } from '../../bulk/index.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import type { OnceRequest } from '../../http/once.js'
import { invalid, Problem } from '../../http/problems.js'
import type { RequestOrigin } from '../../http/request-origin.js'
import type { BulkRoleDto, BulkUsersDto } from './dto/bulk-users.dto.js'
import { ManagedUsers } from './managed-users.js'
import { UserAccounts } from './user-accounts.js'
import { UserChanges } from './user-changes.js'
import type { UserRow } from './user.row.js'

/** The role before, and the one that was given. */
interface RoleBefore {
  from: string
  to: string
}

const DELETE = 'user.delete'
const RESTORE = 'user.restore'
const ROLE = 'user.role'

interface Work {
  transaction: ScopedTransaction
  who: { caller: Caller; origin: RequestOrigin }
  userOf: (id: number) => UserRow
}

/** T-05: many users at once, with what became of each. Nobody's rights change while it lasts. */
@Injectable()
export class BulkUsersService {
  constructor(
    private readonly bulk: BulkRows,
    private readonly managed: ManagedUsers,
    private readonly changes: UserChanges,
    private readonly accounts: UserAccounts,
  ) {}

  async setDeleted(
    caller: Caller,
    { action, ids }: BulkUsersDto,
    once: OnceRequest | null,
    origin: RequestOrigin,
  ): Promise<BulkResultDto> {
    const isDeleted = action === 'delete'
    const result = await this.bulk.change<null>(caller, once, {
      ...{ action: isDeleted ? DELETE : RESTORE, ids, isUndoable: true },
      begin: async (transaction) => {
        const work = await this.begin(transaction, caller, origin, 'delete:user', ids)
        return (id) => this.setOneDeleted(work, id, isDeleted)
      },
    })
    this.accounts.settleAll()
    return result
  }

  /** Deleting and restoring are each other's way back. */
  async undoDeleted(caller: Caller, id: number, once: OnceRequest | null, origin: RequestOrigin): Promise<BulkResultDto> {
    const result = await this.bulk.undo<null>(caller, id, once, {
      actions: [DELETE, RESTORE],
      begin: async (transaction, done, ids) => {
        const work = await this.begin(transaction, caller, origin, 'delete:user', ids)
        return (user) => this.setOneDeleted(work, user, done === RESTORE)
      },
    })
    this.accounts.settleAll()
    return result
  }

  setRole(
    caller: Caller,
    { ids, role_name }: BulkRoleDto,
    once: OnceRequest | null,
    origin: RequestOrigin,
  ): Promise<BulkResultDto> {
    return this.bulk.change<RoleBefore>(caller, once, {
      ...{ action: ROLE, ids, isUndoable: true },
      begin: async (transaction) => {
        const { who, userOf } = await this.begin(transaction, caller, origin, 'update:user', ids)
        const role = await this.managed.grantableRole(transaction, who.caller, role_name)
        if (role.key === SUPER_ADMIN) throw invalid({ role_name: ['Super admins are made one by one'] })
        return async (id) => {
          const user = userOf(id)
          if (user.role_key === role.key) return undefined
          const audit = await this.changes.setRole(transaction, who, user, role)
          return { audit, before: { from: user.role_key, to: role.key } }
        }
      },
    })
  }

  undoRole(caller: Caller, id: number, once: OnceRequest | null, origin: RequestOrigin): Promise<BulkResultDto> {
    return this.bulk.undo<RoleBefore>(caller, id, once, {
      actions: [ROLE],
      begin: async (transaction, _done, ids) => {
        const { who, userOf } = await this.begin(transaction, caller, origin, 'update:user', ids)
        return async (one, { from, to }) => {
          const user = userOf(one)
          if (user.role_key !== to) throw new Problem('conflict', { detail: 'It was changed in the meantime' })
          const role = await this.managed.grantableRole(transaction, who.caller, from)
          return { audit: await this.changes.setRole(transaction, who, user, role), before: { from: to, to: from } }
        }
      },
    })
  }

  private async begin(
    transaction: ScopedTransaction,
    caller: Caller,
    origin: RequestOrigin,
    permission: string,
    ids: readonly number[],
  ): Promise<Work> {
    const present = await lockRights(transaction, caller, permission)
    return { transaction, who: { caller: present, origin }, userOf: await this.managed.lock(transaction, present, ids) }
  }

  private async setOneDeleted({ transaction, who, userOf }: Work, id: number, isDeleted: boolean): Promise<RowChange<null>> {
    const audit = await this.changes.setDeleted(transaction, who, userOf(id), isDeleted)
    return audit && { audit, before: null }
  }
}
