import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import { SUPER_ADMIN } from '../../auth/access.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { RequestDatabase } from '../../database/request-database.js'
import { assertUnchanged } from '../../http/if-match.js'
import { existing, invalid, Problem } from '../../http/problems.js'
import { AccountNotices } from './accounts/account-notices.js'
import type { CreateUserDto } from './dto/create-user.dto.js'
import type { UpdateUserDto } from './dto/update-user.dto.js'
import type { NewUserDto, UserDto } from './dto/user.dto.js'
import { emailTaken } from './accounts/email-taken.js'
import { assertSomebodyElse, ManagedUsers } from './managed-users.js'
import { ProvisioningService } from './accounts/provisioning.service.js'
import { UserAccounts } from './accounts/user-accounts.js'
import { UserChanges } from './user-changes.js'
import { toUserDto } from './user-list.js'
import { fieldsOf, toAudit } from './user-values.js'
import { UsersRepository } from './users.repository.js'
import type { UserRow } from './user-list.js'
import { say } from './texts.js'

/** Users as seen and changed by those who manage them. */
@Injectable()
export class UsersService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly users: UsersRepository,
    private readonly managed: ManagedUsers,
    private readonly changes: UserChanges,
    private readonly accounts: UserAccounts,
    private readonly audit: AuditLog,
    private readonly provisioning: ProvisioningService,
    private readonly notices: AccountNotices,
  ) {}

  create(by: Acting, body: CreateUserDto): Promise<NewUserDto> {
    return this.provisioning.create(by, body)
  }

  async get(caller: Caller, id: number): Promise<UserDto> {
    const user = existing(await this.database.read(caller.scope, (transaction) => this.users.findOne(transaction, id)), 'user')
    return toUserDto(user)
  }

  /** @param ifMatch state of the user that the caller wants to change; null for any state */
  async update(by: Acting, id: number, changes: UpdateUserDto, ifMatch: string | null): Promise<UserDto> {
    const user = await this.database.write(by.caller.scope, async (transaction) => {
      const { user: before, present } = await this.managed.forUpdate(transaction, by.caller, id, 'update:user')
      assertUnchanged(ifMatch, before.updated_at)
      if (before.deleted_at) throw new Problem('conflict', say('is-deleted'))
      const role = await this.managed.grantableRole(transaction, present, changes.role_name ?? before.role_key)
      const isAdmin = role.key === SUPER_ADMIN
      const wanted = changes.parent === undefined ? (isAdmin ? null : before.business_id) : changes.parent
      const businessId = await this.managed.placeOf(transaction, role.key, wanted)
      if (role.key !== before.role_key || businessId !== before.business_id) {
        assertSomebodyElse(by.caller, before, 'own-role')
        if (!isAdmin) await this.managed.assertNotLastSuperAdmin(transaction, before)
      }
      const namesake = await this.users.findByEmail(transaction, changes.email)
      if (namesake && namesake.id !== id) throw emailTaken(namesake)
      await this.users.save(transaction, id, fieldsOf(changes, before), { roleId: role.id, businessId }).catch(refuseTaken)
      const after = await this.found(transaction, id)
      await this.accounts.follow(transaction, after)
      if (after.email !== before.email) await this.notices.notifyOfAddress(transaction, by.caller, before, after.email)
      if (role.key !== before.role_key || businessId !== before.business_id)
        await this.notices.notify(transaction, by.caller, before, 'rights')
      await this.audit.record(transaction, by, 'user.update', { id, before: toAudit(before), after: toAudit(after) })
      return after
    })
    await this.accounts.settle(user)
    return toUserDto(user)
  }

  async delete(by: Acting, id: number): Promise<UserDto> {
    return this.setDeleted(by, id, true)
  }

  async restore(by: Acting, id: number): Promise<UserDto> {
    return this.setDeleted(by, id, false)
  }

  /** Removes a deleted user for good. The caller must type the user's e-mail address (G-66). */
  async forceDestroy(by: Acting, id: number, email: string): Promise<UserDto> {
    const user = await this.database.write(by.caller.scope, async (transaction) => {
      const { user } = await this.managed.forUpdate(transaction, by.caller, id, 'delete:user')
      assertSomebodyElse(by.caller, user, 'own-account')
      if (!user.deleted_at) throw new Problem('conflict', say('only-deleted-for-good'))
      if (email.toLowerCase() !== user.email.toLowerCase()) throw invalid({ email: [say('not-their-email')] })
      await this.accounts.follow(transaction, user)
      await this.audit.record(transaction, by, 'user.destroy', { id, before: toAudit(user) })
      await this.users.destroy(transaction, id)
      return user
    })
    await this.accounts.settle(user)
    return toUserDto(user)
  }

  private async setDeleted(by: Acting, id: number, isDeleted: boolean): Promise<UserDto> {
    const user = await this.database.write(by.caller.scope, async (transaction) => {
      const { user: before } = await this.managed.forUpdate(transaction, by.caller, id, 'delete:user')
      const entry = await this.changes.setDeleted(transaction, by.caller, before, isDeleted)
      if (!entry) return before
      await this.audit.recordAll(transaction, by, [entry])
      return this.found(transaction, id)
    })
    await this.accounts.settle(user)
    return toUserDto(user)
  }

  private async found(transaction: Parameters<UsersRepository['findOne']>[0], id: number): Promise<UserRow> {
    return existing(await this.users.findOne(transaction, id), 'user')
  }
}

const UNIQUE_VIOLATION = '23505'

/** Reports an e-mail address that belongs to a user out of scope, or that another request took just now. */
function refuseTaken(error: unknown): never {
  throw (error as { code?: string }).code === UNIQUE_VIOLATION ? emailTaken(undefined) : error
}
