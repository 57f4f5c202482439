import { Migration } from './migration.js'

/** Adds photos of a missing vehicle for the people who search for it. */
export class CasePhotos1763700000059 extends Migration {
  readonly steps = [photos, events]
}

const photos = `
-- JPEG alone: it goes into the evidence as it is. Beside the vehicle nothing is known of it, neither where nor when it was taken.
CREATE TABLE missing_case_photos (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id int NOT NULL REFERENCES missing_cases ON DELETE CASCADE,
  content bytea NOT NULL CHECK (octet_length(content) BETWEEN 1 AND 700000),
  sha256 bytea NOT NULL GENERATED ALWAYS AS (sha256(content)) STORED,
  added_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (case_id, sha256)
);

GRANT SELECT, INSERT, DELETE ON missing_case_photos TO roadbook_api;
ALTER TABLE missing_case_photos ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON missing_case_photos TO roadbook_api USING (EXISTS (SELECT 1 FROM missing_cases m WHERE m.id = case_id));
`

const events = `
ALTER TABLE missing_case_events DROP CONSTRAINT missing_case_events_kind_check;
ALTER TABLE missing_case_events ADD CONSTRAINT missing_case_events_kind_check CHECK (kind IN ('reported', 'noted', 'changed',
  'assigned', 'evidence', 'resolved', 'closed', 'reopened', 'photo-added', 'photo-removed'));
`
