-- Odometers: the distance that a vehicle has ridden by its trips, its trackers and readings by hand.

-- Gives each vehicle its odometer.
CREATE OR REPLACE FUNCTION entities_have_odometers() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO odometers (entity_id) VALUES (NEW.id);
  RETURN NULL;
END $$;

-- Returns the odometer of one vehicle, in metres. It is never less than at a change of trackers or at a reading by a person.
CREATE OR REPLACE FUNCTION entity_odometer_m(entity entities, device int) RETURNS bigint LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT greatest(entity.odometer_floor_m, (SELECT o.odometer_m FROM odometers o WHERE o.entity_id = entity.id))
$$;

CREATE OR REPLACE FUNCTION vehicle_odometer_m(entity int) RETURNS bigint LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT greatest(e.odometer_floor_m, o.odometer_m) FROM entities e JOIN odometers o ON o.entity_id = e.id WHERE e.id = entity
$$;
REVOKE ALL ON FUNCTION vehicle_odometer_m(integer) FROM PUBLIC;

-- Returns the share of a time span that lies before a moment, from 0 to 1.
CREATE OR REPLACE FUNCTION share_before(from_at timestamptz, till_at timestamptz, moment timestamptz) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN moment >= till_at THEN 1 WHEN moment <= from_at THEN 0
    ELSE extract(epoch FROM moment - from_at) / extract(epoch FROM till_at - from_at) END::float8
$$;

-- Moves odometers by the changes of trips, as differences, so that any order of writes gives the same value. The lead is the
-- distance by which the tracker’s count exceeds the trips. The last count includes what was ridden before it, so the lead
-- falls by as much as the trips grow. A trip that a user deletes from the list still counts. Rows are found by key, because
-- connections keep plans that were made when the tables were small. This function and the next two differ in the rows that
-- they see: new ones, both, or old ones.
CREATE OR REPLACE FUNCTION trips_move_odometers_on_insert() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $$
BEGIN
  WITH changed AS MATERIALIZED (
    -- A trip that goes on rode between its ends. One that begins elsewhere, or is another vehicle's, is another trip.
    SELECT t.entity_id, sum(t.sign * t.distance_m) AS metres, max(t.ended_at) AS till_at,
      CASE WHEN min(t.ended_at) < max(t.ended_at) THEN min(t.ended_at) ELSE t.started_at END AS from_at
    FROM (SELECT 1 AS sign, is_now.* FROM is_now) t WHERE t.entity_id IS NOT NULL
    GROUP BY t.id, t.entity_id, t.started_at HAVING sum(t.sign * t.distance_m) <> 0
  ), sums AS MATERIALIZED (
    SELECT o.entity_id, sum(round(c.metres * (1 - share_before(c.from_at, c.till_at, o.since))))::bigint AS ridden_m,
      sum(round(c.metres * greatest(0, share_before(c.from_at, c.till_at, o.lead_at) - share_before(c.from_at, c.till_at, o.since)))
        )::bigint AS counted_m
    FROM changed c JOIN odometers o ON o.entity_id = c.entity_id GROUP BY o.entity_id
  )
  UPDATE odometers o SET ridden_m = o.ridden_m + s.ridden_m, lead_m = greatest(0, o.lead_m - s.counted_m)
  FROM sums s WHERE o.entity_id = s.entity_id AND (s.ridden_m <> 0 OR s.counted_m <> 0);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION trips_move_odometers_on_update() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $$
BEGIN
  WITH changed AS MATERIALIZED (
    -- A trip that goes on rode between its ends. One that begins elsewhere, or is another vehicle's, is another trip.
    SELECT t.entity_id, sum(t.sign * t.distance_m) AS metres, max(t.ended_at) AS till_at,
      CASE WHEN min(t.ended_at) < max(t.ended_at) THEN min(t.ended_at) ELSE t.started_at END AS from_at
    FROM (SELECT 1 AS sign, is_now.* FROM is_now UNION ALL SELECT -1, was.* FROM was) t WHERE t.entity_id IS NOT NULL
    GROUP BY t.id, t.entity_id, t.started_at HAVING sum(t.sign * t.distance_m) <> 0
  ), sums AS MATERIALIZED (
    SELECT o.entity_id, sum(round(c.metres * (1 - share_before(c.from_at, c.till_at, o.since))))::bigint AS ridden_m,
      sum(round(c.metres * greatest(0, share_before(c.from_at, c.till_at, o.lead_at) - share_before(c.from_at, c.till_at, o.since)))
        )::bigint AS counted_m
    FROM changed c JOIN odometers o ON o.entity_id = c.entity_id GROUP BY o.entity_id
  )
  UPDATE odometers o SET ridden_m = o.ridden_m + s.ridden_m, lead_m = greatest(0, o.lead_m - s.counted_m)
  FROM sums s WHERE o.entity_id = s.entity_id AND (s.ridden_m <> 0 OR s.counted_m <> 0);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION trips_move_odometers_on_delete() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $$
BEGIN
  WITH changed AS MATERIALIZED (
    -- A trip that goes on rode between its ends. One that begins elsewhere, or is another vehicle's, is another trip.
    SELECT t.entity_id, sum(t.sign * t.distance_m) AS metres, max(t.ended_at) AS till_at,
      CASE WHEN min(t.ended_at) < max(t.ended_at) THEN min(t.ended_at) ELSE t.started_at END AS from_at
    FROM (SELECT -1 AS sign, was.* FROM was) t WHERE t.entity_id IS NOT NULL
    GROUP BY t.id, t.entity_id, t.started_at HAVING sum(t.sign * t.distance_m) <> 0
  ), sums AS MATERIALIZED (
    SELECT o.entity_id, sum(round(c.metres * (1 - share_before(c.from_at, c.till_at, o.since))))::bigint AS ridden_m,
      sum(round(c.metres * greatest(0, share_before(c.from_at, c.till_at, o.lead_at) - share_before(c.from_at, c.till_at, o.since)))
        )::bigint AS counted_m
    FROM changed c JOIN odometers o ON o.entity_id = c.entity_id GROUP BY o.entity_id
  )
  UPDATE odometers o SET ridden_m = o.ridden_m + s.ridden_m, lead_m = greatest(0, o.lead_m - s.counted_m)
  FROM sums s WHERE o.entity_id = s.entity_id AND (s.ridden_m <> 0 OR s.counted_m <> 0);
  RETURN NULL;
END $$;

-- Sets the distance by trips to zero when all trips are deleted.
CREATE OR REPLACE FUNCTION trips_move_odometers_to_none() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE odometers SET ridden_m = 0 WHERE ridden_m <> 0;
  RETURN NULL;
END $$;

-- Applies the count of the tracker on a vehicle. The count raises the odometer if it is ahead of the trips. If the consumer
-- corrects a count on which the odometer is based, the odometer is corrected, too. The first count of a vehicle with an
-- unknown odometer is taken as its total distance until then, whatever its trips show. The values that count from its
-- odometer then move with it. This function and the next one differ in whether a state existed before.
CREATE OR REPLACE FUNCTION device_states_move_odometers_on_insert() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $$
DECLARE
  begun int[];
  moved bigint[];
BEGIN
  WITH states AS MATERIALIZED (
    SELECT s.device_id, max(s.entity_id) FILTER (WHERE s.sign = 1) AS entity_id, max(s.odometer_m) FILTER (WHERE s.sign = 1) AS counted_m, max(s.odometer_m) FILTER (WHERE s.sign = -1) AS was_m,
      max(s.last_positioned_at) FILTER (WHERE s.sign = 1) AS counted_at, max(s.counter_began_m) FILTER (WHERE s.sign = 1) AS began_m, max(s.counter_began_at) FILTER (WHERE s.sign = 1) AS began_at,
      max(s.counter_began_m) FILTER (WHERE s.sign = -1) AS was_begun_m, max(s.last_positioned_at) FILTER (WHERE s.sign = -1) AS was_at
    FROM (SELECT 1 AS sign, device_id, entity_id, odometer_m, counter_began_m, counter_began_at, last_positioned_at FROM is_now) s GROUP BY s.device_id
    HAVING max(s.odometer_m) FILTER (WHERE s.sign = 1) IS NOT NULL AND (max(s.odometer_m) FILTER (WHERE s.sign = 1), max(s.counter_began_m) FILTER (WHERE s.sign = 1), max(s.entity_id) FILTER (WHERE s.sign = 1))
      IS DISTINCT FROM (max(s.odometer_m) FILTER (WHERE s.sign = -1), max(s.counter_began_m) FILTER (WHERE s.sign = -1), max(s.entity_id) FILTER (WHERE s.sign = -1))
  ), changed AS MATERIALIZED (
    SELECT s.entity_id, s.counted_m, s.was_m, s.counted_at, r.rebegins,
      CASE WHEN r.rebegins THEN s.began_m ELSE coalesce(s.was_m, s.began_m, s.counted_m) END AS began_m,
      CASE WHEN r.rebegins OR s.was_m IS NULL THEN coalesce(s.began_at, s.counted_at) ELSE s.was_at END AS began_at
    FROM states s JOIN installations i ON i.device_id = s.device_id AND i.entity_id = s.entity_id AND i.removed_at IS NULL
    CROSS JOIN LATERAL (SELECT s.was_m IS NOT NULL AND s.began_m IS DISTINCT FROM s.was_begun_m AND s.began_m IS NOT NULL AS rebegins) r
  ), anchored AS MATERIALIZED (
    SELECT c.*, b.begins, b.since_m, b.begins AND NOT h.is_known AND c.began_m >= b.had_m AS is_first, b.had_m,
      CASE WHEN NOT h.is_known AND c.began_m >= b.had_m THEN 0 ELSE b.had_m - c.began_m END AS added_m,
      NOT b.begins AND c.counted_m < c.was_m AND h.odometer_m = h.offset_m + c.was_m AS is_taken_back
    FROM changed c JOIN odometers h ON h.entity_id = c.entity_id
    -- What it had ridden when the count began, without the trips since.
    CROSS JOIN LATERAL (
      SELECT h.offset_m IS NULL OR c.rebegins AS begins, h.odometer_m - s.since_m AS had_m, s.since_m
      FROM (SELECT CASE WHEN h.offset_m IS NULL OR c.rebegins THEN coalesce((
        SELECT sum(t.distance_m) FROM trips t WHERE t.entity_id = c.entity_id AND t.started_at >= greatest(c.began_at, h.since)
      ), 0) ELSE 0 END AS since_m) s
    ) b
  ), moved_on AS (
    UPDATE odometers o SET is_known = o.is_known OR a.began_m > 0,
      offset_m = CASE WHEN a.begins THEN a.added_m ELSE o.offset_m END,
      start_m = CASE WHEN a.is_first THEN a.began_m
        WHEN a.is_taken_back AND o.offset_m = 0 THEN greatest(0, least(o.start_m, a.counted_m - o.ridden_m))
        ELSE o.start_m END,
      since = CASE WHEN a.is_first THEN a.began_at ELSE o.since END,
      ridden_m = CASE WHEN a.is_first THEN a.since_m ELSE o.ridden_m END,
      lead_m = CASE WHEN a.is_first THEN greatest(0, a.counted_m - a.began_m - a.since_m)
        ELSE greatest(CASE WHEN a.is_taken_back THEN 0 ELSE o.lead_m END,
          CASE WHEN a.begins THEN a.added_m ELSE o.offset_m END + a.counted_m - o.start_m - o.ridden_m, 0) END,
      lead_at = CASE WHEN CASE WHEN a.is_first THEN a.counted_m > a.began_m + a.since_m WHEN a.begins THEN a.added_m + a.counted_m > o.odometer_m
        ELSE NOT a.is_taken_back END THEN greatest(o.lead_at, a.counted_at) ELSE o.lead_at END
    FROM anchored a
    WHERE o.entity_id = a.entity_id AND (a.begins OR a.is_taken_back OR o.offset_m + a.counted_m > o.odometer_m)
    RETURNING o.entity_id, CASE WHEN a.is_first THEN a.began_m - a.had_m END AS moved_m
  )
  SELECT array_agg(m.entity_id), array_agg(m.moved_m) INTO begun, moved FROM moved_on m WHERE m.moved_m > 0;
  FOR nth IN 1 .. coalesce(cardinality(begun), 0) LOOP
    PERFORM maintenance_moves_along(begun[nth], moved[nth]);
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION device_states_move_odometers_on_update() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $$
DECLARE
  begun int[];
  moved bigint[];
BEGIN
  WITH states AS MATERIALIZED (
    SELECT s.device_id, max(s.entity_id) FILTER (WHERE s.sign = 1) AS entity_id, max(s.odometer_m) FILTER (WHERE s.sign = 1) AS counted_m, max(s.odometer_m) FILTER (WHERE s.sign = -1) AS was_m,
      max(s.last_positioned_at) FILTER (WHERE s.sign = 1) AS counted_at, max(s.counter_began_m) FILTER (WHERE s.sign = 1) AS began_m, max(s.counter_began_at) FILTER (WHERE s.sign = 1) AS began_at,
      max(s.counter_began_m) FILTER (WHERE s.sign = -1) AS was_begun_m, max(s.last_positioned_at) FILTER (WHERE s.sign = -1) AS was_at
    FROM (SELECT 1 AS sign, device_id, entity_id, odometer_m, counter_began_m, counter_began_at, last_positioned_at FROM is_now UNION ALL SELECT -1, device_id, entity_id, odometer_m, counter_began_m, counter_began_at, last_positioned_at FROM was) s GROUP BY s.device_id
    HAVING max(s.odometer_m) FILTER (WHERE s.sign = 1) IS NOT NULL AND (max(s.odometer_m) FILTER (WHERE s.sign = 1), max(s.counter_began_m) FILTER (WHERE s.sign = 1), max(s.entity_id) FILTER (WHERE s.sign = 1))
      IS DISTINCT FROM (max(s.odometer_m) FILTER (WHERE s.sign = -1), max(s.counter_began_m) FILTER (WHERE s.sign = -1), max(s.entity_id) FILTER (WHERE s.sign = -1))
  ), changed AS MATERIALIZED (
    SELECT s.entity_id, s.counted_m, s.was_m, s.counted_at, r.rebegins,
      CASE WHEN r.rebegins THEN s.began_m ELSE coalesce(s.was_m, s.began_m, s.counted_m) END AS began_m,
      CASE WHEN r.rebegins OR s.was_m IS NULL THEN coalesce(s.began_at, s.counted_at) ELSE s.was_at END AS began_at
    FROM states s JOIN installations i ON i.device_id = s.device_id AND i.entity_id = s.entity_id AND i.removed_at IS NULL
    CROSS JOIN LATERAL (SELECT s.was_m IS NOT NULL AND s.began_m IS DISTINCT FROM s.was_begun_m AND s.began_m IS NOT NULL AS rebegins) r
  ), anchored AS MATERIALIZED (
    SELECT c.*, b.begins, b.since_m, b.begins AND NOT h.is_known AND c.began_m >= b.had_m AS is_first, b.had_m,
      CASE WHEN NOT h.is_known AND c.began_m >= b.had_m THEN 0 ELSE b.had_m - c.began_m END AS added_m,
      NOT b.begins AND c.counted_m < c.was_m AND h.odometer_m = h.offset_m + c.was_m AS is_taken_back
    FROM changed c JOIN odometers h ON h.entity_id = c.entity_id
    -- What it had ridden when the count began, without the trips since.
    CROSS JOIN LATERAL (
      SELECT h.offset_m IS NULL OR c.rebegins AS begins, h.odometer_m - s.since_m AS had_m, s.since_m
      FROM (SELECT CASE WHEN h.offset_m IS NULL OR c.rebegins THEN coalesce((
        SELECT sum(t.distance_m) FROM trips t WHERE t.entity_id = c.entity_id AND t.started_at >= greatest(c.began_at, h.since)
      ), 0) ELSE 0 END AS since_m) s
    ) b
  ), moved_on AS (
    UPDATE odometers o SET is_known = o.is_known OR a.began_m > 0,
      offset_m = CASE WHEN a.begins THEN a.added_m ELSE o.offset_m END,
      start_m = CASE WHEN a.is_first THEN a.began_m
        WHEN a.is_taken_back AND o.offset_m = 0 THEN greatest(0, least(o.start_m, a.counted_m - o.ridden_m))
        ELSE o.start_m END,
      since = CASE WHEN a.is_first THEN a.began_at ELSE o.since END,
      ridden_m = CASE WHEN a.is_first THEN a.since_m ELSE o.ridden_m END,
      lead_m = CASE WHEN a.is_first THEN greatest(0, a.counted_m - a.began_m - a.since_m)
        ELSE greatest(CASE WHEN a.is_taken_back THEN 0 ELSE o.lead_m END,
          CASE WHEN a.begins THEN a.added_m ELSE o.offset_m END + a.counted_m - o.start_m - o.ridden_m, 0) END,
      lead_at = CASE WHEN CASE WHEN a.is_first THEN a.counted_m > a.began_m + a.since_m WHEN a.begins THEN a.added_m + a.counted_m > o.odometer_m
        ELSE NOT a.is_taken_back END THEN greatest(o.lead_at, a.counted_at) ELSE o.lead_at END
    FROM anchored a
    WHERE o.entity_id = a.entity_id AND (a.begins OR a.is_taken_back OR o.offset_m + a.counted_m > o.odometer_m)
    RETURNING o.entity_id, CASE WHEN a.is_first THEN a.began_m - a.had_m END AS moved_m
  )
  SELECT array_agg(m.entity_id), array_agg(m.moved_m) INTO begun, moved FROM moved_on m WHERE m.moved_m > 0;
  FOR nth IN 1 .. coalesce(cardinality(begun), 0) LOOP
    PERFORM maintenance_moves_along(begun[nth], moved[nth]);
  END LOOP;
  RETURN NULL;
END $$;

-- Lets the vehicle’s trips count from this moment on, and its tracker from its present count.
CREATE OR REPLACE FUNCTION odometer_begins_at(entity int, moment timestamptz, device int) RETURNS void LANGUAGE sql
SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE odometers o SET start_m = greatest(e.odometer_floor_m, o.kept_m), since = moment, lead_m = 0, lead_at = '-infinity',
    offset_m = greatest(e.odometer_floor_m, o.kept_m) - (SELECT s.odometer_m FROM device_states s WHERE s.device_id = device),
    ridden_m = coalesce((SELECT sum(t.distance_m) FROM trips t WHERE t.entity_id = entity AND t.started_at >= moment), 0)
  FROM entities e WHERE e.id = entity AND o.entity_id = e.id;
$$;
REVOKE ALL ON FUNCTION odometer_begins_at(integer,timestamp with time zone,integer) FROM PUBLIC;

-- Keeps the distance of the vehicle when a tracker is installed or removed, and shows this distance if the business may see
-- the vehicle’s movement (G-106). The count of a new tracker belongs to another vehicle or is unknown, so the vehicle’s own
-- odometer continues.
CREATE OR REPLACE FUNCTION installations_keep_odometer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  counted bigint;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.followed_consumer_id IS NOT NULL AND NEW.moved_at IS NULL THEN
    PERFORM odometer_begins_at(NEW.entity_id, NEW.removed_at, NULL);
    RETURN NULL;
  END IF;
  UPDATE odometers o SET kept_m = vehicle_odometer_m(o.entity_id) WHERE o.entity_id = NEW.entity_id;
  UPDATE entities e SET odometer_floor_m = o.kept_m FROM odometers o
  WHERE e.id = NEW.entity_id AND o.entity_id = e.id
    AND NOT (SELECT p.hidden_from_business FROM entity_privacy p WHERE p.entity_id = e.id);
  IF TG_OP = 'UPDATE' THEN RETURN NULL; END IF;
  SELECT odometer_m INTO counted FROM device_states WHERE device_id = NEW.device_id;
  UPDATE odometers o SET start_m = o.start_m + o.lead_m, lead_m = 0, offset_m = CASE WHEN o.is_known OR o.odometer_m > 0
      OR EXISTS (SELECT FROM installations i WHERE i.device_id = NEW.device_id AND i.entity_id <> o.entity_id)
    THEN o.odometer_m - counted END
  WHERE o.entity_id = NEW.entity_id;
  RETURN NULL;
END $$;

-- Lets a tracker count from its new time when its installation is moved in time.
CREATE OR REPLACE FUNCTION installations_move_odometer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM odometer_begins_at(NEW.entity_id, NEW.moved_at, NEW.device_id);
  RETURN NULL;
END $$;

-- Applies a reading by a person, in metres. If it is more than the shown value, the difference was ridden and brings services
-- nearer. In three cases nothing was ridden and the reading only corrects the value. Values that count from the odometer then
-- move with it.
-- 1. It is the first reading of a vehicle with a tracker, whose count may have begun at any number.
-- 2. It exceeds the shown value by more than a vehicle can have ridden since the last reading. This limit is 1 000 km plus 2
--    000 km a day.
-- 3. It is less than the shown value, and the last reading was a correction, too.
CREATE OR REPLACE FUNCTION odometer_is_read(entity int, metres bigint, reader int) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  shown bigint := vehicle_odometer_m(entity);
  last odometer_readings;
  device int := (SELECT i.device_id FROM installations i WHERE i.entity_id = entity AND i.removed_at IS NULL);
  known_at timestamptz;
  corrects boolean;
BEGIN
  SELECT * INTO last FROM odometer_readings r WHERE r.entity_id = entity ORDER BY r.id DESC LIMIT 1;
  known_at := coalesce(last.read_at, (SELECT e.created_at FROM entities e WHERE e.id = entity));
  corrects := CASE
    WHEN last.id IS NULL AND device IS NOT NULL THEN true
    WHEN metres < shown THEN coalesce(last.is_correction, false)
    ELSE metres - shown > 1000000 + 2000000 * greatest(0, extract(epoch FROM now() - known_at) / 86400) END;
  INSERT INTO odometer_readings (entity_id, metres, before_m, is_correction, user_id) VALUES (entity, metres, shown, corrects, reader);
  UPDATE odometers o SET start_m = metres, since = now(), ridden_m = 0, lead_m = 0, lead_at = '-infinity', is_known = true,
    offset_m = metres - (SELECT s.odometer_m FROM device_states s WHERE s.device_id = device)
  WHERE o.entity_id = entity;
  UPDATE entities e SET odometer_floor_m = metres, updated_at = clock_timestamp() WHERE e.id = entity;
  IF corrects THEN PERFORM maintenance_moves_along(entity, metres - shown); END IF;
  PERFORM maintenance_counts_as_read(entity, metres);
END $$;
REVOKE ALL ON FUNCTION odometer_is_read(integer,bigint,integer) FROM PUBLIC;

-- Keeps a reading by a person as it is, even if it is less than the stored value.
CREATE OR REPLACE FUNCTION odometer_readings_are_kept() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE odometers SET kept_m = NEW.metres WHERE entity_id = NEW.entity_id;
  RETURN NULL;
END $$;

-- Stores a reading of the odometer of a vehicle in scope.
CREATE OR REPLACE FUNCTION entity_set_odometer(entity int, metres bigint, reader int DEFAULT NULL) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM entities e WHERE e.id = entity AND in_scope(e.business_id) FOR UPDATE;
  IF FOUND THEN PERFORM odometer_is_read(entity, metres, reader); END IF;
END $$;
REVOKE ALL ON FUNCTION entity_set_odometer(integer,bigint,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION entity_set_odometer(integer,bigint,integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION trip_odometers_in_scope(trips_asked bigint[])
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
