import { Migration } from './migration.js'

/**
 * Gives each day a single start in SQL. In the Azores and in Havana, clocks are put back from 1:00 to midnight, and `AT
 * TIME ZONE` uses the second of the two midnights. The hour between the two midnights then belonged to the new day by its
 * date, although the day had not begun according to SQL.
 */
export class StartsOfDays1763700000146 extends Migration {
  readonly steps = [start, matching, doubt]
}

const start = `
-- The first moment of a day. The midnight that comes 24 hours after that of the day before is it, where clocks show midnight then;
-- else there is one midnight, or clocks skip it, and the day begins where they do.
CREATE FUNCTION start_of_day(day date, zone text) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN (((day - 1)::timestamp AT TIME ZONE zone AT TIME ZONE 'UTC' + interval '1 day') AT TIME ZONE 'UTC') AT TIME ZONE zone
      = day::timestamp
    THEN ((day - 1)::timestamp AT TIME ZONE zone AT TIME ZONE 'UTC' + interval '1 day') AT TIME ZONE 'UTC'
    ELSE day::timestamp AT TIME ZONE zone END
$$;
`

const matching = `
CREATE OR REPLACE FUNCTION summary_zone_for(asked text, from_day date, till_day date) RETURNS int
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT z.id FROM summary_zones z
  WHERE z.name = asked OR NOT EXISTS (
    SELECT FROM generate_series(0, till_day + 1 - from_day) days
    WHERE start_of_day(from_day + days, z.name) <> start_of_day(from_day + days, asked)
  )
  ORDER BY z.name <> asked, z.id LIMIT 1
$$;
`

// The policy of step 44, but with the new function for the start of a day.
const doubt = `
ALTER POLICY moved ON trip_days USING (
  (device_id, entity_id) NOT IN (SELECT i.device_id, i.entity_id FROM installations i WHERE i.followed_consumer_id IS NOT NULL)
  OR NOT EXISTS (
    SELECT FROM installations i JOIN summary_zones z ON z.id = trip_days.zone_id
    WHERE i.device_id = trip_days.device_id AND i.entity_id = trip_days.entity_id AND i.followed_consumer_id IS NOT NULL
      AND start_of_day(trip_days.day, z.name) < coalesce(i.moved_at, i.removed_at, 'infinity')
  )
);
`
