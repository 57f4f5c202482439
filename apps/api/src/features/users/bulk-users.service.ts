import { Injectable } from '@nestjs/common'
import { SUPER_ADMIN } from '../../auth/access.js'
import type { Caller } from '../../auth/caller.js'
import { lockRights } from '../../auth/granting.js'
import { type BulkResultDto, BulkRows, type ChangeRow, type RowChange } from '../../bulk/index.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import type { OnceRequest } from '../../http/once.js'
import { invalid, Problem } from '../../http/problems.js'
import type { RequestOrigin } from '../../http/request-origin.js'
import type { BulkUserAction, BulkUsersDto } from './dto/bulk-users.dto.js'
import { ManagedUsers } from './managed-users.js'
import { UserAccounts } from './user-accounts.js'
import { UserChanges } from './user-changes.js'
import type { UserRow } from './user.row.js'

/** Of a role: the one before and the one that was given. Deleting and restoring are each other's way back. */
type Before = { from: string; to: string } | null

const RIGHTS: Record<BulkUserAction, string> = { delete: 'delete:user', restore: 'delete:user', role: 'update:user' }
const auditAction = (action: BulkUserAction) => `user.${action}`
const ACTIONS = Object.keys(RIGHTS) as BulkUserAction[]

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

  async change(caller: Caller, said: BulkUsersDto, once: OnceRequest | null, origin: RequestOrigin): Promise<BulkResultDto> {
    const { action, ids } = said
    const result = await this.bulk.change<Before>(caller, once, {
      ...{ action: auditAction(action), ids, isUndoable: true },
      begin: async (transaction) => {
        const work = await this.begin(transaction, caller, origin, action, ids)
        return action === 'role' ? this.givingRole(work, said.role_name) : (id) => this.setDeleted(work, id, action === 'delete')
      },
    })
    this.accounts.settleAll()
    return result
  }

  async undo(caller: Caller, id: number, once: OnceRequest | null, origin: RequestOrigin): Promise<BulkResultDto> {
    const result = await this.bulk.undo<Before>(caller, id, once, {
      actions: ACTIONS.map(auditAction),
      begin: async (transaction, done, ids) => {
        const action = ACTIONS.find((one) => auditAction(one) === done) ?? 'role'
        const work = await this.begin(transaction, caller, origin, action, ids)
        return (user, before) => (before ? this.giveBack(work, user, before) : this.setDeleted(work, user, action !== 'delete'))
      },
    })
    this.accounts.settleAll()
    return result
  }

  private async begin(
    transaction: ScopedTransaction,
    caller: Caller,
    origin: RequestOrigin,
    action: BulkUserAction,
    ids: readonly number[],
  ): Promise<Work> {
    const present = await lockRights(transaction, caller, RIGHTS[action])
    return { transaction, who: { caller: present, origin }, userOf: await this.managed.lock(transaction, present, ids) }
  }

  private async setDeleted({ transaction, who, userOf }: Work, id: number, isDeleted: boolean): Promise<RowChange<Before>> {
    const audit = await this.changes.setDeleted(transaction, who, userOf(id), isDeleted)
    return audit && { audit, before: null }
  }

  private async givingRole({ transaction, who, userOf }: Work, roleName: string | undefined): Promise<ChangeRow<Before>> {
    if (roleName === undefined) throw invalid({ role_name: ['Role is required'] })
    const role = await this.managed.grantableRole(transaction, who.caller, roleName)
    if (role.key === SUPER_ADMIN) throw invalid({ role_name: ['Super admins are made one by one'] })
    return async (id) => {
      const user = userOf(id)
      const audit = await this.changes.setRole(transaction, who, user, role)
      return user.role_key === role.key ? undefined : { audit, before: { from: user.role_key, to: role.key } }
    }
  }

  private async giveBack(
    { transaction, who, userOf }: Work,
    id: number,
    { from, to }: NonNullable<Before>,
  ): Promise<RowChange<Before>> {
    const user = userOf(id)
    if (user.role_key !== to) throw new Problem('conflict', { detail: 'It was changed in the meantime' })
    const role = await this.managed.grantableRole(transaction, who.caller, from)
    return { audit: await this.changes.setRole(transaction, who, user, role), before: { from: to, to: from } }
  }
}
