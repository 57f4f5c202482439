import { Migration } from './migration.js'

/** Who draws geofences and says who is told of what; a role that operators have changed keeps what it has besides. */
export class WhoManagesAlerts1763700000113 extends Migration {
  readonly steps = [
    `INSERT INTO role_permissions (role_id, permission)
     SELECT id, 'manage:alerts' FROM roles WHERE key IN ('super-admin', 'manager', 'dealer') ON CONFLICT DO NOTHING`,
  ]
}
