import type { Role } from '../../lib/roles/roles-query.js'

/** New permissions of the edited roles, by role ID. */
export type RoleDraft = ReadonlyMap<number, ReadonlySet<string>>

/** Permissions that a role gains and loses. */
export interface RoleChange {
  role: Role
  wanted: string[]
  gains: string[]
  loses: string[]
}

export const holds = (draft: RoleDraft, role: Role, permission: string): boolean =>
  draft.get(role.id)?.has(permission) ?? role.permissions.includes(permission)

/** Returns the draft with one permission of one role toggled. */
export function toggled(draft: RoleDraft, role: Role, permission: string): RoleDraft {
  const wanted = new Set(draft.get(role.id) ?? role.permissions)
  if (!wanted.delete(permission)) wanted.add(permission)
  return new Map(draft).set(role.id, wanted)
}

/** Returns the roles that the draft changes. */
export function changesOf(draft: RoleDraft, roles: readonly Role[]): RoleChange[] {
  return roles.flatMap((role) => {
    const wanted = [...(draft.get(role.id) ?? role.permissions)]
    const gains = wanted.filter((permission) => !role.permissions.includes(permission))
    const loses = role.permissions.filter((permission) => !wanted.includes(permission))
    return gains.length + loses.length === 0 ? [] : [{ role, wanted, gains, loses }]
  })
}
