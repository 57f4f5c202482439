import { Migration } from './migration.js'

/**
 * Adds trips that are deleted and restored, the purpose of a trip, and logbooks that a tax office accepts. A closed month
 * has a copy of its facts that cannot be changed. Later corrections are stored in addition to these facts.
 */
export class Logbook1763700000046 extends Migration {
  readonly steps = [deletions, purposes, closedMonths, odometers, access]
}

const deletions = `
GRANT UPDATE (deleted_at, updated_at) ON trips TO roadbook_api;
CREATE INDEX trips_deleted ON trips (started_at, id) WHERE deleted_at IS NOT NULL;
`

const purposes = `
-- Beside the trips, because the consumer writes those anew whenever it cuts them again; the ids of trips survive that.
CREATE TABLE trip_purposes (
  trip_id bigint PRIMARY KEY REFERENCES trips ON DELETE CASCADE,
  purpose text CHECK (purpose IN ('business', 'private', 'commute')),
  -- whom it was for, or why
  note text CHECK (char_length(note) BETWEEN 1 AND 250),
  driver text CHECK (char_length(driver) BETWEEN 1 AND 100),
  said_by int REFERENCES users ON DELETE SET NULL,
  -- when it was said first: a tax office asks for a few days after the trip
  said_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX trip_purposes_author ON trip_purposes (said_by);
`

const closedMonths = `
CREATE TABLE logbook_months (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id int NOT NULL REFERENCES entities ON DELETE RESTRICT,
  business_id int NOT NULL REFERENCES businesses ON DELETE RESTRICT,
  -- its first day, in the time zone
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  time_zone text NOT NULL,
  closed_by int REFERENCES users ON DELETE SET NULL,
  closed_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (entity_id, business_id, month)
);
CREATE INDEX logbook_months_business ON logbook_months (business_id);
CREATE INDEX logbook_months_author ON logbook_months (closed_by);

-- A trip as it stood when its month was closed, whatever becomes of the trip.
CREATE TABLE logbook_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  month_id int NOT NULL REFERENCES logbook_months ON DELETE CASCADE,
  trip_id bigint UNIQUE REFERENCES trips ON DELETE SET NULL,
  started_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL CHECK (ended_at >= started_at),
  start_address text,
  stop_address text,
  distance_m int NOT NULL CHECK (distance_m >= 0),
  odometer_start_m bigint,
  odometer_stop_m bigint,
  purpose text NOT NULL CHECK (purpose IN ('business', 'private', 'commute')),
  note text,
  driver text,
  said_at timestamptz NOT NULL,
  -- later than its month was closed: of a trip that was found after that
  added_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX logbook_entries_month ON logbook_entries (month_id, started_at);

-- What an entry says from then on. The entry itself stays as it was.
CREATE TABLE logbook_corrections (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entry_id bigint NOT NULL REFERENCES logbook_entries ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('business', 'private', 'commute')),
  note text,
  driver text,
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 250),
  corrected_by int REFERENCES users ON DELETE SET NULL,
  corrected_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX logbook_corrections_entry ON logbook_corrections (entry_id, id);
CREATE INDEX logbook_corrections_author ON logbook_corrections (corrected_by);
`

const odometers = `
-- What the odometer showed at both ends of trips in scope: the first and last that their fixes tell, as the vehicle counts. Not of a
-- tracker that is no longer on the vehicle, whose counter is another one.
CREATE FUNCTION trip_odometers_in_scope(trips_asked bigint[]) RETURNS TABLE (trip_id bigint, start_m bigint, stop_m bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 100 AS $$
DECLARE
  one record;
BEGIN
  FOR one IN
    SELECT t.id, t.device_id, t.started_at, t.ended_at, e.odometer_offset_m FROM trips t
    JOIN entities e ON e.id = t.entity_id AND NOT e.odometer_pending
    JOIN installations i ON i.entity_id = t.entity_id AND i.device_id = t.device_id AND i.removed_at IS NULL
      AND i.installed_at <= t.started_at
    WHERE t.id = ANY (trips_asked) AND in_scope(t.business_id)
      AND (i.followed_consumer_id IS NULL OR i.moved_at <= t.started_at)
  LOOP
    RETURN QUERY EXECUTE
      'SELECT $1, first.odometer_m + $5, last.odometer_m + $5
       FROM (SELECT w.odometer_m FROM waypoints w WHERE w.device_id = $2 AND w.positioned_at BETWEEN $3 AND $4
         AND w.odometer_m IS NOT NULL ORDER BY w.positioned_at LIMIT 1) first,
         (SELECT w.odometer_m FROM waypoints w WHERE w.device_id = $2 AND w.positioned_at BETWEEN $3 AND $4
         AND w.odometer_m IS NOT NULL ORDER BY w.positioned_at DESC LIMIT 1) last'
    USING one.id, one.device_id, one.started_at, one.ended_at, one.odometer_offset_m;
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION trip_odometers_in_scope(bigint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION trip_odometers_in_scope(bigint[]) TO roadbook_api;
`

const access = `
GRANT SELECT, INSERT, UPDATE, DELETE ON trip_purposes TO roadbook_api;
-- What is closed stays closed.
GRANT SELECT, INSERT ON logbook_months, logbook_entries, logbook_corrections TO roadbook_api;
ALTER TABLE trip_purposes ENABLE ROW LEVEL SECURITY;
ALTER TABLE logbook_months ENABLE ROW LEVEL SECURITY;
ALTER TABLE logbook_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE logbook_corrections ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON trip_purposes TO roadbook_api USING (EXISTS (SELECT 1 FROM trips t WHERE t.id = trip_id));
CREATE POLICY scope ON logbook_months TO roadbook_api USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
CREATE POLICY scope ON logbook_entries TO roadbook_api USING (EXISTS (SELECT 1 FROM logbook_months m WHERE m.id = month_id));
CREATE POLICY scope ON logbook_corrections TO roadbook_api USING (EXISTS (SELECT 1 FROM logbook_entries e WHERE e.id = entry_id));
`
