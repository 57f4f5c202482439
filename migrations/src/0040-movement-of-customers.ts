import { Migration } from './migration.js'

/**
 * G-106, G-107: lets the database itself hide a customer's movement, so that a vehicle's state shows only what may be
 * known. If the records say that a tracker was removed from a customer's vehicle, the tracker stays hidden until there is
 * evidence that it really moved. Installations from before this migration are assumed to be correct.
 */
export class MovementOfCustomers1763700000040 extends Migration {
  readonly steps = [
    follow,
    privacy,
    toldStates('told_states', ''),
    toldStates('told_states_of_cases', 'AND NOT has_open_case'),
    reads,
  ]
}

const follow = `
ALTER TABLE installations
  -- Whose vehicle the tracker came off, or may still be on. No reference: what was theirs stays hidden when they are forgotten.
  ADD COLUMN followed_consumer_id int,
  -- When it was shown that the tracker is where it was said to be.
  ADD COLUMN moved_at timestamptz,
  ADD CONSTRAINT installations_moved CHECK (moved_at >= installed_at);
CREATE INDEX installations_followed ON installations (device_id, entity_id) WHERE followed_consumer_id IS NOT NULL;

CREATE FUNCTION installations_follow() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  SELECT coalesce(CASE WHEN before.moved_at IS NULL THEN before.followed_consumer_id END, was.consumer_id)
  INTO NEW.followed_consumer_id
  FROM installations before JOIN entities was ON was.id = before.entity_id
  WHERE before.device_id = NEW.device_id ORDER BY before.installed_at DESC, before.id DESC LIMIT 1;
  -- Back on a vehicle of the same customer it is where that one's consent speaks for it.
  IF NEW.followed_consumer_id = (SELECT consumer_id FROM entities WHERE id = NEW.entity_id) THEN NEW.followed_consumer_id := NULL; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER installations_follow BEFORE INSERT ON installations FOR EACH ROW EXECUTE FUNCTION installations_follow();
`

const privacy = `
CREATE OR REPLACE VIEW entity_privacy WITH (security_invoker = true) AS
SELECT e.id AS entity_id,
  e.consumer_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM consents c
    WHERE c.entity_id = e.id AND c.granted_at <= now() AND c.expires_at > now() AND c.revoked_at IS NULL
  ) OR EXISTS (
    SELECT 1 FROM installations i
    WHERE i.entity_id = e.id AND i.removed_at IS NULL AND i.followed_consumer_id IS NOT NULL AND i.moved_at IS NULL
  ) AS hidden_from_business,
  EXISTS (SELECT 1 FROM missing_cases m WHERE m.entity_id = e.id AND m.state = 'open') AS has_open_case
FROM entities e;

-- What a vehicle did while its tracker was on it on paper alone is no trip of that vehicle.
CREATE POLICY moved ON trips AS RESTRICTIVE TO roadbook_api USING (NOT EXISTS (
  SELECT 1 FROM installations i
  WHERE i.device_id = trips.device_id AND i.entity_id = trips.entity_id AND i.followed_consumer_id IS NOT NULL
    AND coalesce(trips.ended_at, 'infinity') > i.installed_at AND trips.started_at < coalesce(i.moved_at, i.removed_at, 'infinity')
));
`

/**
 * Returns a view of the state of every device in scope, reduced to what may be shown. For a hidden vehicle, the state shows
 * only if a message arrived in the last 26 hours. `judged_at`, rounded to the day, is the time from which silence is
 * counted. All values that a trip would change are null.
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
CREATE VIEW ${name} WITH (security_barrier = true) AS
SELECT s.device_id, s.imei, s.entity_id, s.business_id, told.is_hidden,
  CASE WHEN NOT told.is_hidden THEN s.last_received_at
    WHEN s.last_received_at > now() - interval '26 hours' THEN date_trunc('day', now(), 'UTC')
    ELSE date_trunc('day', s.last_received_at, 'UTC') END AS judged_at,
  ${shown.map((column) => `CASE WHEN NOT told.is_hidden THEN s.${column} END AS ${column}`).join(',\n  ')}
FROM device_states s
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
GRANT SELECT ON ${name} TO roadbook_api;
`
}

const reads = `
REVOKE SELECT ON device_states FROM roadbook_api;

-- Also of others: those periods must be known to be left out. What was sent before \`shown_from\` is a former customer's.
DROP FUNCTION device_periods_in_scope(int);
CREATE FUNCTION device_periods_in_scope(device int)
RETURNS TABLE (
  installed_at timestamptz, removed_at timestamptz, is_own boolean, entity_id int, is_customers boolean, shown_from timestamptz
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 3 AS $$
  SELECT i.installed_at, i.removed_at, in_scope(i.business_id), CASE WHEN in_scope(i.business_id) THEN i.entity_id END,
    e.consumer_id IS NOT NULL OR i.followed_consumer_id IS NOT NULL AND i.moved_at IS NULL,
    CASE WHEN i.followed_consumer_id IS NULL THEN i.installed_at ELSE coalesce(i.moved_at, 'infinity') END
  FROM installations i JOIN devices d ON d.id = i.device_id JOIN entities e ON e.id = i.entity_id
  WHERE i.device_id = device AND in_scope(d.business_id)
  ORDER BY i.installed_at
$$;
REVOKE ALL ON FUNCTION device_periods_in_scope(int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION device_periods_in_scope(int) TO roadbook_api;

-- A track has none of what a tracker sent while it was somewhere on paper alone.
CREATE OR REPLACE FUNCTION waypoints_in_scope(device int, from_time timestamptz, till_time timestamptz)
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
         w.altitude_m, w.validity
       FROM waypoints w
       WHERE w.device_id = $1 AND w.positioned_at >= $2 AND w.positioned_at <= $3 AND w.positioned_at < $4
       ORDER BY w.positioned_at'
    USING device, period.starts, period.ends, period.before;
  END LOOP;
END $$;

-- When a tracker was heard last, for the judgement of an installation, which tells only whether.
CREATE FUNCTION device_heard_at(device int) RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT s.last_received_at FROM device_states s WHERE s.device_id = device AND in_scope(s.business_id)
$$;

-- From now on the entity has ridden so many metres, and its tracker counts on from there.
CREATE FUNCTION entity_set_odometer(entity int, metres bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE entities e SET odometer_floor_m = metres, odometer_offset_m = metres - coalesce(now_on.odometer_m, 0),
    odometer_pending = now_on.device_id IS NOT NULL AND now_on.odometer_m IS NULL, updated_at = clock_timestamp()
  FROM entities same
  LEFT JOIN LATERAL (
    SELECT i.device_id, s.odometer_m FROM installations i
    LEFT JOIN device_states s ON s.device_id = i.device_id AND s.entity_id = i.entity_id
    WHERE i.entity_id = same.id AND i.removed_at IS NULL
  ) now_on ON TRUE
  WHERE same.id = e.id AND e.id = entity AND in_scope(e.business_id)
$$;

-- A case keeps where its vehicle was heard last, also when nobody may see that yet.
CREATE FUNCTION missing_cases_keep_place() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  SELECT s.latitude, s.longitude, s.valid_positioned_at
  INTO NEW.reported_latitude, NEW.reported_longitude, NEW.reported_positioned_at
  FROM device_states s WHERE s.entity_id = NEW.entity_id ORDER BY s.last_received_at DESC LIMIT 1;
  RETURN NEW;
END $$;
CREATE TRIGGER missing_cases_keep_place BEFORE INSERT ON missing_cases
  FOR EACH ROW WHEN (NEW.reported_latitude IS NULL) EXECUTE FUNCTION missing_cases_keep_place();

REVOKE ALL ON FUNCTION device_heard_at(int) FROM PUBLIC;
REVOKE ALL ON FUNCTION entity_set_odometer(int, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION device_heard_at(int), entity_set_odometer(int, bigint) TO roadbook_api;
`
