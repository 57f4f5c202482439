import { Migration } from './migration.js'

/** Stores the road distance of trips in addition to the measured distance. The operator's Valhalla or OSRM computes it. */
export class TripMatches1763700000055 extends Migration {
  readonly steps = [matches, matcher]
}

const matches = `
CREATE TABLE trip_matches (
  trip_id bigint PRIMARY KEY REFERENCES trips ON DELETE CASCADE,
  -- The trip as it was cut when it was sent or began to wait: cut anew, it has no match until it was matched anew.
  started_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  measured_m int NOT NULL,
  waypoint_count int NOT NULL,
  -- not sent before, and how often the service failed at it
  due_at timestamptz NOT NULL DEFAULT now(),
  failures smallint NOT NULL DEFAULT 0 CHECK (failures >= 0),
  -- null while it waits
  matched_at timestamptz,
  -- null in an answer: it was not on roads that are known there
  distance_m int CHECK (distance_m >= 0),
  CHECK (matched_at IS NOT NULL OR distance_m IS NULL)
);
CREATE INDEX trip_matches_due ON trip_matches (due_at) WHERE matched_at IS NULL;
GRANT SELECT ON trip_matches TO roadbook_api;
ALTER TABLE trip_matches ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON trip_matches TO roadbook_api USING (EXISTS (SELECT 1 FROM trips t WHERE t.id = trip_id));
`

const matcher = `
CREATE TABLE road_matcher_state (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  -- when the next request may leave, by whichever process
  next_at timestamptz NOT NULL DEFAULT now(),
  -- in a row; from the fifth on nobody asks until \`open_until\`
  failures int NOT NULL DEFAULT 0 CHECK (failures >= 0),
  open_until timestamptz,
  -- trips that were closed until then wait, or were matched
  walked_until timestamptz NOT NULL DEFAULT now()
);
INSERT INTO road_matcher_state DEFAULT VALUES;
`
