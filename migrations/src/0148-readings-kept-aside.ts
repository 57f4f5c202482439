import { Migration } from './migration.js'

/** Keeps every different reading of the same instant aside. Until now a second one was taken for a repetition of the first. */
export class ReadingsKeptAside1763700000148 extends Migration {
  readonly steps = [
    `
ALTER TABLE waypoints_aside DROP CONSTRAINT waypoints_aside_pkey;
CREATE UNIQUE INDEX waypoints_aside_reading ON waypoints_aside (device_id, positioned_at, reason, md5(fix::text));
`,
  ]
}
