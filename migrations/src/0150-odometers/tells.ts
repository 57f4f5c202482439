/**
 * Returns a view of the state of every device in scope, reduced to what may be shown. For a hidden vehicle, the state shows
 * only if a message arrived in the last 26 hours. `judged_at`, rounded to the day, is the time from which silence is
 * counted. All values that a trip would change are null. The odometer is that of the vehicle on which the device is
 * installed.
 */
function toldStates(name: string, unless: string): string {
  const shown = [
    ...[
      'revision',
      'last_received_at',
      'last_positioned_at',
      'valid_positioned_at',
      'latitude',
      'longitude',
      'speed_kph',
      'heading',
    ],
    ...['moving', 'last_activity_at', 'ignition', 'odometer_m', 'external_battery_mv', 'battery_mv', 'battery_percent'],
    ...['gsm_signal', 'satellites'],
  ]
  return `
CREATE OR REPLACE VIEW ${name} WITH (security_barrier = true) AS
SELECT s.device_id, s.imei, s.entity_id, s.business_id, told.is_hidden,
  CASE WHEN NOT told.is_hidden THEN s.last_received_at
    WHEN s.last_received_at > now() - interval '26 hours' THEN date_trunc('day', now(), 'UTC')
    ELSE date_trunc('day', s.last_received_at, 'UTC') END AS judged_at,
  ${shown.map((column) => `CASE WHEN NOT told.is_hidden THEN ${column === 'odometer_m' ? 'o' : 's'}.${column} END AS ${column}`).join(',\n  ')}
FROM device_states s
LEFT JOIN odometers o ON o.entity_id = s.entity_id
LEFT JOIN LATERAL (
  SELECT e.consumer_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM consents c
      WHERE c.entity_id = e.id AND c.granted_at <= now() AND c.expires_at > now() AND c.revoked_at IS NULL
    ) OR EXISTS (
      SELECT 1 FROM installations i WHERE i.device_id = s.device_id AND i.entity_id = s.entity_id
        AND i.followed_consumer_id IS NOT NULL AND i.moved_at IS NULL
    ) AS is_hidden,
    EXISTS (SELECT 1 FROM missing_cases m WHERE m.entity_id = e.id AND m.state = 'open') AS has_open_case
  FROM entities e WHERE e.id = s.entity_id
) on_vehicle ON TRUE
-- On nothing it is where it was last: on a customer's vehicle for all that is known.
LEFT JOIN LATERAL (
  SELECT was.consumer_id IS NOT NULL OR last.followed_consumer_id IS NOT NULL AND last.moved_at IS NULL AS is_hidden
  FROM installations last JOIN entities was ON was.id = last.entity_id
  WHERE s.entity_id IS NULL AND last.device_id = s.device_id ORDER BY last.installed_at DESC, last.id DESC LIMIT 1
) on_nothing ON TRUE
CROSS JOIN LATERAL (
  SELECT coalesce(on_vehicle.is_hidden ${unless}, on_nothing.is_hidden, FALSE) AS is_hidden
) told
WHERE (SELECT scope_is_all()) OR s.business_id IN (SELECT scope_ids());
`
}

const newest = `
-- Of every vehicle in scope the newest state that a device had on it, told as \`told_states\` tells it.
CREATE OR REPLACE VIEW told_newest WITH (security_barrier = true) AS
SELECT s.entity_id, s.device_id, told.is_hidden,
  CASE WHEN NOT told.is_hidden THEN s.last_received_at
    WHEN s.last_received_at > now() - interval '26 hours' THEN date_trunc('day', now(), 'UTC')
    ELSE date_trunc('day', s.last_received_at, 'UTC') END AS judged_at,
  CASE WHEN NOT told.is_hidden THEN s.last_received_at END AS last_received_at,
  CASE WHEN NOT told.is_hidden THEN s.moving END AS moving,
  CASE WHEN NOT told.is_hidden THEN o.odometer_m END AS odometer_m,
  CASE WHEN NOT told.is_hidden THEN s.external_battery_mv END AS external_battery_mv
FROM (
  SELECT DISTINCT ON (entity_id) entity_id, device_id, last_received_at, moving, external_battery_mv
  FROM device_states
  WHERE entity_id IS NOT NULL AND ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()))
  ORDER BY entity_id, last_received_at DESC, device_id DESC
) s
LEFT JOIN odometers o ON o.entity_id = s.entity_id
LEFT JOIN (
  SELECT e.id FROM entities e WHERE e.consumer_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM consents c
    WHERE c.entity_id = e.id AND c.granted_at <= now() AND c.expires_at > now() AND c.revoked_at IS NULL
  )
) customers ON customers.id = s.entity_id
LEFT JOIN (
  SELECT DISTINCT i.device_id, i.entity_id FROM installations i WHERE i.followed_consumer_id IS NOT NULL AND i.moved_at IS NULL
) on_paper ON on_paper.device_id = s.device_id AND on_paper.entity_id = s.entity_id
CROSS JOIN LATERAL (SELECT customers.id IS NOT NULL OR on_paper.device_id IS NOT NULL AS is_hidden) told;
`

const atTrips = `
-- What the odometer showed at both ends of trips in scope. As its tracker counted: the first and last that their fixes tell. Not of a
-- tracker that is no longer on the vehicle, of a counter that has begun again since, or that stood still on the way. Else as the trips
-- since add up, where nothing else counts and somebody said where they began.
DROP FUNCTION trip_odometers_in_scope(bigint[]);
CREATE FUNCTION trip_odometers_in_scope(trips_asked bigint[])
RETURNS TABLE (trip_id bigint, start_m bigint, stop_m bigint, is_counted boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 100 AS $$
DECLARE
  one record;
  counted bigint[] := '{}';
BEGIN
  FOR one IN
    SELECT t.id, t.device_id, t.started_at, t.ended_at, t.distance_m,
      coalesce(o.offset_m, 0) + coalesce(s.odometer_m - s.counter_m, 0) AS added_m
    FROM trips t
    JOIN odometers o ON o.entity_id = t.entity_id
    JOIN installations i ON i.entity_id = t.entity_id AND i.device_id = t.device_id AND i.removed_at IS NULL
      AND i.installed_at <= t.started_at
    LEFT JOIN device_states s ON s.device_id = t.device_id
    WHERE t.id = ANY (trips_asked) AND in_scope(t.business_id)
      AND (i.followed_consumer_id IS NULL OR i.moved_at <= t.started_at)
      AND t.started_at >= coalesce(s.counter_since, '-infinity')
  LOOP
    RETURN QUERY EXECUTE
      'SELECT $1, first.odometer_m + $5, last.odometer_m + $5, true
       FROM (SELECT w.odometer_m FROM waypoints w WHERE w.device_id = $2 AND w.positioned_at BETWEEN $3 AND $4
         AND w.odometer_m IS NOT NULL ORDER BY w.positioned_at LIMIT 1) first,
         (SELECT w.odometer_m FROM waypoints w WHERE w.device_id = $2 AND w.positioned_at BETWEEN $3 AND $4
         AND w.odometer_m IS NOT NULL ORDER BY w.positioned_at DESC LIMIT 1) last
       WHERE last.odometer_m > first.odometer_m OR $6 <= 1000'
    USING one.id, one.device_id, one.started_at, one.ended_at, one.added_m, one.distance_m;
    IF FOUND THEN counted := counted || one.id; END IF;
  END LOOP;
  RETURN QUERY
    WITH asked AS (
      SELECT t.entity_id, min(t.started_at) AS started_at FROM trips t
      WHERE t.id = ANY (trips_asked) AND t.id <> ALL (counted) AND in_scope(t.business_id) GROUP BY t.entity_id
    ), run AS (
      SELECT t.id, t.distance_m,
        o.odometer_m - sum(t.distance_m) OVER (PARTITION BY t.entity_id ORDER BY t.started_at DESC, t.id DESC) AS start_m
      FROM asked a JOIN odometers o ON o.entity_id = a.entity_id AND o.is_known AND o.lead_m = 0
      JOIN trips t ON t.entity_id = a.entity_id AND t.started_at >= greatest(a.started_at, o.since)
    )
    SELECT r.id, r.start_m::bigint, (r.start_m + r.distance_m)::bigint, false FROM run r
    WHERE r.id = ANY (trips_asked) AND r.id <> ALL (counted) AND r.start_m >= 0;
END $$;
REVOKE ALL ON FUNCTION trip_odometers_in_scope(bigint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION trip_odometers_in_scope(bigint[]) TO roadbook_api;
`

export const tells = `${toldStates('told_states', '')}${toldStates('told_states_of_cases', 'AND NOT has_open_case')}
${newest}${atTrips}
ALTER TABLE entities DROP COLUMN odometer_offset_m, DROP COLUMN odometer_pending;
`
