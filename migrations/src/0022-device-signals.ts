import { Migration } from './migration.js'

/**
 * Adds the data for the live test of a tracker: its last fixes, and the hours in which messages arrived. These data also
 * exist for a tracker that is not installed yet.
 */
export class DeviceSignals1763700000022 extends Migration {
  readonly steps = [deviceSignals]
}

const deviceSignals = `
-- Since when what a device sends is the caller's to know: after the last installation by others, and never while one lasts.
-- Null: not at all.
CREATE FUNCTION device_ours_since(device int, from_time timestamptz) RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE WHEN bool_or(i.id IS NOT NULL AND i.removed_at IS NULL) THEN NULL
    ELSE greatest(from_time, max(i.removed_at)) END
  FROM devices d
  LEFT JOIN installations i ON i.device_id = d.id AND NOT in_scope(i.business_id)
  WHERE d.id = device AND in_scope(d.business_id)
  GROUP BY d.id
$$;

-- The newest fixes since a time, newest first. Executed with its values, so that the planner leaves out the other weeks.
CREATE FUNCTION device_fixes_in_scope(device int, from_time timestamptz, most int)
RETURNS TABLE (
  positioned_at timestamptz, received_at timestamptz, latitude double precision, longitude double precision, speed_kph real,
  heading smallint, satellites smallint, hdop real, external_battery_mv int, gsm_signal smallint, validity smallint
) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 10 AS $$
DECLARE
  since timestamptz := device_ours_since(device, from_time);
BEGIN
  IF since IS NULL THEN RETURN; END IF;
  RETURN QUERY EXECUTE
    'SELECT w.positioned_at, w.received_at, w.latitude / 1e7::float8, w.longitude / 1e7::float8,
       (w.speed_tenths_kph / 10.0)::real, w.heading, w.satellites, (w.hdop_hundredths / 100.0)::real, w.external_battery_mv,
       w.gsm_signal, w.validity
     FROM waypoints w WHERE w.device_id = $1 AND w.positioned_at >= $2 AND w.received_at >= $2
     ORDER BY w.positioned_at DESC LIMIT $3'
  USING device, since, most;
END $$;

-- In which of the 24 hours before a time something of the device arrived: 0 is the oldest. What was recorded up to a day
-- before it arrived counts, too.
CREATE FUNCTION device_online_hours_in_scope(device int, till timestamptz) RETURNS SETOF int
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 24 AS $$
DECLARE
  since timestamptz := device_ours_since(device, till - interval '24 hours');
BEGIN
  IF since IS NULL THEN RETURN; END IF;
  RETURN QUERY EXECUTE
    'SELECT DISTINCT floor(extract(epoch FROM w.received_at - ($3 - interval ''24 hours'')) / 3600)::int
     FROM waypoints w
     WHERE w.device_id = $1 AND w.positioned_at >= $2 - interval ''24 hours'' AND w.received_at >= $2 AND w.received_at < $3'
  USING device, since, till;
END $$;

REVOKE ALL ON FUNCTION device_ours_since(int, timestamptz) FROM PUBLIC;
REVOKE ALL ON FUNCTION device_fixes_in_scope(int, timestamptz, int) FROM PUBLIC;
REVOKE ALL ON FUNCTION device_online_hours_in_scope(int, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION device_fixes_in_scope(int, timestamptz, int) TO roadbook_api;
GRANT EXECUTE ON FUNCTION device_online_hours_in_scope(int, timestamptz) TO roadbook_api;
`
