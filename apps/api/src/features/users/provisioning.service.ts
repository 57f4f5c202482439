import { randomUUID } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Caller } from '../../auth/caller.js'
import { lockRights } from '../../auth/granting.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { notFound, Problem } from '../../http/problems.js'
import type { RequestOrigin } from '../../http/request-origin.js'
import { IdentityChanges } from '../../identity-directory/identity-changes.js'
import type { IdentityDirectory, Provisioned } from '../../identity-directory/identity-directory.js'
import { IdentityReconciler } from '../../identity-directory/identity-reconciler.js'
import { generateTemporaryPassword } from '../../identity-directory/temporary-password.js'
import type { CreateUserDto } from './dto/create-user.dto.js'
import type { NewUserDto, ResetLinkDto, TemporaryPasswordDto } from './dto/user.dto.js'
import { emailTaken } from './email-taken.js'
import { assertSomebodyElse, ManagedUsers } from './managed-users.js'
import { directoryProblem, UserAccounts } from './user-accounts.js'
import { toAudit, toUserResponse } from './user-response.js'
import { fieldsOf } from './user-fields-of.js'
import type { UserRow } from './user.row.js'
import { UsersRepository } from './users.repository.js'

/** Users and their accounts: both are made, or neither is. */
@Injectable()
export class ProvisioningService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly users: UsersRepository,
    private readonly managed: ManagedUsers,
    private readonly accounts: UserAccounts,
    private readonly changes: IdentityChanges,
    private readonly reconciler: IdentityReconciler,
    private readonly audit: AuditLog,
  ) {}

  /**
   * First a note that an account may come to be, then the account, then the user in one transaction with the end of the note.
   * Whatever is lost on the way, the note takes the account back.
   */
  async create(caller: Caller, body: CreateUserDto, origin: RequestOrigin): Promise<NewUserDto> {
    const { directory } = this.accounts
    if (!directory) {
      const user = await this.database.write(caller.scope, (one) => this.add(one, caller, body, origin))
      return { ...toUserResponse(user), account: 'elsewhere', temporary_password: null, temporary_password_expires_at: null }
    }
    const key = randomUUID()
    const password = body.password ?? generateTemporaryPassword()
    await this.database.write(caller.scope, async (transaction) => {
      const { businessId } = await this.admit(transaction, caller, body)
      await this.changes.plan(transaction, key, businessId)
    })
    try {
      const account = await this.provision(directory, key, password, body)
      const user = await this.database.write(caller.scope, async (transaction) => {
        if (!(await this.changes.confirm(transaction, key))) {
          throw new Problem('unavailable', { detail: 'The identity provider took too long; try again', retryAfterS: 5 })
        }
        return this.add(transaction, caller, body, origin, account.kind === 'made' ? account.subject : undefined)
      })
      const isMade = account.kind === 'made'
      return {
        ...toUserResponse(user),
        account: isMade ? 'made' : 'existing',
        temporary_password: isMade ? password : null,
        temporary_password_expires_at: isMade ? this.accounts.temporaryUntil() : null,
      }
    } catch (error) {
      await this.reconciler.settle({ key })
      throw error
    }
  }

  /** Another temporary password, for who lost theirs. Sessions and tokens of every kind end. */
  async setTemporaryPassword(caller: Caller, id: number, origin: RequestOrigin): Promise<TemporaryPasswordDto> {
    const password = generateTemporaryPassword()
    await this.database.write(caller.scope, async (transaction) => {
      const user = await this.present(transaction, caller, id)
      const { directory, subject } = this.accounts.require(user)
      await this.users.endTokens(transaction, id)
      await this.record(transaction, caller, origin, 'user.temporary-password', id)
      await directory.setTemporaryPassword(subject, password).catch(rethrow)
    })
    return { temporary_password: password, temporary_password_expires_at: this.accounts.temporaryUntil() }
  }

  /** A one-time link to hand over or, where the provider mails it itself, only the fact that it did. */
  async createResetLink(caller: Caller, id: number, origin: RequestOrigin): Promise<ResetLinkDto> {
    return this.database.write(caller.scope, async (transaction) => {
      const user = await this.present(transaction, caller, id)
      const { directory, subject } = this.accounts.require(user)
      await this.record(transaction, caller, origin, 'user.reset-link', id)
      const link = await directory.createResetLink(subject).catch(rethrow)
      return link.kind === 'mailed'
        ? { url: null, expires_at: null }
        : { url: link.url, expires_at: link.expiresAt.toISOString() }
    })
  }

  private async present(transaction: ScopedTransaction, caller: Caller, id: number): Promise<UserRow> {
    const { user } = await this.managed.forUpdate(transaction, caller, id, 'update:user')
    assertSomebodyElse(caller, user, 'password is changed where you sign in')
    if (user.deleted_at) throw new Problem('conflict', { detail: 'This user is deleted; restore them first' })
    return user
  }

  private async provision(
    directory: IdentityDirectory,
    key: string,
    temporaryPassword: string,
    { email, first_name: firstName, last_name: lastName }: CreateUserDto,
  ): Promise<Provisioned> {
    return directory.provision({ key, temporaryPassword, email, firstName, lastName }).catch(rethrow)
  }

  /** Role and place, checked: asked before the account is made, and again when the user is. */
  private async admit(transaction: ScopedTransaction, caller: Caller, body: CreateUserDto) {
    const present = await lockRights(transaction, caller, 'create:user')
    const role = await this.managed.grantableRole(transaction, present, body.role_name)
    const businessId = await this.managed.placeOf(transaction, role.key, body.parent)
    const namesake = await this.users.findByEmail(transaction, body.email)
    if (namesake) throw emailTaken(namesake)
    return { role, businessId }
  }

  private async add(
    transaction: ScopedTransaction,
    caller: Caller,
    body: CreateUserDto,
    origin: RequestOrigin,
    subject?: string,
  ): Promise<UserRow> {
    const { role, businessId } = await this.admit(transaction, caller, body)
    const account = subject === undefined ? undefined : { issuer: this.accounts.issuer, subject }
    const id = await this.users.add(transaction, fieldsOf(body), { roleId: role.id, businessId, account })
    if (id === undefined) throw emailTaken(undefined)
    const user = await this.users.findOne(transaction, id)
    if (!user) throw notFound('user')
    await this.audit.record(transaction, {
      caller,
      origin,
      action: 'user.create',
      object: { type: 'user', id },
      after: toAudit(user),
    })
    return user
  }

  private record(transaction: ScopedTransaction, caller: Caller, origin: RequestOrigin, action: string, id: number) {
    return this.audit.record(transaction, { caller, origin, action, object: { type: 'user', id } })
  }
}

function rethrow(error: unknown): never {
  throw directoryProblem(error)
}
