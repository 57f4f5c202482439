import { randomUUID } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import type { Caller } from '../../../auth/caller.js'
import { lockRights } from '../../../auth/granting.js'
import { OnceOnly } from '../../../database/once-only.js'
import { RequestDatabase } from '../../../database/request-database.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { existing, Problem } from '../../../http/problems.js'
import { IdentityChangesRepository } from '../../../identity-directory/identity-changes.repository.js'
import type { IdentityDirectory, NewDirectoryAccount, Provisioned } from '../../../identity-directory/identity-directory.js'
import { IdentityReconciler } from '../../../identity-directory/identity-reconciler.js'
import { generateTemporaryPassword } from '../../../identity-directory/temporary-password.js'
import type { CreateUserDto } from '../dto/create-user.dto.js'
import type { NewUserDto } from '../dto/user.dto.js'
import { beingInvited, emailTaken } from './email-taken.js'
import { Invitations } from './invitations.js'
import { ManagedUsers } from '../managed-users.js'
import { directoryProblem, UserAccounts } from './user-accounts.js'
import { toUserDto } from '../user-list.js'
import { fieldsOf, toAudit } from '../user-values.js'
import { UsersRepository } from '../users.repository.js'
import { say } from '../texts.js'

/** Creates a user together with their account at the identity provider. Either both are created or neither. */
@Injectable()
export class ProvisioningService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly onceOnly: OnceOnly,
    private readonly users: UsersRepository,
    private readonly managed: ManagedUsers,
    private readonly accounts: UserAccounts,
    private readonly changes: IdentityChangesRepository,
    private readonly reconciler: IdentityReconciler,
    private readonly audit: AuditLog,
    private readonly invitations: Invitations,
  ) {}

  /**
   * Creates a user in three steps:
   * - It stores a note that an account may be created.
   * - It creates the account.
   * - In one transaction, it adds the user and confirms the note.
   *
   * If the second or third step fails, the note stays unconfirmed and its account is removed later. Only this response
   * contains the password. A repeated request with the same Idempotency-Key returns the user without the password.
   */
  async create(by: Acting, body: CreateUserDto): Promise<NewUserDto> {
    const { directory } = this.accounts
    if (!directory) {
      return this.addOnce(by, (transaction) => this.add(transaction, by, body))
    }
    const key = randomUUID()
    const password = body.password ?? generateTemporaryPassword()
    let roleKey = ''
    if (!(await this.reconciler.settleAbandoned(body.email))) {
      throw new Problem('unavailable', say('provider-silent'), { retryAfterS: 5 })
    }
    const done = await this.database.write(by.caller.scope, async (transaction) => {
      const first = by.once && (await this.onceOnly.recall<NewUserDto>(transaction, by.caller, by.once))
      if (first) return first
      const { role, businessId } = await this.admit(transaction, by.caller, body)
      roleKey = role.key
      if (!(await this.changes.plan(transaction, key, { email: body.email, businessId }))) throw beingInvited()
      return undefined
    })
    if (done) return done.answer
    let isConfirmed = false
    try {
      const account = await this.provision(directory, {
        key,
        temporaryPassword: password,
        ...this.accounts.profileOf(body, roleKey),
      })
      const made = account.kind === 'made' ? { subject: account.subject, password } : 'existing'
      return await this.addOnce(by, async (transaction) => {
        // Locks the rights before the note, as the first transaction did. In another order, two invitations of one address
        // could deadlock.
        const added = await this.add(transaction, by, body, made)
        if (!(await this.changes.confirm(transaction, key))) {
          throw new Problem('unavailable', say('provider-slow'), { retryAfterS: 5 })
        }
        isConfirmed = true
        return added
      })
    } catch (error) {
      isConfirmed = false
      throw error
    } finally {
      if (!isConfirmed) await this.reconciler.settle({ key })
    }
  }

  private addOnce(by: Acting, run: (transaction: ScopedTransaction) => Promise<NewUserDto>): Promise<NewUserDto> {
    return this.onceOnly.write(by, run, (user) => ({ ...user, temporary_password: null }))
  }

  private async provision(directory: IdentityDirectory, account: NewDirectoryAccount): Promise<Provisioned> {
    return directory.provision(account).catch(rethrow)
  }

  /** Checks the new user's role and business. Called twice: before the account is created, and when the user is added. */
  private async admit(transaction: ScopedTransaction, caller: Caller, body: CreateUserDto) {
    const present = await lockRights(transaction, caller, 'create:user')
    const role = await this.managed.grantableRole(transaction, present, body.role_name)
    const businessId = await this.managed.placeOf(transaction, role.key, body.parent)
    const namesake = await this.users.findByEmail(transaction, body.email)
    if (namesake) throw emailTaken(namesake)
    return { role, businessId }
  }

  /** Adds the user, the audit entry and the invitation in one transaction. */
  private async add(
    transaction: ScopedTransaction,
    by: Acting,
    body: CreateUserDto,
    made?: { subject: string; password: string } | 'existing',
  ): Promise<NewUserDto> {
    const { role, businessId } = await this.admit(transaction, by.caller, body)
    const own = typeof made === 'object' ? made : undefined
    const account = own && { issuer: this.accounts.issuer, subject: own.subject }
    const id = await this.users.add(transaction, fieldsOf(body), { roleId: role.id, businessId, account })
    if (id === undefined) throw emailTaken(undefined)
    const user = existing(await this.users.findOne(transaction, id), 'user')
    await this.audit.record(transaction, by, 'user.create', { id, after: toAudit(user) })
    const expiresAt = own ? this.accounts.temporaryUntil() : null
    const isMailed = this.invitations.areMailed && body.invite !== false
    const how = own ? { password: own.password, expiresAt } : 'own account'
    return {
      ...toUserDto(user),
      account: own ? 'made' : made === 'existing' ? 'existing' : 'elsewhere',
      temporary_password: own?.password ?? null,
      temporary_password_expires_at: expiresAt,
      invitation_job: isMailed ? await this.invitations.invite(transaction, by.caller, user, how) : null,
    }
  }
}

function rethrow(error: unknown): never {
  throw directoryProblem(error)
}
