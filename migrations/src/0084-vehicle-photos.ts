import { Migration } from './migration.js'

/** Adds photos of vehicles. */
export class VehiclePhotos1763700000084 extends Migration {
  readonly steps = [photos]
}

const photos = `
-- The pixels alone: nothing says where or when one was taken.
CREATE TABLE entity_photos (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id int NOT NULL REFERENCES entities ON DELETE CASCADE,
  media_type text NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'image/webp')),
  content bytea NOT NULL CHECK (octet_length(content) BETWEEN 1 AND 700000),
  sha256 bytea NOT NULL GENERATED ALWAYS AS (sha256(content)) STORED,
  added_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (entity_id, sha256)
);
GRANT SELECT, INSERT (entity_id, media_type, content), DELETE ON entity_photos TO roadbook_api;
ALTER TABLE entity_photos ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON entity_photos TO roadbook_api USING (EXISTS (SELECT 1 FROM entities e WHERE e.id = entity_id));
`
