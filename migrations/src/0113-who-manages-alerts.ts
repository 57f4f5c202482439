import { Migration } from './migration.js'

/**
 * Gives three roles the permission to manage geofences and alert rules. If an operator has changed the permissions of such
 * a role, its other permissions stay unchanged.
 */
export class WhoManagesAlerts1763700000113 extends Migration {
  readonly steps = [
    `INSERT INTO role_permissions (role_id, permission)
     SELECT id, 'manage:alerts' FROM roles WHERE key IN ('super-admin', 'manager', 'dealer') ON CONFLICT DO NOTHING`,
  ]
}
