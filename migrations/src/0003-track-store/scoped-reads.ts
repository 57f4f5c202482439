/** Functions and policies for what a request's role may read. */
export const scopedReads = `
GRANT SELECT ON trips, device_states TO roadbook_api;
ALTER TABLE trips ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON trips TO roadbook_api USING (in_scope(business_id));
ALTER TABLE device_states ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON device_states TO roadbook_api USING (in_scope(business_id));

-- A device's track for the caller's scope, oldest first, both ends included: only while the device was installed for a
-- business in scope, so that neither the former nor the present owner sees the other's period. Scope "all" sees everything.
-- Each period is planned with its own constants: only those let the planner leave out the other weeks.
CREATE FUNCTION waypoints_in_scope(device int, from_time timestamptz, till_time timestamptz)
RETURNS TABLE (
  positioned_at timestamptz, latitude double precision, longitude double precision, speed_kph real, heading smallint,
  altitude_m smallint, validity smallint
) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 500 AS $$
DECLARE
  period record;
BEGIN
  FOR period IN
    SELECT from_time AS starts, till_time AS ends, 'infinity'::timestamptz AS before
    WHERE current_setting('roadbook.scope', true) = 'all'
    UNION ALL
    SELECT greatest(from_time, i.installed_at), till_time, coalesce(i.removed_at, 'infinity')
    FROM installations i
    WHERE current_setting('roadbook.scope', true) <> 'all' AND i.device_id = device AND in_scope(i.business_id)
      AND i.installed_at <= till_time AND (i.removed_at IS NULL OR i.removed_at > from_time)
    ORDER BY 1
  LOOP
    RETURN QUERY EXECUTE
      'SELECT w.positioned_at, w.latitude / 1e7::float8, w.longitude / 1e7::float8, (w.speed_tenths_kph / 10.0)::real, w.heading,
         w.altitude_m, w.validity
       FROM waypoints w
       WHERE w.device_id = $1 AND w.positioned_at >= $2 AND w.positioned_at <= $3 AND w.positioned_at < $4
       ORDER BY w.positioned_at'
    USING device, period.starts, period.ends, period.before;
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION waypoints_in_scope(int, timestamptz, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION waypoints_in_scope(int, timestamptz, timestamptz) TO roadbook_api;
`
