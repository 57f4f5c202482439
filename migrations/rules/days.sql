-- Days: when they begin, and the sums of a vehicle’s trips for each of them.

-- Returns the first moment of a day. If clocks show midnight 24 hours after the midnight of the day before, this is the
-- moment. Otherwise it is the only midnight of the day, or, if clocks skip midnight, the moment when they do.
CREATE OR REPLACE FUNCTION start_of_day(day date, zone text) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN (((day - 1)::timestamp AT TIME ZONE zone AT TIME ZONE 'UTC' + interval '1 day') AT TIME ZONE 'UTC') AT TIME ZONE zone
      = day::timestamp
    THEN ((day - 1)::timestamp AT TIME ZONE zone AT TIME ZONE 'UTC' + interval '1 day') AT TIME ZONE 'UTC'
    ELSE day::timestamp AT TIME ZONE zone END
$$;

-- Returns a zone with stored day sums whose days begin, in this period, when those of the requested zone begin. Returns null if
-- there is none.
CREATE OR REPLACE FUNCTION summary_zone_for(asked text, from_day date, till_day date) RETURNS int
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT z.id FROM summary_zones z
  WHERE z.name = asked OR NOT EXISTS (
    SELECT FROM generate_series(0, till_day + 1 - from_day) days
    WHERE start_of_day(from_day + days, z.name) <> start_of_day(from_day + days, asked)
  )
  ORDER BY z.name <> asked, z.id LIMIT 1
$$;

-- Sets the zones for which day sums are stored. Writers of trips wait while the days of a new zone are counted.
CREATE OR REPLACE FUNCTION keep_summary_zones(names text[]) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
  INSERT INTO trip_days (entity_id, zone_id, day, device_id, business_id, trips, distance_m, duration_s, idle_s, speed_tenths_kph)
  SELECT entity_id, zone_id, day, device_id, business_id, trips, distance_m, duration_s, idle_s, speed_tenths_kph FROM (
  SELECT t.entity_id, z.id AS zone_id, (t.started_at AT TIME ZONE z.name)::date AS day, t.device_id, t.business_id,
    sum(t.sign) AS trips, sum(t.sign * t.distance_m) AS distance_m,
    sum(t.sign * round(extract(epoch FROM t.ended_at - t.started_at))::int) AS duration_s, sum(t.sign * t.idle_s) AS idle_s,
    sum(t.sign * round(t.average_speed_kph * 10)::int) AS speed_tenths_kph
  FROM (SELECT 1 AS sign, trips.* FROM trips) t CROSS JOIN new_zones z
  WHERE t.entity_id IS NOT NULL AND t.deleted_at IS NULL
  GROUP BY entity_id, zone_id, day, device_id, business_id) counted
  ORDER BY zone_id, day, entity_id;
  ANALYZE summary_zones, trip_days;
END $$;
REVOKE ALL ON FUNCTION keep_summary_zones(text[]) FROM PUBLIC;

-- Returns the days, from the given day on, whose sums differ from their trips. There are such days only if trips were written
-- without the triggers.
CREATE OR REPLACE FUNCTION trip_day_differences(since date)
RETURNS TABLE (zone text, entity int, day date, device int, business int, kept_trips int, counted_trips bigint, kept_m bigint, counted_m bigint)
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT z.name, entity_id, day, device_id, business_id, kept.trips, counted.trips, kept.distance_m, counted.distance_m
  FROM (SELECT * FROM trip_days d WHERE d.day >= since) kept
  FULL JOIN (
    SELECT * FROM (
  SELECT t.entity_id, z.id AS zone_id, (t.started_at AT TIME ZONE z.name)::date AS day, t.device_id, t.business_id,
    sum(t.sign) AS trips, sum(t.sign * t.distance_m) AS distance_m,
    sum(t.sign * round(extract(epoch FROM t.ended_at - t.started_at))::int) AS duration_s, sum(t.sign * t.idle_s) AS idle_s,
    sum(t.sign * round(t.average_speed_kph * 10)::int) AS speed_tenths_kph
  FROM (SELECT 1 AS sign, trips.* FROM trips WHERE started_at >= since::timestamptz - interval '2 days') t CROSS JOIN summary_zones z
  WHERE t.entity_id IS NOT NULL AND t.deleted_at IS NULL
  GROUP BY entity_id, zone_id, day, device_id, business_id
    ) c WHERE c.day >= since
  ) counted USING (entity_id, zone_id, day, device_id, business_id)
  LEFT JOIN summary_zones z ON z.id = zone_id
  WHERE (kept.trips, kept.distance_m, kept.duration_s, kept.idle_s, kept.speed_tenths_kph) IS DISTINCT FROM (counted.trips, counted.distance_m, counted.duration_s, counted.idle_s, counted.speed_tenths_kph)
$$;
REVOKE ALL ON FUNCTION trip_day_differences(date) FROM PUBLIC;

-- Adds changes of trips to the sums of their days, in the same transaction and as differences, so that any order of writes gives
-- the same sums. Existing days are locked in the order of their keys, so that two writers cannot wait for each other. They are
-- found by key, because connections keep a plan for weeks that was made when the table was small. This function and the next two
-- differ in the rows that they see: new ones, both, or old ones.
CREATE OR REPLACE FUNCTION trips_sum_days_on_insert() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  emptied tid[];
BEGIN
  WITH changed AS MATERIALIZED (
  SELECT t.entity_id, z.id AS zone_id, (t.started_at AT TIME ZONE z.name)::date AS day, t.device_id, t.business_id,
    sum(t.sign) AS trips, sum(t.sign * t.distance_m) AS distance_m,
    sum(t.sign * round(extract(epoch FROM t.ended_at - t.started_at))::int) AS duration_s, sum(t.sign * t.idle_s) AS idle_s,
    sum(t.sign * round(t.average_speed_kph * 10)::int) AS speed_tenths_kph
  FROM (SELECT 1 AS sign, is_now.* FROM is_now) t CROSS JOIN summary_zones z
  WHERE t.entity_id IS NOT NULL AND t.deleted_at IS NULL
  GROUP BY entity_id, zone_id, day, device_id, business_id
    HAVING sum(t.sign) <> 0 OR sum(t.sign * t.distance_m) <> 0 OR sum(t.sign * t.idle_s) <> 0
      OR sum(t.sign * round(extract(epoch FROM t.ended_at - t.started_at))::int) <> 0
      OR sum(t.sign * round(t.average_speed_kph * 10)::int) <> 0
    ORDER BY entity_id, zone_id, day, device_id, business_id
  ), held AS MATERIALIZED (
    SELECT c.* FROM changed c JOIN trip_days d ON d.entity_id = c.entity_id AND d.zone_id = c.zone_id AND d.day = c.day AND d.device_id = c.device_id AND d.business_id = c.business_id ORDER BY c.entity_id, c.zone_id, c.day, c.device_id, c.business_id
    FOR NO KEY UPDATE OF d
  ), changed_days AS (
    UPDATE trip_days SET trips = trip_days.trips + held.trips, distance_m = trip_days.distance_m + held.distance_m, duration_s = trip_days.duration_s + held.duration_s, idle_s = trip_days.idle_s + held.idle_s, speed_tenths_kph = trip_days.speed_tenths_kph + held.speed_tenths_kph FROM held WHERE trip_days.entity_id = held.entity_id AND trip_days.zone_id = held.zone_id AND trip_days.day = held.day AND trip_days.device_id = held.device_id AND trip_days.business_id = held.business_id
    RETURNING trip_days.*, trip_days.ctid AS place
  ), made_days AS (
    INSERT INTO trip_days (entity_id, zone_id, day, device_id, business_id, trips, distance_m, duration_s, idle_s, speed_tenths_kph)
    SELECT entity_id, zone_id, day, device_id, business_id, trips, distance_m, duration_s, idle_s, speed_tenths_kph FROM changed
    WHERE (entity_id, zone_id, day, device_id, business_id) NOT IN (SELECT entity_id, zone_id, day, device_id, business_id FROM changed_days) ORDER BY entity_id, zone_id, day, device_id, business_id
    ON CONFLICT (entity_id, zone_id, day, device_id, business_id) DO UPDATE SET trips = trip_days.trips + excluded.trips, distance_m = trip_days.distance_m + excluded.distance_m, duration_s = trip_days.duration_s + excluded.duration_s, idle_s = trip_days.idle_s + excluded.idle_s, speed_tenths_kph = trip_days.speed_tenths_kph + excluded.speed_tenths_kph
  )
  SELECT array_agg(place) FILTER (WHERE trips = 0) INTO emptied FROM changed_days;
  IF emptied IS NOT NULL THEN DELETE FROM trip_days WHERE ctid = ANY (emptied); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION trips_sum_days_on_update() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  emptied tid[];
BEGIN
  WITH changed AS MATERIALIZED (
  SELECT t.entity_id, z.id AS zone_id, (t.started_at AT TIME ZONE z.name)::date AS day, t.device_id, t.business_id,
    sum(t.sign) AS trips, sum(t.sign * t.distance_m) AS distance_m,
    sum(t.sign * round(extract(epoch FROM t.ended_at - t.started_at))::int) AS duration_s, sum(t.sign * t.idle_s) AS idle_s,
    sum(t.sign * round(t.average_speed_kph * 10)::int) AS speed_tenths_kph
  FROM (SELECT 1 AS sign, is_now.* FROM is_now UNION ALL SELECT -1, was.* FROM was) t CROSS JOIN summary_zones z
  WHERE t.entity_id IS NOT NULL AND t.deleted_at IS NULL
  GROUP BY entity_id, zone_id, day, device_id, business_id
    HAVING sum(t.sign) <> 0 OR sum(t.sign * t.distance_m) <> 0 OR sum(t.sign * t.idle_s) <> 0
      OR sum(t.sign * round(extract(epoch FROM t.ended_at - t.started_at))::int) <> 0
      OR sum(t.sign * round(t.average_speed_kph * 10)::int) <> 0
    ORDER BY entity_id, zone_id, day, device_id, business_id
  ), held AS MATERIALIZED (
    SELECT c.* FROM changed c JOIN trip_days d ON d.entity_id = c.entity_id AND d.zone_id = c.zone_id AND d.day = c.day AND d.device_id = c.device_id AND d.business_id = c.business_id ORDER BY c.entity_id, c.zone_id, c.day, c.device_id, c.business_id
    FOR NO KEY UPDATE OF d
  ), changed_days AS (
    UPDATE trip_days SET trips = trip_days.trips + held.trips, distance_m = trip_days.distance_m + held.distance_m, duration_s = trip_days.duration_s + held.duration_s, idle_s = trip_days.idle_s + held.idle_s, speed_tenths_kph = trip_days.speed_tenths_kph + held.speed_tenths_kph FROM held WHERE trip_days.entity_id = held.entity_id AND trip_days.zone_id = held.zone_id AND trip_days.day = held.day AND trip_days.device_id = held.device_id AND trip_days.business_id = held.business_id
    RETURNING trip_days.*, trip_days.ctid AS place
  ), made_days AS (
    INSERT INTO trip_days (entity_id, zone_id, day, device_id, business_id, trips, distance_m, duration_s, idle_s, speed_tenths_kph)
    SELECT entity_id, zone_id, day, device_id, business_id, trips, distance_m, duration_s, idle_s, speed_tenths_kph FROM changed
    WHERE (entity_id, zone_id, day, device_id, business_id) NOT IN (SELECT entity_id, zone_id, day, device_id, business_id FROM changed_days) ORDER BY entity_id, zone_id, day, device_id, business_id
    ON CONFLICT (entity_id, zone_id, day, device_id, business_id) DO UPDATE SET trips = trip_days.trips + excluded.trips, distance_m = trip_days.distance_m + excluded.distance_m, duration_s = trip_days.duration_s + excluded.duration_s, idle_s = trip_days.idle_s + excluded.idle_s, speed_tenths_kph = trip_days.speed_tenths_kph + excluded.speed_tenths_kph
  )
  SELECT array_agg(place) FILTER (WHERE trips = 0) INTO emptied FROM changed_days;
  IF emptied IS NOT NULL THEN DELETE FROM trip_days WHERE ctid = ANY (emptied); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION trips_sum_days_on_delete() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  emptied tid[];
BEGIN
  WITH changed AS MATERIALIZED (
  SELECT t.entity_id, z.id AS zone_id, (t.started_at AT TIME ZONE z.name)::date AS day, t.device_id, t.business_id,
    sum(t.sign) AS trips, sum(t.sign * t.distance_m) AS distance_m,
    sum(t.sign * round(extract(epoch FROM t.ended_at - t.started_at))::int) AS duration_s, sum(t.sign * t.idle_s) AS idle_s,
    sum(t.sign * round(t.average_speed_kph * 10)::int) AS speed_tenths_kph
  FROM (SELECT -1 AS sign, was.* FROM was) t CROSS JOIN summary_zones z
  WHERE t.entity_id IS NOT NULL AND t.deleted_at IS NULL
  GROUP BY entity_id, zone_id, day, device_id, business_id
    HAVING sum(t.sign) <> 0 OR sum(t.sign * t.distance_m) <> 0 OR sum(t.sign * t.idle_s) <> 0
      OR sum(t.sign * round(extract(epoch FROM t.ended_at - t.started_at))::int) <> 0
      OR sum(t.sign * round(t.average_speed_kph * 10)::int) <> 0
    ORDER BY entity_id, zone_id, day, device_id, business_id
  ), held AS MATERIALIZED (
    SELECT c.* FROM changed c JOIN trip_days d ON d.entity_id = c.entity_id AND d.zone_id = c.zone_id AND d.day = c.day AND d.device_id = c.device_id AND d.business_id = c.business_id ORDER BY c.entity_id, c.zone_id, c.day, c.device_id, c.business_id
    FOR NO KEY UPDATE OF d
  ), changed_days AS (
    UPDATE trip_days SET trips = trip_days.trips + held.trips, distance_m = trip_days.distance_m + held.distance_m, duration_s = trip_days.duration_s + held.duration_s, idle_s = trip_days.idle_s + held.idle_s, speed_tenths_kph = trip_days.speed_tenths_kph + held.speed_tenths_kph FROM held WHERE trip_days.entity_id = held.entity_id AND trip_days.zone_id = held.zone_id AND trip_days.day = held.day AND trip_days.device_id = held.device_id AND trip_days.business_id = held.business_id
    RETURNING trip_days.*, trip_days.ctid AS place
  ), made_days AS (
    INSERT INTO trip_days (entity_id, zone_id, day, device_id, business_id, trips, distance_m, duration_s, idle_s, speed_tenths_kph)
    SELECT entity_id, zone_id, day, device_id, business_id, trips, distance_m, duration_s, idle_s, speed_tenths_kph FROM changed
    WHERE (entity_id, zone_id, day, device_id, business_id) NOT IN (SELECT entity_id, zone_id, day, device_id, business_id FROM changed_days) ORDER BY entity_id, zone_id, day, device_id, business_id
    ON CONFLICT (entity_id, zone_id, day, device_id, business_id) DO UPDATE SET trips = trip_days.trips + excluded.trips, distance_m = trip_days.distance_m + excluded.distance_m, duration_s = trip_days.duration_s + excluded.duration_s, idle_s = trip_days.idle_s + excluded.idle_s, speed_tenths_kph = trip_days.speed_tenths_kph + excluded.speed_tenths_kph
  )
  SELECT array_agg(place) FILTER (WHERE trips = 0) INTO emptied FROM changed_days;
  IF emptied IS NOT NULL THEN DELETE FROM trip_days WHERE ctid = ANY (emptied); END IF;
  RETURN NULL;
END $$;

-- Deletes all day sums when all trips are deleted.
CREATE OR REPLACE FUNCTION trips_sum_no_days() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM trip_days;
  RETURN NULL;
END $$;
