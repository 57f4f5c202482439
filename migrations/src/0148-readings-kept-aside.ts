import { Migration } from './migration.js'

/**
 * Stores every different reading that is set aside, even if readings have the same instant. Until now, a second reading
 * with the same instant counted as a repetition of the first.
 */
export class ReadingsKeptAside1763700000148 extends Migration {
  readonly steps = [
    `
ALTER TABLE waypoints_aside DROP CONSTRAINT waypoints_aside_pkey;
CREATE UNIQUE INDEX waypoints_aside_reading ON waypoints_aside (device_id, positioned_at, reason, md5(fix::text));
`,
  ]
}
