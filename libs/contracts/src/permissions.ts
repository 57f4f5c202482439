/**
 * The eleven screen permissions of the specification. They control access to screens in the portal and the reading
 * of data in the API.
 */
export const SCREEN_PERMISSIONS = [
  'index:dashboard',
  'read:map',
  'create:entity',
  'read:information',
  'read:reports',
  'read:business-management',
  'index:entity',
  'read:user',
  'create:notification',
  'manage:missing-entities',
  'create:order',
] as const

/** Permissions to write. A user also needs the screen permission (decision G-04). */
export const WRITE_PERMISSIONS = [
  'update:entity',
  'delete:entity',
  'create:user',
  'update:user',
  'delete:user',
  'link:user',
  'create:business',
  'update:business',
  'delete:business',
  'link:business',
  'manage:tags',
  'manage:devices',
  'manage:tokens',
  'manage:subscriptions',
  'manage:maintenance',
  'manage:alerts',
  'manage:announcements',
] as const

export const PERMISSIONS = [...SCREEN_PERMISSIONS, ...WRITE_PERMISSIONS] as const
export type Permission = (typeof PERMISSIONS)[number]

/** Returned in place of an empty list for a user without any permission. */
export const NO_PERMISSIONS = ['none'] as const

export const ROLES = ['super-admin', 'manager', 'dealer', 'technician', 'reporter'] as const
export type Role = (typeof ROLES)[number]

/** Role names that are displayed. */
export const ROLE_NAMES: Record<Role, string> = {
  'super-admin': 'Super Admin',
  manager: 'Manager',
  dealer: 'Dealer',
  technician: 'Technician',
  reporter: 'Reporter',
}

/** Permissions of each role in a fresh installation (decision G-06). */
export const DEFAULT_ROLE_PERMISSIONS: Record<Role, readonly Permission[]> = {
  'super-admin': PERMISSIONS,
  manager: PERMISSIONS.filter((permission) => permission !== 'manage:announcements'),
  dealer: [
    'index:dashboard',
    'read:map',
    'create:entity',
    'update:entity',
    'read:information',
    'index:entity',
    'create:order',
    'manage:missing-entities',
    'manage:maintenance',
    'manage:alerts',
  ],
  technician: ['index:dashboard', 'read:map', 'create:entity', 'update:entity', 'index:entity', 'manage:maintenance'],
  reporter: ['index:dashboard', 'read:map', 'read:reports'],
}
