import { Injectable } from '@nestjs/common'
import { PERMISSIONS } from '@roadbook/contracts'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import type { Caller } from '../../../auth/caller.js'
import { assertHolds, missingRight } from '../../../auth/granting.js'
import { RequestDatabase } from '../../../database/request-database.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { existing, notFound } from '../../../http/problems.js'
import type { UserDto } from '../dto/user.dto.js'
import type { UserDeviceDto, UserPermissionsDto } from '../dto/user-permissions.dto.js'
import { AccountNotices } from '../accounts/account-notices.js'
import { ManagedUsers } from '../managed-users.js'
import { assertRightsMayChange, UserChanges } from '../user-changes.js'
import { UserRightsRepository } from './user-rights.repository.js'
import { toUserDto } from '../user-list.js'
import type { UserRow } from '../user-list.js'
import { UsersRepository } from '../users.repository.js'

/**
 * Permissions of a user, and the trackers assigned to the user. Changes apply from the user's next request, and on open
 * sockets within a second.
 */
@Injectable()
export class UserRightsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly users: UsersRepository,
    private readonly rights: UserRightsRepository,
    private readonly managed: ManagedUsers,
    private readonly changes: UserChanges,
    private readonly audit: AuditLog,
    private readonly notices: AccountNotices,
  ) {}

  permissions(caller: Caller, id: number): Promise<UserPermissionsDto> {
    return this.database.read(caller.scope, async (transaction) => {
      const user = existing(await this.users.findOne(transaction, id), 'user')
      return this.describe(transaction, caller, user)
    })
  }

  assignRole(by: Acting, id: number, keyOrName: string): Promise<UserDto> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const { user, present } = await this.changeable(transaction, by.caller, id)
      const role = await this.managed.grantableRole(transaction, present, keyOrName)
      await this.audit.recordAll(transaction, by, [await this.changes.setRole(transaction, by.caller, user, role)])
      return this.response(transaction, id)
    })
  }

  give(by: Acting, id: number, permissions: readonly string[]): Promise<UserPermissionsDto> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const { user, present } = await this.changeable(transaction, by.caller, id)
      assertHolds(present, { roleKey: '', permissions })
      const { extra_permissions: before } = await this.rights.find(transaction, id)
      await this.rights.give(transaction, id, permissions)
      const { extra_permissions: after } = await this.rights.find(transaction, id)
      await this.audit.record(transaction, by, 'user.permissions', { id, before: listed(before), after: listed(after) })
      if (after.length !== before.length) await this.notices.notify(transaction, by.caller, user, 'rights')
      return this.describe(transaction, by.caller, user)
    })
  }

  takeBack(by: Acting, id: number, permission: string): Promise<UserPermissionsDto> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const { user } = await this.changeable(transaction, by.caller, id)
      const { extra_permissions: before } = await this.rights.find(transaction, id)
      if (!(await this.rights.takeBack(transaction, id, permission))) throw notFound('user-permission')
      const after = before.filter((one) => one !== permission)
      await this.audit.record(transaction, by, 'user.permissions', { id, before: listed(before), after: listed(after) })
      await this.notices.notify(transaction, by.caller, user, 'rights')
      return this.describe(transaction, by.caller, user)
    })
  }

  devices(caller: Caller, id: number): Promise<UserDeviceDto[]> {
    return this.database.read(caller.scope, async (transaction) => {
      if (!(await this.users.findOne(transaction, id))) throw notFound('user')
      return this.rights.findDevices(transaction, id)
    })
  }

  attachDevice(by: Acting, id: number, deviceId: number): Promise<UserDeviceDto[]> {
    return this.changeDevices(by, id, deviceId, true)
  }

  detachDevice(by: Acting, id: number, deviceId: number): Promise<UserDeviceDto[]> {
    return this.changeDevices(by, id, deviceId, false)
  }

  private changeDevices(by: Acting, id: number, deviceId: number, isAttached: boolean) {
    return this.database.write(by.caller.scope, async (transaction) => {
      await this.managed.forUpdate(transaction, by.caller, id, 'link:user')
      const device = existing(await this.rights.findDevice(transaction, deviceId), 'device')
      if (isAttached) await this.rights.attach(transaction, id, deviceId)
      else await this.rights.detach(transaction, id, deviceId)
      const change = { imei: device.imei }
      const [before, after] = isAttached ? [{}, change] : [change, {}]
      await this.audit.record(transaction, by, isAttached ? 'user.attach-device' : 'user.detach-device', { id, before, after })
      return this.rights.findDevices(transaction, id)
    })
  }

  /** Locks and returns another user who is not deleted and has no permission that the caller lacks. */
  private async changeable(transaction: ScopedTransaction, caller: Caller, id: number) {
    const found = await this.managed.forUpdate(transaction, caller, id, 'update:user')
    assertRightsMayChange(caller, found.user)
    return found
  }

  private async describe(transaction: ScopedTransaction, caller: Caller, user: UserRow): Promise<UserPermissionsDto> {
    const { role_permissions, extra_permissions } = await this.rights.find(transaction, user.id)
    const permissions = [...new Set([...role_permissions, ...extra_permissions])].sort()
    const isOpen = user.id !== caller.userId && missingRight(caller, { roleKey: user.role_key, permissions }) === undefined
    const grantable = isOpen ? PERMISSIONS.filter((one) => caller.permissions.has(one) && !permissions.includes(one)) : []
    return { role_key: user.role_key, role: user.role, role_permissions, extra_permissions, permissions, grantable }
  }

  private async response(transaction: ScopedTransaction, id: number): Promise<UserDto> {
    const user = existing(await this.users.findOne(transaction, id), 'user')
    return toUserDto(user)
  }
}

/**
 * Returns the permissions as one text, because the audit log finds changes with `===`, which is false for two lists with the
 * same contents.
 */
const listed = (permissions: readonly string[]) => ({ extra_permissions: permissions.join(' ') })
