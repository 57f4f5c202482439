import { Migration } from './migration.js'

/**
 * Adds daily totals for each vehicle and local day. Writing trips updates the totals in the same transaction. Each write
 * adds only its difference, so any order of writes gives the same totals. Late fixes, deletions and recalculations
 * therefore need no separate code.
 */
export class TripDays1763700000044 extends Migration {
  readonly steps = [tables, ...(['INSERT', 'UPDATE', 'DELETE'] as const).map(summing), emptying, zones, checking, access]
}

const KEY = 'entity_id, zone_id, day, device_id, business_id'
const SUMS = ['trips', 'distance_m', 'duration_s', 'idle_s', 'speed_tenths_kph']
const sameDay = (one: string, other: string) =>
  KEY.split(', ')
    .map((column) => `${one}.${column} = ${other}.${column}`)
    .join(' AND ')
const added = (what: string) => SUMS.map((sum) => `${sum} = trip_days.${sum} + ${what}.${sum}`).join(', ')

/**
 * Returns the query for the amounts that trips add to their days in every stored zone. Amounts of removed trips are
 * negative.
 */
const contributions = (signed: string, zones: string) => `
  SELECT t.entity_id, z.id AS zone_id, (t.started_at AT TIME ZONE z.name)::date AS day, t.device_id, t.business_id,
    sum(t.sign) AS trips, sum(t.sign * t.distance_m) AS distance_m,
    sum(t.sign * round(extract(epoch FROM t.ended_at - t.started_at))::int) AS duration_s, sum(t.sign * t.idle_s) AS idle_s,
    sum(t.sign * round(t.average_speed_kph * 10)::int) AS speed_tenths_kph
  FROM (${signed}) t CROSS JOIN ${zones} z
  WHERE t.entity_id IS NOT NULL AND t.deleted_at IS NULL
  GROUP BY ${KEY}`

const tables = `
-- Whose days are kept. Other zones are counted from the trips when somebody asks.
CREATE TABLE summary_zones (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE
);

-- A day has the trips that began on it, also those under way; a day without trips has no row. Vehicle, device and business are those
-- of trips, which nobody can delete before them.
CREATE TABLE trip_days (
  entity_id int NOT NULL,
  device_id int NOT NULL,
  business_id int NOT NULL,
  day date NOT NULL,
  zone_id int NOT NULL REFERENCES summary_zones ON DELETE CASCADE,
  trips int NOT NULL CHECK (trips >= 0),
  distance_m bigint NOT NULL CHECK (distance_m >= 0),
  duration_s bigint NOT NULL CHECK (duration_s >= 0),
  idle_s bigint NOT NULL CHECK (idle_s >= 0),
  -- of the average speeds of its trips
  speed_tenths_kph bigint NOT NULL CHECK (speed_tenths_kph >= 0),
  PRIMARY KEY (${KEY})
) WITH (fillfactor = 80);
-- The whole key, so that a day is found by either index, whatever the planner knows of the table.
CREATE INDEX trip_days_zone ON trip_days (zone_id, day, business_id, entity_id, device_id);
`

const SIGNED = {
  INSERT: 'SELECT 1 AS sign, is_now.* FROM is_now',
  UPDATE: 'SELECT 1 AS sign, is_now.* FROM is_now UNION ALL SELECT -1, was.* FROM was',
  DELETE: 'SELECT -1 AS sign, was.* FROM was',
}
const SEEN = {
  INSERT: 'NEW TABLE AS is_now',
  UPDATE: 'OLD TABLE AS was NEW TABLE AS is_now',
  DELETE: 'OLD TABLE AS was',
}

/**
 * Returns a trigger function that adds the differences to existing days and creates missing days. Rows are updated in the
 * order of their keys, so that two writers cannot deadlock. Hash and merge joins are switched off. Otherwise a connection
 * could keep, for weeks, a plan that was made when the table was small.
 */
const summing = (event: keyof typeof SIGNED) => `
CREATE FUNCTION trips_sum_days_on_${event.toLowerCase()}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  emptied tid[];
BEGIN
  WITH changed AS MATERIALIZED (
    ${contributions(SIGNED[event], 'summary_zones')}
    HAVING sum(t.sign) <> 0 OR sum(t.sign * t.distance_m) <> 0 OR sum(t.sign * t.idle_s) <> 0
      OR sum(t.sign * round(extract(epoch FROM t.ended_at - t.started_at))::int) <> 0
      OR sum(t.sign * round(t.average_speed_kph * 10)::int) <> 0
    ORDER BY ${KEY}
  ), held AS MATERIALIZED (
    SELECT c.* FROM changed c JOIN trip_days d ON ${sameDay('d', 'c')} ORDER BY ${KEY.replaceAll(/\w+/g, 'c.$&')}
    FOR NO KEY UPDATE OF d
  ), changed_days AS (
    UPDATE trip_days SET ${added('held')} FROM held WHERE ${sameDay('trip_days', 'held')}
    RETURNING trip_days.*, trip_days.ctid AS place
  ), made_days AS (
    INSERT INTO trip_days (${KEY}, ${SUMS.join(', ')})
    SELECT ${KEY}, ${SUMS.join(', ')} FROM changed
    WHERE (${KEY}) NOT IN (SELECT ${KEY} FROM changed_days) ORDER BY ${KEY}
    ON CONFLICT (${KEY}) DO UPDATE SET ${added('excluded')}
  )
  SELECT array_agg(place) FILTER (WHERE trips = 0) INTO emptied FROM changed_days;
  IF emptied IS NOT NULL THEN DELETE FROM trip_days WHERE ctid = ANY (emptied); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER trips_sum_days_on_${event.toLowerCase()} AFTER ${event} ON trips REFERENCING ${SEEN[event]}
  FOR EACH STATEMENT EXECUTE FUNCTION trips_sum_days_on_${event.toLowerCase()}();
`

const emptying = `
CREATE FUNCTION trips_sum_no_days() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM trip_days;
  RETURN NULL;
END $$;
CREATE TRIGGER trips_sum_no_days AFTER TRUNCATE ON trips FOR EACH STATEMENT EXECUTE FUNCTION trips_sum_no_days();
`

const zones = `
-- These zones are kept from now on, and no others. Whoever writes trips waits while the days of a new one are counted.
CREATE FUNCTION keep_summary_zones(names text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF (SELECT array_agg(z.name ORDER BY z.name) FROM summary_zones z)
    IS NOT DISTINCT FROM (SELECT array_agg(DISTINCT asked ORDER BY asked) FROM unnest(names) asked) THEN RETURN; END IF;
  LOCK TABLE trips IN SHARE ROW EXCLUSIVE MODE;
  -- A name that is no zone's is refused here, not by the next trip.
  PERFORM now() AT TIME ZONE asked FROM unnest(names) asked;
  DELETE FROM summary_zones z WHERE z.name <> ALL (names);
  WITH new_zones AS (
    INSERT INTO summary_zones (name) SELECT DISTINCT asked FROM unnest(names) asked ON CONFLICT (name) DO NOTHING RETURNING id, name
  )
  INSERT INTO trip_days (${KEY}, ${SUMS.join(', ')})
  SELECT ${KEY}, ${SUMS.join(', ')} FROM (${contributions('SELECT 1 AS sign, trips.* FROM trips', 'new_zones')}) counted
  ORDER BY zone_id, day, entity_id;
  ANALYZE summary_zones, trip_days;
END $$;
SELECT keep_summary_zones('{Europe/Amsterdam}');

-- A zone that is kept and whose days between these two, both included, begin and end when those of the zone asked do.
CREATE FUNCTION summary_zone_for(asked text, from_day date, till_day date) RETURNS int
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT z.id FROM summary_zones z
  WHERE z.name = asked OR NOT EXISTS (
    SELECT FROM generate_series(from_day::timestamp, till_day + interval '1 day', interval '1 day') midnight
    WHERE midnight AT TIME ZONE z.name <> midnight AT TIME ZONE asked
  )
  ORDER BY z.name <> asked, z.id LIMIT 1
$$;
`

const checking = `
-- Days from this one on that are not the sum of their trips: none, or somebody wrote past the triggers.
CREATE FUNCTION trip_day_differences(since date)
RETURNS TABLE (zone text, entity int, day date, device int, business int, kept_trips int, counted_trips bigint, kept_m bigint, counted_m bigint)
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT z.name, entity_id, day, device_id, business_id, kept.trips, counted.trips, kept.distance_m, counted.distance_m
  FROM (SELECT * FROM trip_days d WHERE d.day >= since) kept
  FULL JOIN (
    SELECT * FROM (
      ${contributions("SELECT 1 AS sign, trips.* FROM trips WHERE started_at >= since::timestamptz - interval '2 days'", 'summary_zones')}
    ) c WHERE c.day >= since
  ) counted USING (${KEY})
  LEFT JOIN summary_zones z ON z.id = zone_id
  WHERE (${SUMS.map((sum) => `kept.${sum}`).join(', ')}) IS DISTINCT FROM (${SUMS.map((sum) => `counted.${sum}`).join(', ')})
$$;
REVOKE ALL ON FUNCTION trip_day_differences(date) FROM PUBLIC;
`

/**
 * Condition for days that no customer's privacy affects. If a tracker was on a vehicle only according to the records
 * (0040), its trips from that time must not be shown for this vehicle. Days that may include such trips therefore show no
 * sum. Instead, the reader adds up the trips of these days, and the policy of the same name leaves such trips out.
 */
const nobodyFollowed =
  '(device_id, entity_id) NOT IN (SELECT i.device_id, i.entity_id FROM installations i WHERE i.followed_consumer_id IS NOT NULL)'
const access = `
GRANT SELECT ON summary_zones, trip_days TO roadbook_api;
ALTER TABLE trip_days ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON trip_days TO roadbook_api USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
-- The first half is asked once a statement, and nearly always answers.
CREATE POLICY moved ON trip_days AS RESTRICTIVE TO roadbook_api USING (
  ${nobodyFollowed} OR NOT EXISTS (
    SELECT FROM installations i JOIN summary_zones z ON z.id = trip_days.zone_id
    WHERE i.device_id = trip_days.device_id AND i.entity_id = trip_days.entity_id AND i.followed_consumer_id IS NOT NULL
      AND trip_days.day::timestamp AT TIME ZONE z.name < coalesce(i.moved_at, i.removed_at, 'infinity')
  )
);
-- The same trips as before (0040), without looking for each.
ALTER POLICY moved ON trips USING (${nobodyFollowed} OR NOT EXISTS (
  SELECT 1 FROM installations i
  WHERE i.device_id = trips.device_id AND i.entity_id = trips.entity_id AND i.followed_consumer_id IS NOT NULL
    AND coalesce(trips.ended_at, 'infinity') > i.installed_at AND trips.started_at < coalesce(i.moved_at, i.removed_at, 'infinity')
));
`
