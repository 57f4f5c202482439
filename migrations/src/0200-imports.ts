import { Migration } from './migration.js'

/** Adds the record of everything that was imported from another system (decision 116). */
export class Imports1763700000200 extends Migration {
  readonly steps = [tables]
}

const tables = `
-- One import from one server of another system, by the name that the operator gave it.
CREATE TABLE imports (
  name text PRIMARY KEY CHECK (name ~ '^[a-z0-9-]{1,40}$'),
  -- Makes its writes differ from those of an import of the same name that was undone.
  key uuid NOT NULL,
  -- Address of the other system, without its password.
  source text NOT NULL,
  -- Business that takes everything. No reference, because it may be deleted.
  into_business int NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT now()
);

-- Rows that an import made or uses. No references to them, because a deleted row must not make the import forget that it made it.
CREATE TABLE imported_rows (
  import text NOT NULL REFERENCES imports ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind <> ''),
  -- Id in the other system; of a brand its name.
  source_id text NOT NULL,
  target_id int NOT NULL,
  -- Identifier that a tracker has in the other system. It shows whether the id still means the same one.
  unique_id text,
  -- The row was there before the import, which uses it and does not remove it.
  adopted boolean NOT NULL DEFAULT false,
  -- When the import last wrote the row. Later changes are somebody else's.
  settled_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (import, kind, source_id)
);

-- Positions of each tracker that were taken: in their order, up to this one.
CREATE TABLE imported_tracks (
  import text NOT NULL REFERENCES imports ON DELETE CASCADE,
  source_id text NOT NULL,
  last_fix_at timestamptz NOT NULL,
  last_position_id bigint NOT NULL,
  -- Newest reception by the other system.
  newest_at timestamptz NOT NULL,
  positions bigint NOT NULL,
  -- First day of the positions that were taken.
  since timestamptz NOT NULL,
  PRIMARY KEY (import, source_id)
);
`
