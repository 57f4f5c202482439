-- Tracks and trips: the readings that a caller may see, and the rests that end trips.

-- Returns the periods of a device on vehicles, including those of others, which callers must leave out. Data from before
-- `shown_from` belongs to a former customer.
CREATE OR REPLACE FUNCTION device_periods_in_scope(device int)
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
REVOKE ALL ON FUNCTION device_periods_in_scope(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION device_periods_in_scope(integer) TO roadbook_api;

-- Returns the time since which the caller may know what a device sends: after the last installation by others. Returns null while
-- such an installation lasts.
CREATE OR REPLACE FUNCTION device_ours_since(device int, from_time timestamptz) RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE WHEN bool_or(i.id IS NOT NULL AND i.removed_at IS NULL) THEN NULL
    ELSE greatest(from_time, max(i.removed_at)) END
  FROM devices d
  LEFT JOIN installations i ON i.device_id = d.id AND NOT in_scope(i.business_id)
  WHERE d.id = device AND in_scope(d.business_id)
  GROUP BY d.id
$$;
REVOKE ALL ON FUNCTION device_ours_since(integer,timestamp with time zone) FROM PUBLIC;

-- Returns the time when a tracker last sent. Used for the check of an installation, which shows only whether the tracker
-- sent.
CREATE OR REPLACE FUNCTION device_heard_at(device int) RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT s.last_received_at FROM device_states s WHERE s.device_id = device AND in_scope(s.business_id)
$$;
REVOKE ALL ON FUNCTION device_heard_at(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION device_heard_at(integer) TO roadbook_api;

-- Returns the parts of a period, both ends included, in which a device in scope was on a vehicle, and not only on paper. A caller
-- who sees everything gets the whole period of a device that was never removed from a customer’s vehicle. The function has no
-- rights and no path of its own, because only then the planner inlines it. Only functions with the owner’s rights and a fixed path
-- call it.
CREATE OR REPLACE FUNCTION periods_in_scope(device int, from_time timestamptz, till_time timestamptz)
RETURNS TABLE (starts timestamptz, ends timestamptz, before timestamptz)
LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT from_time, till_time, 'infinity'::timestamptz
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
$$;
REVOKE ALL ON FUNCTION periods_in_scope(integer,timestamp with time zone,timestamp with time zone) FROM PUBLIC;

-- Returns the track of a device in scope. Runs as dynamic SQL with its values, so that the planner leaves out the other weeks.
CREATE OR REPLACE FUNCTION waypoints_in_scope(device int, from_time timestamptz, till_time timestamptz)
RETURNS TABLE (
  positioned_at timestamptz, latitude double precision, longitude double precision, speed_kph real, heading smallint,
  altitude_m smallint, validity smallint, ignition boolean, movement boolean
) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 500 AS $$
DECLARE
  period record;
BEGIN
  FOR period IN SELECT * FROM periods_in_scope(device, from_time, till_time) LOOP
    RETURN QUERY EXECUTE
      'SELECT w.positioned_at, w.latitude / 1e7::float8, w.longitude / 1e7::float8, (w.speed_tenths_kph / 10.0)::real, w.heading,
         w.altitude_m, w.validity, w.ignition, w.movement
       FROM waypoints w
       WHERE w.device_id = $1 AND w.positioned_at >= $2 AND w.positioned_at <= $3 AND w.positioned_at < $4
       ORDER BY w.positioned_at'
    USING device, period.starts, period.ends, period.before;
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION waypoints_in_scope(integer,timestamp with time zone,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION waypoints_in_scope(integer,timestamp with time zone,timestamp with time zone) TO roadbook_api;

-- Returns the same track as it is stored, up to a time that is not included, oldest first, and at most a given number of
-- rows. Used for previews of alerts.
CREATE OR REPLACE FUNCTION stored_waypoints_in_scope(device int, from_time timestamptz, before_time timestamptz, most int)
RETURNS SETOF waypoints LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 500 AS $$
DECLARE
  period record;
  wanted int := most;
  given int;
BEGIN
  FOR period IN SELECT * FROM periods_in_scope(device, from_time, before_time) LOOP
    RETURN QUERY EXECUTE
      'SELECT w.* FROM waypoints w WHERE w.device_id = $1 AND w.positioned_at >= $2 AND w.positioned_at < $3
       ORDER BY w.positioned_at LIMIT $4'
    USING device, period.starts, least(before_time, period.before), wanted;
    GET DIAGNOSTICS given = ROW_COUNT;
    wanted := wanted - given;
    EXIT WHEN wanted <= 0;
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION stored_waypoints_in_scope(integer,timestamp with time zone,timestamp with time zone,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION stored_waypoints_in_scope(integer,timestamp with time zone,timestamp with time zone,integer) TO roadbook_api;

-- Returns the newest waypoint of that track.
CREATE OR REPLACE FUNCTION last_waypoint_in_scope(device int, from_time timestamptz, before_time timestamptz) RETURNS SETOF waypoints
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 1 AS $$
DECLARE
  period record;
BEGIN
  FOR period IN SELECT * FROM periods_in_scope(device, from_time, before_time) ORDER BY 1 DESC LOOP
    RETURN QUERY EXECUTE
      'SELECT w.* FROM waypoints w WHERE w.device_id = $1 AND w.positioned_at >= $2 AND w.positioned_at < $3
       ORDER BY w.positioned_at DESC LIMIT 1'
    USING device, period.starts, least(before_time, period.before);
    IF FOUND THEN RETURN; END IF;
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION last_waypoint_in_scope(integer,timestamp with time zone,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION last_waypoint_in_scope(integer,timestamp with time zone,timestamp with time zone) TO roadbook_api;

-- Returns the number of whole days before a time, at most `most_days`, in which devices stored at most `most` readings. Each
-- device counts from its begin to its end (`begins`, `ends`), and only while it was in scope.
CREATE OR REPLACE FUNCTION days_of_waypoints_in_scope(
  devices int[], begins timestamptz[], ends timestamptz[], till_time timestamptz, most_days int, most int
) RETURNS int LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  ours int[];
  starts timestamptz[];
  befores timestamptz[];
  counted bigint := 0;
  that_day bigint;
BEGIN
  SELECT array_agg(s.device), array_agg(p.starts), array_agg(least(p.ends, p.before)) INTO ours, starts, befores
  FROM unnest(devices, begins, ends) s(device, begins_at, ends_at)
  CROSS JOIN LATERAL periods_in_scope(s.device, greatest(s.begins_at, till_time - most_days * interval '24 hours'), s.ends_at) p;
  IF ours IS NULL THEN RETURN most_days; END IF;
  FOR day IN 1..most_days LOOP
    EXECUTE
      'SELECT count(*) FROM (
         SELECT FROM waypoints w WHERE w.device_id = ANY ($1) AND w.positioned_at >= $2 AND w.positioned_at < $3
           AND EXISTS (SELECT FROM unnest($1, $4, $5) p(device, starts, before)
             WHERE p.device = w.device_id AND w.positioned_at >= p.starts AND w.positioned_at < p.before)
         LIMIT $6) counted'
    INTO that_day
    USING ours, till_time - day * interval '24 hours', till_time - (day - 1) * interval '24 hours', starts, befores, most - counted + 1;
    counted := counted + that_day;
    IF counted > most THEN RETURN day - 1; END IF;
  END LOOP;
  RETURN most_days;
END $$;
REVOKE ALL ON FUNCTION days_of_waypoints_in_scope(integer[],timestamp with time zone[],timestamp with time zone[],timestamp with time zone,integer,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION days_of_waypoints_in_scope(integer[],timestamp with time zone[],timestamp with time zone[],timestamp with time zone,integer,integer) TO roadbook_api;

-- Returns the newest fixes since a time, newest first. Runs as dynamic SQL with its values, so that the planner leaves out the
-- other weeks.
CREATE OR REPLACE FUNCTION device_fixes_in_scope(device int, from_time timestamptz, most int)
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
REVOKE ALL ON FUNCTION device_fixes_in_scope(integer,timestamp with time zone,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION device_fixes_in_scope(integer,timestamp with time zone,integer) TO roadbook_api;

-- Returns in which of the 24 hours before a moment, numbered from 0, data of a device arrived. Data that was set aside for
-- its date counts, because it arrived.
CREATE OR REPLACE FUNCTION device_online_hours_in_scope(device int, till timestamptz) RETURNS SETOF int
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 24 AS $$
DECLARE
  since timestamptz := device_ours_since(device, till - interval '24 hours');
BEGIN
  IF since IS NULL THEN RETURN; END IF;
  RETURN QUERY EXECUTE
    'SELECT DISTINCT floor(extract(epoch FROM heard.received_at - ($3 - interval ''24 hours'')) / 3600)::int
     FROM (
       SELECT w.received_at FROM waypoints w
       WHERE w.device_id = $1 AND w.positioned_at >= $2 - interval ''24 hours'' AND w.received_at >= $2 AND w.received_at < $3
       UNION ALL
       SELECT a.received_at FROM waypoints_aside a
       WHERE a.device_id = $1 AND a.reason = 6 AND a.received_at >= $2 AND a.received_at < $3
     ) heard'
  USING device, since, till;
END $$;
REVOKE ALL ON FUNCTION device_online_hours_in_scope(integer,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION device_online_hours_in_scope(integer,timestamp with time zone) TO roadbook_api;

-- Returns the rests of a business in scope, and the rests of the nearest business above that has set some. There are at most
-- two rows for each type.
CREATE OR REPLACE FUNCTION trip_rests_of(business int)
RETURNS TABLE (vehicle_type text, rest_minutes int, from_id int, from_name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 8 AS $$
  SELECT DISTINCT ON (r.vehicle_type, above.id = own.id) r.vehicle_type, r.rest_minutes::int, above.id, above.name
  FROM businesses own
  JOIN trip_rests r ON r.business_id = ANY (own.path)
  JOIN businesses above ON above.id = r.business_id
  WHERE own.id = business AND in_scope(own.id)
  ORDER BY r.vehicle_type, above.id = own.id, array_position(own.path, above.id) DESC
$$;
REVOKE ALL ON FUNCTION trip_rests_of(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION trip_rests_of(integer) TO roadbook_api;

-- Keeps the rests of a business with that business. Vehicles that move use the rests of their new place. This serves
-- `move_business_contents`, which runs as the owner; a policy refuses such a change by a request.
CREATE OR REPLACE FUNCTION trip_rests_stay() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION trips_note_closing() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.closed_at := now();
  RETURN NEW;
END $$;
