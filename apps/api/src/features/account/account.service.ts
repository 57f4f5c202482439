import { Injectable } from '@nestjs/common'
import { NO_PERMISSIONS } from '@roadbook/contracts'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { ViewAs, type WantedView } from '../../auth/view-as.js'
import { RequestDatabase } from '../../database/request-database.js'
import { existing, invalid, notFound } from '../../http/problems.js'
import { AccountRepository } from './account.repository.js'
import type { ProfileRow } from './account.row.js'
import { businessPlace } from './business-place.js'
import type { AccountDto } from './dto/account.dto.js'
import type { SignedInUserDto } from './dto/signed-in-user.dto.js'
import type { UpdateAccountDto } from './dto/update-account.dto.js'
import { say } from './texts.js'

/** Data that users may see and change about themselves. */
@Injectable()
export class AccountService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly accounts: AccountRepository,
    private readonly audit: AuditLog,
    private readonly views: ViewAs,
  ) {}

  /** Returns the signed-in user. In a view as another role, returns the permissions and business of that role. */
  async signedInUser(caller: Caller): Promise<SignedInUserDto> {
    const profile = await this.profile(caller)
    return this.database.read(caller.scope, async (transaction) => {
      const path = caller.businessId === null ? [] : await this.accounts.findPath(transaction, caller.businessId)
      const businesses = await this.accounts.findBusinesses(transaction, caller.businessId)
      const visible = await this.accounts.countBusinesses(transaction)
      return {
        ...profile,
        role: caller.roleName,
        role_key: caller.roleKey,
        ...businessPlace(path),
        permissions: caller.permissions.size > 0 ? [...caller.permissions] : [...NO_PERMISSIONS],
        businesses,
        businesses_below: caller.businessId === null ? visible : Math.max(0, visible - 1),
        last_seen_at: profile.last_seen_at?.toISOString() ?? null,
        viewing_as: caller.viewing
          ? { role_key: caller.roleKey, business_id: caller.businessId, business_name: caller.viewing.businessName }
          : null,
      }
    })
  }

  /** Returns the user as another role sees the portal. Records that the view was entered (T-13). */
  async viewAs(by: Acting, wanted: WantedView): Promise<SignedInUserDto> {
    const viewer = by.caller.viewing?.viewer ?? by.caller
    const view = await this.views.enter(viewer, wanted)
    await this.database.write(viewer.scope, (transaction) =>
      this.audit.record(transaction, { caller: viewer, origin: by.origin }, 'role.view', {
        type: 'user',
        id: viewer.userId,
        after: { role: view.roleKey, business_id: view.businessId },
      }),
    )
    return this.signedInUser(view)
  }

  async get(caller: Caller): Promise<AccountDto> {
    const { id: _id, last_seen_at: _lastSeenAt, ...account } = await this.profile(caller)
    return account
  }

  update(by: Acting, changes: UpdateAccountDto): Promise<AccountDto> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const before = existing(await this.accounts.findAccountForUpdate(transaction, by.caller.userId), 'user')
      if (changes.email !== undefined && changes.email.toLowerCase() !== before.email.toLowerCase()) {
        throw invalid({ email: [say('email-stays')] })
      }
      const after: AccountDto = { ...before, ...given(changes), email: before.email }
      await this.accounts.saveAccount(transaction, by.caller.userId, after)
      await this.audit.record(transaction, by, 'account.update', {
        type: 'user',
        id: by.caller.userId,
        before: { ...before },
        after: { ...after },
      })
      return after
    })
  }

  /**
   * Returns the profile of the user. In a view as another role, returns the profile of the user who views, even if that user
   * is outside the scope of the view.
   */
  private async profile({ viewing, ...caller }: Caller): Promise<ProfileRow> {
    const profile = await this.database.read((viewing?.viewer ?? caller).scope, (transaction) =>
      this.accounts.findProfile(transaction, caller.userId),
    )
    if (!profile) throw notFound('user')
    return profile
  }
}

/** Returns the changes without absent fields. A null locale is left out too, because a locale cannot be cleared. */
function given(changes: UpdateAccountDto): Partial<AccountDto> {
  const entries = Object.entries(changes).filter(([name, value]) => value !== undefined && !(name === 'locale' && value === null))
  return Object.fromEntries(entries)
}
