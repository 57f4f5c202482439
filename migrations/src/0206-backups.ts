import { Migration } from './migration.js'

/** Adds a record of each backup, from which `doctor` and an alarm know the age of the last one. */
export class Backups1763700000206 extends Migration {
  readonly steps = [tables]
}

const tables = `
-- The command "roadbook backup" writes a row after each backup. The API reads the newest for its metric.
CREATE TABLE backups (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Moment of the data in the backup, by the clock of the database
  taken_at timestamptz NOT NULL,
  -- As given to the command; "-" is the standard output
  file text NOT NULL,
  bytes bigint NOT NULL CHECK (bytes >= 0)
);
CREATE INDEX backups_taken_at ON backups (taken_at DESC);
`
