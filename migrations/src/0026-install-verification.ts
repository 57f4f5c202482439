import { Migration } from './migration.js'

/**
 * Records when an installation passed its checks (G-57). This time is printed on the certificate, so it never changes
 * afterwards.
 */
export class InstallVerification1763700000026 extends Migration {
  readonly steps = [installVerification]
}

const installVerification = `
ALTER TABLE installations
  -- when its tracker began a session, the newest until the installation is verified: also of one that sends no fixes
  ADD COLUMN connected_at timestamptz,
  ADD COLUMN network_passed_at timestamptz,
  ADD COLUMN gps_passed_at timestamptz,
  -- null in a verified one: the tracker tells no voltage
  ADD COLUMN external_battery_passed_at timestamptz,
  ADD COLUMN position_passed_at timestamptz,
  ADD COLUMN verified_at timestamptz,
  ADD CONSTRAINT installations_verified CHECK (verified_at IS NULL OR
    (network_passed_at IS NOT NULL AND gps_passed_at IS NOT NULL AND position_passed_at IS NOT NULL));
CREATE INDEX installations_unverified ON installations (installed_at, id) WHERE removed_at IS NULL AND verified_at IS NULL;
`
