import { Injectable } from '@nestjs/common'
import { PERMISSIONS, SCREEN_PERMISSIONS } from '@roadbook/contracts'
import { AuditLog } from '../../audit/audit-log.js'
import { SUPER_ADMIN } from '../../auth/access.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { assertHolds, lockRights, missingRight } from '../../auth/granting.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { notFound, Problem } from '../../http/problems.js'
import type { PermissionDto, RoleDto } from './dto/role.dto.js'
import { type RoleRow, RolesRepository } from './roles.repository.js'
import { say } from './texts.js'

/** Roles and their permissions (G-06). Callers who manage users can read them. Super admins can edit them. */
@Injectable()
export class RolesService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly roles: RolesRepository,
    private readonly audit: AuditLog,
  ) {}

  async list(caller: Caller): Promise<RoleDto[]> {
    const rows = await this.database.read(caller.scope, (transaction) => this.roles.findAll(transaction))
    return rows.map((row) => toResponse(caller, row))
  }

  /** Sets the permissions of a role. The permissions apply to the users of the role from the next request. */
  update(by: Acting, id: number, permissions: readonly string[]): Promise<RoleDto> {
    if (by.caller.roleKey !== SUPER_ADMIN) {
      throw new Problem('forbidden', say('only-super-admin'), { permission: SUPER_ADMIN })
    }
    return this.database.write(by.caller.scope, async (transaction) => {
      const present = await lockRights(transaction, by.caller, 'update:user')
      const before = await this.found(transaction, id)
      if (before.key === SUPER_ADMIN) throw new Problem('conflict', say('may-everything'))
      assertHolds(present, { roleKey: before.key, permissions })
      await this.roles.setPermissions(transaction, id, permissions)
      const after = await this.found(transaction, id)
      await this.audit.record(transaction, by, 'role.update', {
        id,
        before: { permissions: before.permissions.join(' ') },
        after: { permissions: after.permissions.join(' ') },
      })
      return toResponse(present, after)
    })
  }

  permissions(caller: Caller): PermissionDto[] {
    const screens: readonly string[] = SCREEN_PERMISSIONS
    return PERMISSIONS.map((key) => ({
      key,
      kind: screens.includes(key) ? 'screen' : 'write',
      text_key: `permissions.${key.replace(/[:-]/g, '_')}`,
      is_held: caller.permissions.has(key),
    }))
  }

  private async found(transaction: ScopedTransaction, id: number): Promise<RoleRow> {
    const role = (await this.roles.findAll(transaction)).find((one) => one.id === id)
    if (!role) throw notFound('role')
    return role
  }
}

function toResponse(caller: Caller, { id, key, name, permissions, users }: RoleRow): RoleDto {
  const missing = missingRight(caller, { roleKey: key, permissions })
  return { id, key, name, permissions, users, can_assign: missing === undefined, missing_permission: missing ?? null }
}
