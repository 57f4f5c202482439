-- Written by tools/import-traccar, track-store, triggers of installations
-- INSERT, UPDATE: writes maintenance_notifications, maintenance_plan_entities, odometers (device_states_move_odometers_on_insert, device_states_move_odometers_on_update)

CREATE TABLE device_states (
  device_id integer NOT NULL,
  imei text NOT NULL,
  revision integer NOT NULL,
  entity_id integer,
  business_id integer,
  last_received_at timestamp with time zone NOT NULL,
  last_positioned_at timestamp with time zone,
  valid_positioned_at timestamp with time zone,
  latitude integer,
  longitude integer,
  speed_kph real,
  heading smallint,
  moving boolean NOT NULL,
  last_activity_at timestamp with time zone,
  ignition boolean,
  odometer_m bigint,
  external_battery_mv integer,
  battery_mv integer,
  battery_percent smallint,
  gsm_signal smallint,
  satellites smallint,
  segmentation jsonb,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  counter_m bigint,
  counter_at timestamp with time zone,
  counter_began_m bigint,
  counter_began_at timestamp with time zone,
  counter_since timestamp with time zone,
  clock_told_at timestamp with time zone,
  clock_lag_s integer,
  clock_offset_minutes smallint,
  rhythm_s real,
  CONSTRAINT device_states_pkey PRIMARY KEY (device_id),
  CONSTRAINT device_states_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE SET NULL,
  CONSTRAINT device_states_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  CONSTRAINT device_states_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(id) ON DELETE SET NULL,
  CONSTRAINT device_states_check CHECK ((((latitude IS NULL) = (valid_positioned_at IS NULL)) AND ((longitude IS NULL) = (valid_positioned_at IS NULL)))),
  CONSTRAINT device_states_clock_lag_s_check CHECK ((clock_lag_s <> 0)),
  CONSTRAINT device_states_heading_check CHECK (((heading >= 0) AND (heading <= 359))),
  CONSTRAINT device_states_latitude_check CHECK (((latitude >= '-900000000'::integer) AND (latitude <= 900000000))),
  CONSTRAINT device_states_longitude_check CHECK (((longitude >= '-1800000000'::integer) AND (longitude <= 1800000000))),
  CONSTRAINT device_states_revision_check CHECK ((revision > 0)),
  CONSTRAINT device_states_rhythm_s_check CHECK ((rhythm_s >= (0)::double precision)),
  CONSTRAINT device_states_speed_kph_check CHECK ((speed_kph >= (0)::double precision))
) WITH (fillfactor=70);

CREATE INDEX device_states_entity ON device_states USING btree (entity_id);

ALTER TABLE device_states ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_ingest ON device_states TO roadbook_ingest USING (true) WITH CHECK (true);
CREATE POLICY process_roadbook_web ON device_states TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON device_states TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT DELETE, INSERT, SELECT, UPDATE ON device_states TO roadbook_ingest;
GRANT SELECT ON device_states TO roadbook_web;

CREATE TRIGGER device_states_move_odometers_on_insert AFTER INSERT ON device_states REFERENCING NEW TABLE AS is_now FOR EACH STATEMENT EXECUTE FUNCTION device_states_move_odometers_on_insert();
CREATE TRIGGER device_states_move_odometers_on_update AFTER UPDATE ON device_states REFERENCING OLD TABLE AS was NEW TABLE AS is_now FOR EACH STATEMENT EXECUTE FUNCTION device_states_move_odometers_on_update();

-- In functions.sql: maintenance_moves_along

CREATE OR REPLACE FUNCTION device_states_move_odometers_on_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION device_states_move_odometers_on_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
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
END $function$;
