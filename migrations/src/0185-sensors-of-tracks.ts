import { Migration } from './migration.js'

/** Adds the sensor readings to a track, because they explain why a trip began and ended. */
export class SensorsOfTracks1763700000185 extends Migration {
  readonly steps = [track]
}

const track = `
-- What a function answers with cannot be replaced.
DROP FUNCTION waypoints_in_scope(int, timestamptz, timestamptz);
-- A track has none of what a tracker sent while it was somewhere on paper alone.
CREATE FUNCTION waypoints_in_scope(device int, from_time timestamptz, till_time timestamptz)
RETURNS TABLE (
  positioned_at timestamptz, latitude double precision, longitude double precision, speed_kph real, heading smallint,
  altitude_m smallint, validity smallint, ignition boolean, movement boolean
) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 500 AS $$
DECLARE
  period record;
BEGIN
  FOR period IN
    SELECT from_time AS starts, till_time AS ends, 'infinity'::timestamptz AS before
    WHERE current_setting('roadbook.scope', true) = 'all'
      AND NOT EXISTS (SELECT 1 FROM installations i WHERE i.device_id = device AND i.followed_consumer_id IS NOT NULL)
    UNION ALL
    SELECT greatest(from_time, CASE WHEN i.followed_consumer_id IS NULL THEN i.installed_at ELSE coalesce(i.moved_at, 'infinity') END),
      till_time, coalesce(i.removed_at, 'infinity')
    FROM installations i
    WHERE i.device_id = device AND in_scope(i.business_id)
      AND (current_setting('roadbook.scope', true) <> 'all' OR EXISTS (
        SELECT 1 FROM installations f WHERE f.device_id = device AND f.followed_consumer_id IS NOT NULL
      ))
      AND i.installed_at <= till_time AND (i.removed_at IS NULL OR i.removed_at > from_time)
    ORDER BY 1
  LOOP
    RETURN QUERY EXECUTE
      'SELECT w.positioned_at, w.latitude / 1e7::float8, w.longitude / 1e7::float8, (w.speed_tenths_kph / 10.0)::real, w.heading,
         w.altitude_m, w.validity, w.ignition, w.movement
       FROM waypoints w
       WHERE w.device_id = $1 AND w.positioned_at >= $2 AND w.positioned_at <= $3 AND w.positioned_at < $4
       ORDER BY w.positioned_at'
    USING device, period.starts, period.ends, period.before;
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION waypoints_in_scope(int, timestamptz, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION waypoints_in_scope(int, timestamptz, timestamptz) TO roadbook_api;
`
