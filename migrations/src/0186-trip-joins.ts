import { Migration } from './migration.js'

/**
 * Adds periods that a user joined into one trip. The consumer process uses these periods when it makes trips, so they also
 * apply to late readings.
 */
export class TripJoins1763700000186 extends Migration {
  readonly steps = [table]
}

const table = `
CREATE TABLE trip_joins (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id int NOT NULL REFERENCES devices ON DELETE CASCADE,
  entity_id int NOT NULL REFERENCES entities ON DELETE CASCADE,
  business_id int NOT NULL REFERENCES businesses ON DELETE CASCADE,
  -- From the start of the first trip to the end of the last one.
  from_at timestamptz NOT NULL,
  till_at timestamptz NOT NULL CHECK (till_at > from_at),
  made_by int REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX trip_joins_device ON trip_joins (device_id, from_at);
CREATE INDEX trip_joins_entity ON trip_joins (entity_id);
CREATE INDEX trip_joins_business ON trip_joins (business_id);
CREATE INDEX trip_joins_author ON trip_joins (made_by);
GRANT SELECT, INSERT, DELETE ON trip_joins TO roadbook_api;
ALTER TABLE trip_joins ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON trip_joins TO roadbook_api USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
`
