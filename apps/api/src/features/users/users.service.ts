import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import { SUPER_ADMIN } from '../../auth/access.js'
import type { Caller } from '../../auth/caller.js'
import { RequestDatabase } from '../../database/request-database.js'
import { CsvExports } from '../../exports/index.js'
import { assertUnchanged } from '../../http/if-match.js'
import type { ListCriteria } from '../../lists/list-fields.js'
import { type Page, pageMeta } from '../../http/page.dto.js'
import { invalid, notFound, Problem } from '../../http/problems.js'
import type { RequestOrigin } from '../../http/request-origin.js'
import type { UpdateUserDto } from './dto/update-user.dto.js'
import type { UserDto } from './dto/user.dto.js'
import { emailTaken } from './email-taken.js'
import { assertSomebodyElse, ManagedUsers } from './managed-users.js'
import { UserAccounts } from './user-accounts.js'
import { UserChanges } from './user-changes.js'
import { userCsvList } from './user-csv.js'
import type { UserStatus } from './user-list.js'
import { toAudit, toUserResponse } from './user-response.js'
import { fieldsOf } from './user-fields-of.js'
import { UsersRepository } from './users.repository.js'
import type { UserRow } from './user.row.js'

/** Users as those who manage them see and change them. */
@Injectable()
export class UsersService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly users: UsersRepository,
    private readonly managed: ManagedUsers,
    private readonly changes: UserChanges,
    private readonly accounts: UserAccounts,
    private readonly audit: AuditLog,
    csv: CsvExports,
  ) {
    csv.declare(userCsvList(database, users))
  }

  async list(caller: Caller, criteria: ListCriteria, status: UserStatus): Promise<Page<UserDto>> {
    const { rows, total } = await this.database.read(caller.scope, (one) => this.users.findPage(one, criteria, status))
    return { data: rows.map(toUserResponse), meta: pageMeta(criteria.page, criteria.limit, total) }
  }

  async get(caller: Caller, id: number): Promise<UserDto> {
    const user = await this.database.read(caller.scope, (transaction) => this.users.findOne(transaction, id))
    if (!user) throw notFound('user')
    return toUserResponse(user)
  }

  /** @param ifMatch the state that is meant to be changed; null: whatever it is. */
  async update(
    caller: Caller,
    id: number,
    changes: UpdateUserDto,
    ifMatch: string | null,
    origin: RequestOrigin,
  ): Promise<UserDto> {
    const user = await this.database.write(caller.scope, async (transaction) => {
      const { user: before, present } = await this.managed.forUpdate(transaction, caller, id, 'update:user')
      assertUnchanged(ifMatch, before.updated_at)
      if (before.deleted_at) throw new Problem('conflict', { detail: 'This user is deleted; restore them first' })
      const role = await this.managed.grantableRole(transaction, present, changes.role_name ?? before.role_key)
      const isAdmin = role.key === SUPER_ADMIN
      const wanted = changes.parent === undefined ? (isAdmin ? null : before.business_id) : changes.parent
      const businessId = await this.managed.placeOf(transaction, role.key, wanted)
      if (role.key !== before.role_key || businessId !== before.business_id) {
        assertSomebodyElse(caller, before, 'role and business are changed by somebody else')
        if (!isAdmin) await this.managed.assertNotLastSuperAdmin(transaction, before)
      }
      const namesake = await this.users.findByEmail(transaction, changes.email)
      if (namesake && namesake.id !== id) throw emailTaken(namesake)
      await this.users.save(transaction, id, fieldsOf(changes, before), { roleId: role.id, businessId }).catch(refuseTaken)
      const after = await this.found(transaction, id)
      await this.accounts.follow(transaction, after)
      await this.audit.record(transaction, {
        caller,
        origin,
        action: 'user.update',
        object: { type: 'user', id },
        before: toAudit(before),
        after: toAudit(after),
      })
      return after
    })
    await this.accounts.settle(user)
    return toUserResponse(user)
  }

  async remove(caller: Caller, id: number, origin: RequestOrigin): Promise<UserDto> {
    return this.setDeleted(caller, id, true, origin)
  }

  async restore(caller: Caller, id: number, origin: RequestOrigin): Promise<UserDto> {
    return this.setDeleted(caller, id, false, origin)
  }

  /** For good. Only somebody who was deleted before, by who types their e-mail address (G-66). */
  async forceDestroy(caller: Caller, id: number, email: string, origin: RequestOrigin): Promise<UserDto> {
    const user = await this.database.write(caller.scope, async (transaction) => {
      const { user } = await this.managed.forUpdate(transaction, caller, id, 'delete:user')
      assertSomebodyElse(caller, user, 'account cannot be deleted')
      if (!user.deleted_at) throw new Problem('conflict', { detail: 'Only deleted users can be deleted for good' })
      if (email.toLowerCase() !== user.email.toLowerCase()) throw invalid({ email: ['This is not the e-mail of the user'] })
      await this.accounts.follow(transaction, user)
      await this.audit.record(transaction, {
        caller,
        origin,
        action: 'user.destroy',
        object: { type: 'user', id },
        before: toAudit(user),
      })
      await this.users.destroy(transaction, id)
      return user
    })
    await this.accounts.settle(user)
    return toUserResponse(user)
  }

  private async setDeleted(caller: Caller, id: number, isDeleted: boolean, origin: RequestOrigin): Promise<UserDto> {
    const user = await this.database.write(caller.scope, async (transaction) => {
      const { user: before } = await this.managed.forUpdate(transaction, caller, id, 'delete:user')
      const entry = await this.changes.setDeleted(transaction, { caller, origin }, before, isDeleted)
      if (!entry) return before
      await this.audit.record(transaction, entry)
      return this.found(transaction, id)
    })
    await this.accounts.settle(user)
    return toUserResponse(user)
  }

  private async found(transaction: Parameters<UsersRepository['findOne']>[0], id: number): Promise<UserRow> {
    const user = await this.users.findOne(transaction, id)
    if (!user) throw notFound('user')
    return user
  }
}

const UNIQUE_VIOLATION = '23505'

/** Somebody whom the caller may not see has the address, or has taken it this very moment. */
function refuseTaken(error: unknown): never {
  throw (error as { code?: string }).code === UNIQUE_VIOLATION ? emailTaken(undefined) : error
}
