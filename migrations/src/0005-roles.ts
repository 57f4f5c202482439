import { Migration, type Step } from './migration.js'

/** Adds the default role map of a new installation (decision G-06). A super admin may change it later. */
export class Roles1763700000005 extends Migration {
  readonly steps = roles.flatMap(([key, name, permissions]): Step[] => [
    ['INSERT INTO roles (key, name) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING', [key, name]],
    [
      `INSERT INTO role_permissions (role_id, permission) SELECT r.id, p FROM roles r, unnest($2::text[]) p WHERE r.key = $1
       ON CONFLICT DO NOTHING`,
      [key, permissions],
    ],
  ])
}

const reporter = ['index:dashboard', 'read:map', 'read:reports']
const technician = ['index:dashboard', 'read:map', 'create:entity', 'update:entity', 'index:entity', 'manage:maintenance']
const dealer = [...technician, 'read:information', 'create:order', 'manage:missing-entities']
const manager = [
  ...new Set([...dealer, ...reporter]),
  'read:business-management',
  'read:user',
  'create:notification',
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
]

const roles: [key: string, name: string, permissions: string[]][] = [
  ['super-admin', 'Super Admin', [...manager, 'manage:announcements']],
  ['manager', 'Manager', manager],
  ['dealer', 'Dealer', dealer],
  ['technician', 'Technician', technician],
  ['reporter', 'Reporter', reporter],
]
