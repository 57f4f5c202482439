import { Migration } from './migration.js'

/** Adds imports of a vehicle's earlier rides, and marks the trackers that stand for them (decision 123). */
export class HistoryImports1763700000204 extends Migration {
  readonly steps = [tables, trackers]
}

const tables = `
-- One file with the positions of one vehicle.
CREATE TABLE history_imports (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The tracker of an import that is not undone keeps the business. The rest of an undone import ends with it.
  business_id int NOT NULL REFERENCES businesses ON DELETE CASCADE,
  entity_id int NOT NULL REFERENCES entities ON DELETE CASCADE,
  -- Name of the vehicle at the import. The vehicle may be another business's by now.
  entity_name text NOT NULL,
  -- Tracker that stands for the file. Null after the import was undone.
  device_id int UNIQUE REFERENCES devices ON DELETE SET NULL,
  user_id int REFERENCES users ON DELETE SET NULL,
  file_name text NOT NULL CHECK (char_length(file_name) BETWEEN 1 AND 200),
  format text NOT NULL CHECK (format IN ('gpx', 'kml', 'csv', 'ndjson')),
  -- SHA-256 of the positions, so that the same file is not imported twice.
  digest text NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'),
  state text NOT NULL DEFAULT 'sending' CHECK (state IN ('sending', 'computing', 'done', 'undoing', 'undone')),
  -- Positions that the import takes, and how many of them were sent and stored so far.
  points int NOT NULL CHECK (points > 0),
  sent int NOT NULL DEFAULT 0,
  stored int NOT NULL DEFAULT 0,
  -- Positions of the file that the import leaves out.
  left_out int NOT NULL CHECK (left_out >= 0),
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL CHECK (last_at >= first_at),
  -- Compressed positions until they are sent.
  positions bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz,
  CHECK ((state = 'sending') <= (positions IS NOT NULL))
);
CREATE INDEX history_imports_business ON history_imports (business_id);
CREATE INDEX history_imports_entity ON history_imports (entity_id);
CREATE INDEX history_imports_user ON history_imports (user_id);
CREATE UNIQUE INDEX history_imports_file ON history_imports (entity_id, digest) WHERE state NOT IN ('undoing', 'undone');

GRANT SELECT, INSERT, UPDATE ON history_imports TO roadbook_api;
ALTER TABLE history_imports ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON history_imports TO roadbook_api
  USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
`

const trackers = `
-- True for a tracker that stands for an imported file. It counts as deleted, so that nothing lists it and no tracker can sign in as it.
ALTER TABLE devices ADD COLUMN is_history boolean NOT NULL DEFAULT false;
-- True when such a tracker is being removed. Consumers then take no more positions of it.
ALTER TABLE devices ADD COLUMN is_history_over boolean NOT NULL DEFAULT false;
ALTER TABLE devices ADD CONSTRAINT devices_history_is_deleted CHECK (NOT is_history OR deleted_at IS NOT NULL) NOT VALID;
-- Users see imports, and not the trackers that stand for them.
CREATE POLICY not_history ON devices AS RESTRICTIVE TO roadbook_api USING (NOT is_history);
`
