-- Written by api/history-imports (through history_import_forget), api/trips, tools/import-traccar, track-store
-- DELETE, INSERT, UPDATE, TRUNCATE: writes odometers (trips_move_odometers_on_delete, trips_move_odometers_on_insert, trips_move_odometers_on_update, trips_move_odometers_to_none)
-- INSERT, UPDATE: may change the row, or leave it out (trips_note_closing)
-- DELETE, INSERT, UPDATE, TRUNCATE: writes trip_days (trips_sum_days_on_delete, trips_sum_days_on_insert, trips_sum_days_on_update, trips_sum_no_days)
-- DELETE, INSERT, UPDATE: writes webhook_deliveries, webhook_events (trips_tell_webhooks_on_delete, trips_tell_webhooks_on_insert, trips_tell_webhooks_on_update)
-- Deleting a row deletes its rows in trip_matches, trip_purposes

CREATE TABLE trips (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  device_id integer NOT NULL,
  entity_id integer,
  business_id integer,
  started_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone NOT NULL,
  is_open boolean NOT NULL,
  closed_during tstzrange GENERATED ALWAYS AS (
CASE
    WHEN (NOT is_open) THEN tstzrange(started_at, ended_at)
    ELSE NULL::tstzrange
END) STORED,
  start_latitude integer NOT NULL,
  start_longitude integer NOT NULL,
  stop_latitude integer NOT NULL,
  stop_longitude integer NOT NULL,
  distance_m integer NOT NULL,
  average_speed_kph real NOT NULL,
  max_speed_kph real NOT NULL,
  idle_s integer NOT NULL,
  waypoint_count integer NOT NULL,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  closed_at timestamp with time zone,
  arrived_at timestamp with time zone,
  CONSTRAINT trips_pkey PRIMARY KEY (id),
  CONSTRAINT trips_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE RESTRICT,
  CONSTRAINT trips_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE RESTRICT,
  CONSTRAINT trips_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(id) ON DELETE RESTRICT,
  CONSTRAINT trips_arrived_at_check CHECK (((arrived_at >= started_at) AND (arrived_at < ended_at))),
  CONSTRAINT trips_average_speed_kph_check CHECK ((average_speed_kph >= (0)::double precision)),
  CONSTRAINT trips_check CHECK ((ended_at >= started_at)),
  CONSTRAINT trips_check1 CHECK (((idle_s)::numeric <= ceil(EXTRACT(epoch FROM (ended_at - started_at))))),
  CONSTRAINT trips_check2 CHECK (((entity_id IS NULL) OR (business_id IS NOT NULL))),
  CONSTRAINT trips_distance_m_check CHECK ((distance_m >= 0)),
  CONSTRAINT trips_idle_s_check CHECK ((idle_s >= 0)),
  CONSTRAINT trips_max_speed_kph_check CHECK ((max_speed_kph >= (0)::double precision)),
  CONSTRAINT trips_start_latitude_check CHECK (((start_latitude >= '-900000000'::integer) AND (start_latitude <= 900000000))),
  CONSTRAINT trips_start_longitude_check CHECK (((start_longitude >= '-1800000000'::integer) AND (start_longitude <= 1800000000))),
  CONSTRAINT trips_stop_latitude_check CHECK (((stop_latitude >= '-900000000'::integer) AND (stop_latitude <= 900000000))),
  CONSTRAINT trips_stop_longitude_check CHECK (((stop_longitude >= '-1800000000'::integer) AND (stop_longitude <= 1800000000))),
  CONSTRAINT trips_waypoint_count_check CHECK ((waypoint_count > 0)),
  CONSTRAINT trips_no_overlap EXCLUDE USING gist (int4range(device_id, device_id, '[]'::text) WITH &&, closed_during WITH &&) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT trips_one_open EXCLUDE USING btree (device_id WITH =) WHERE (is_open) DEFERRABLE INITIALLY DEFERRED
) WITH (fillfactor=80);

CREATE INDEX trips_business ON trips USING btree (business_id, started_at);
CREATE INDEX trips_by_start ON trips USING btree (started_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX trips_closed ON trips USING btree (closed_at) WHERE (closed_at IS NOT NULL);
CREATE INDEX trips_deleted ON trips USING btree (started_at, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX trips_device ON trips USING btree (device_id, started_at);
CREATE INDEX trips_entity ON trips USING btree (entity_id, started_at DESC);

ALTER TABLE trips ENABLE ROW LEVEL SECURITY;
CREATE POLICY moved ON trips AS RESTRICTIVE TO roadbook_api USING (((NOT ((device_id, entity_id) IN ( SELECT i.device_id,
    i.entity_id
   FROM installations i
  WHERE (i.followed_consumer_id IS NOT NULL)))) OR (NOT (EXISTS ( SELECT 1
   FROM installations i
  WHERE ((i.device_id = trips.device_id) AND (i.entity_id = trips.entity_id) AND (i.followed_consumer_id IS NOT NULL) AND (COALESCE(trips.ended_at, 'infinity'::timestamp with time zone) > i.installed_at) AND (trips.started_at < COALESCE(i.moved_at, i.removed_at, 'infinity'::timestamp with time zone))))))));
CREATE POLICY process_roadbook_ingest ON trips TO roadbook_ingest USING (true) WITH CHECK (true);
CREATE POLICY process_roadbook_web ON trips TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON trips TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT SELECT, UPDATE (deleted_at, updated_at) ON trips TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON trips TO roadbook_ingest;
GRANT SELECT ON trips TO roadbook_web;

CREATE TRIGGER trips_move_odometers_on_delete AFTER DELETE ON trips REFERENCING OLD TABLE AS was FOR EACH STATEMENT EXECUTE FUNCTION trips_move_odometers_on_delete();
CREATE TRIGGER trips_move_odometers_on_insert AFTER INSERT ON trips REFERENCING NEW TABLE AS is_now FOR EACH STATEMENT EXECUTE FUNCTION trips_move_odometers_on_insert();
CREATE TRIGGER trips_move_odometers_on_update AFTER UPDATE ON trips REFERENCING OLD TABLE AS was NEW TABLE AS is_now FOR EACH STATEMENT EXECUTE FUNCTION trips_move_odometers_on_update();
CREATE TRIGGER trips_move_odometers_to_none AFTER TRUNCATE ON trips FOR EACH STATEMENT EXECUTE FUNCTION trips_move_odometers_to_none();
CREATE TRIGGER trips_note_closing BEFORE INSERT OR UPDATE ON trips FOR EACH ROW WHEN (NOT new.is_open) EXECUTE FUNCTION trips_note_closing();
CREATE TRIGGER trips_sum_days_on_delete AFTER DELETE ON trips REFERENCING OLD TABLE AS was FOR EACH STATEMENT EXECUTE FUNCTION trips_sum_days_on_delete();
CREATE TRIGGER trips_sum_days_on_insert AFTER INSERT ON trips REFERENCING NEW TABLE AS is_now FOR EACH STATEMENT EXECUTE FUNCTION trips_sum_days_on_insert();
CREATE TRIGGER trips_sum_days_on_update AFTER UPDATE ON trips REFERENCING OLD TABLE AS was NEW TABLE AS is_now FOR EACH STATEMENT EXECUTE FUNCTION trips_sum_days_on_update();
CREATE TRIGGER trips_sum_no_days AFTER TRUNCATE ON trips FOR EACH STATEMENT EXECUTE FUNCTION trips_sum_no_days();
CREATE TRIGGER trips_tell_webhooks_on_delete AFTER DELETE ON trips REFERENCING OLD TABLE AS was FOR EACH STATEMENT EXECUTE FUNCTION trips_tell_webhooks_on_delete();
CREATE TRIGGER trips_tell_webhooks_on_insert AFTER INSERT ON trips REFERENCING NEW TABLE AS is_now FOR EACH STATEMENT EXECUTE FUNCTION trips_tell_webhooks_on_insert();
CREATE TRIGGER trips_tell_webhooks_on_update AFTER UPDATE ON trips REFERENCING OLD TABLE AS was NEW TABLE AS is_now FOR EACH STATEMENT EXECUTE FUNCTION trips_tell_webhooks_on_update();

-- In functions.sql: webhook_tell, webhook_vehicle

CREATE OR REPLACE FUNCTION share_before(from_at timestamp with time zone, till_at timestamp with time zone, moment timestamp with time zone)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE WHEN moment >= till_at THEN 1 WHEN moment <= from_at THEN 0
    ELSE extract(epoch FROM moment - from_at) / extract(epoch FROM till_at - from_at) END::float8
$function$;

CREATE OR REPLACE FUNCTION trips_move_odometers_on_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION trips_move_odometers_on_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION trips_move_odometers_on_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION trips_move_odometers_to_none()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE odometers SET ridden_m = 0 WHERE ridden_m <> 0;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION trips_note_closing()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  NEW.closed_at := now();
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION trips_sum_days_on_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION trips_sum_days_on_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION trips_sum_days_on_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION trips_sum_no_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  DELETE FROM trip_days;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION trips_tell_webhooks_on_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  heard int[];
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks w WHERE w.active AND w.kinds && '{trip.ended,trip.corrected,trip.removed}') THEN RETURN NULL; END IF;
  SELECT array_agg(b.id) INTO heard FROM businesses b
  WHERE b.id IN (SELECT t.business_id FROM was t
      )
    AND EXISTS (SELECT FROM webhooks w WHERE w.business_id = ANY (b.path) AND (w.includes_below OR w.business_id = b.id)
      AND w.active AND w.kinds && '{trip.ended,trip.corrected,trip.removed}');
  IF heard IS NULL THEN RETURN NULL; END IF;
  PERFORM webhook_tell_trip(pair.was, pair.became) FROM (SELECT jsonb_populate_record(NULL::trips, to_jsonb(o)) AS was, NULL::trips AS became FROM was o
    WHERE o.business_id = ANY (heard) AND ((NOT o.is_open AND o.deleted_at IS NULL)
      OR (o.is_open AND EXISTS (SELECT FROM webhook_events e WHERE e.subject = 'trip.ended:' || o.id)))) pair
    ORDER BY coalesce((pair.became).started_at, (pair.was).started_at);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION trips_tell_webhooks_on_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  heard int[];
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks w WHERE w.active AND w.kinds && '{trip.ended,trip.corrected,trip.removed}') THEN RETURN NULL; END IF;
  SELECT array_agg(b.id) INTO heard FROM businesses b
  WHERE b.id IN (SELECT t.business_id FROM is_now t
      )
    AND EXISTS (SELECT FROM webhooks w WHERE w.business_id = ANY (b.path) AND (w.includes_below OR w.business_id = b.id)
      AND w.active AND w.kinds && '{trip.ended,trip.corrected,trip.removed}');
  IF heard IS NULL THEN RETURN NULL; END IF;
  PERFORM webhook_tell_trip(pair.was, pair.became) FROM (SELECT NULL::trips AS was, jsonb_populate_record(NULL::trips, to_jsonb(n)) AS became FROM is_now n WHERE n.business_id = ANY (heard) AND (NOT n.is_open AND n.deleted_at IS NULL)) pair
    ORDER BY coalesce((pair.became).started_at, (pair.was).started_at);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION trips_tell_webhooks_on_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  heard int[];
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks w WHERE w.active AND w.kinds && '{trip.ended,trip.corrected,trip.removed}') THEN RETURN NULL; END IF;
  SELECT array_agg(b.id) INTO heard FROM businesses b
  WHERE b.id IN (SELECT t.business_id FROM is_now t
      UNION SELECT t.business_id FROM was t)
    AND EXISTS (SELECT FROM webhooks w WHERE w.business_id = ANY (b.path) AND (w.includes_below OR w.business_id = b.id)
      AND w.active AND w.kinds && '{trip.ended,trip.corrected,trip.removed}');
  IF heard IS NULL THEN RETURN NULL; END IF;
  PERFORM webhook_tell_trip(pair.was, pair.became) FROM (SELECT jsonb_populate_record(NULL::trips, to_jsonb(o)) AS was, jsonb_populate_record(NULL::trips, to_jsonb(n)) AS became FROM is_now n JOIN was o ON o.id = n.id
    WHERE (n.business_id = ANY (heard) OR o.business_id = ANY (heard)) AND ((NOT n.is_open AND n.deleted_at IS NULL) OR (NOT o.is_open AND o.deleted_at IS NULL))
      AND ((n.entity_id, n.business_id, n.started_at, n.ended_at, n.arrived_at, n.start_latitude, n.start_longitude, n.stop_latitude, n.stop_longitude, n.distance_m, n.average_speed_kph, n.max_speed_kph, n.idle_s) IS DISTINCT FROM (o.entity_id, o.business_id, o.started_at, o.ended_at, o.arrived_at, o.start_latitude, o.start_longitude, o.stop_latitude, o.stop_longitude, o.distance_m, o.average_speed_kph, o.max_speed_kph, o.idle_s) OR (NOT n.is_open AND n.deleted_at IS NULL) <> (NOT o.is_open AND o.deleted_at IS NULL))) pair
    ORDER BY coalesce((pair.became).started_at, (pair.was).started_at);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION webhook_tell_trip(before trips, after trips)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  -- once for each transaction that changed it
  change text := ':' || extract(epoch FROM now())::text;
  trip trips;
  lives boolean := after.id IS NOT NULL AND NOT after.is_open AND after.deleted_at IS NULL;
  lived boolean := before.id IS NOT NULL AND NOT before.is_open AND before.deleted_at IS NULL;
  ended text;
BEGIN
  IF lives THEN trip := after; ELSE trip := before; END IF;
  IF trip.entity_id IS NULL OR trip.business_id IS NULL THEN RETURN; END IF;
  -- An imported trip is long past. It is neither reported when it comes nor when the import is undone.
  IF EXISTS (SELECT FROM devices d WHERE d.id = trip.device_id AND d.is_history) THEN RETURN; END IF;
  -- What a vehicle did while its tracker was on it on paper alone is no trip of that vehicle.
  IF EXISTS (SELECT FROM installations i
    WHERE i.device_id = trip.device_id AND i.entity_id = trip.entity_id AND i.followed_consumer_id IS NOT NULL
      AND trip.ended_at > i.installed_at AND trip.started_at < coalesce(i.moved_at, i.removed_at, 'infinity')) THEN RETURN; END IF;
  ended := 'trip.ended:' || trip.id;
  IF lives THEN
    IF lived OR before.deleted_at IS NOT NULL OR EXISTS (SELECT FROM webhook_events e WHERE e.subject = ended) THEN
      PERFORM webhook_tell(trip.business_id, trip.entity_id, 'trip.corrected', trip.ended_at, 'trip.corrected:' || trip.id || change,
        webhook_trip(trip));
    ELSE
      PERFORM webhook_tell(trip.business_id, trip.entity_id, 'trip.ended', trip.ended_at, ended, webhook_trip(trip));
    END IF;
  ELSIF after.id IS NULL OR after.deleted_at IS NOT NULL THEN
    PERFORM webhook_tell(trip.business_id, trip.entity_id, 'trip.removed', trip.ended_at, 'trip.removed:' || trip.id || change,
      jsonb_build_object('trip_id', trip.id, 'vehicle', webhook_vehicle(trip.entity_id), 'started_at', trip.started_at));
  END IF;
END $function$;
REVOKE ALL ON FUNCTION webhook_tell_trip(trips,trips) FROM PUBLIC;

CREATE OR REPLACE FUNCTION webhook_trip(trip trips)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT jsonb_build_object('trip_id', trip.id, 'vehicle', webhook_vehicle(trip.entity_id),
    'started_at', trip.started_at, 'ended_at', trip.ended_at, 'arrived_at', trip.arrived_at,
    'start', jsonb_build_object('latitude', trip.start_latitude / 1e7::float8, 'longitude', trip.start_longitude / 1e7::float8),
    'stop', jsonb_build_object('latitude', trip.stop_latitude / 1e7::float8, 'longitude', trip.stop_longitude / 1e7::float8),
    'distance_m', trip.distance_m, 'duration_s', round(extract(epoch FROM trip.ended_at - trip.started_at))::int,
    'idle_s', trip.idle_s, 'average_speed_kph', trip.average_speed_kph, 'max_speed_kph', trip.max_speed_kph)
$function$;
