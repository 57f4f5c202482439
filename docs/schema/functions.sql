CREATE OR REPLACE FUNCTION alert_rulebook_turn()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE alert_rulebook SET stamp = stamp + 1;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION alert_rules_widen()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE alert_rules SET revision = revision + 1, effective_from = now() WHERE id = coalesce(NEW.rule_id, OLD.rule_id);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION background_job_state(job uuid)
 RETURNS TABLE(state text, attempts integer, reason text, started_at timestamp with time zone, ended_at timestamp with time zone, runs_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  RETURN QUERY SELECT
    CASE q.state::text WHEN 'active' THEN 'running' WHEN 'completed' THEN 'done' WHEN 'failed' THEN 'failed'
      WHEN 'cancelled' THEN 'failed' ELSE 'queued' END,
    q.retry_count + CASE WHEN q.started_on IS NULL THEN 0 ELSE 1 END,
    CASE WHEN q.state::text = 'completed' THEN NULL
      ELSE left(coalesce(q.output ->> 'reason', q.output -> 'value' ->> 'message', q.output ->> 'message'), 500) END,
    q.started_on, q.completed_on, q.start_after
  FROM background_jobs b JOIN jobs.job q ON q.name = b.kind AND q.id = b.id
  WHERE b.id = job AND (in_scope(b.business_id) OR current_setting('roadbook.scope', true) = 'all');
END $function$;
REVOKE ALL ON FUNCTION background_job_state(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION background_job_state(uuid) TO roadbook_api;

CREATE OR REPLACE FUNCTION business_path(business integer)
 RETURNS TABLE(id integer, name text, kind text, depth integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 8
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT above.id, above.name, above.kind, step.depth::int
  FROM businesses own
  CROSS JOIN LATERAL unnest(own.path) WITH ORDINALITY AS step (id, depth)
  JOIN businesses above ON above.id = step.id
  WHERE own.id = business AND in_scope(own.id)
  ORDER BY step.depth
$function$;
REVOKE ALL ON FUNCTION business_path(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION business_path(integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION business_recovers(business integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT 1 FROM businesses above WHERE above.id = ANY (own.path) AND above.recovery_contract)
  FROM businesses own WHERE own.id = business AND (in_scope(own.id) OR in_scope(own.parent_id))
$function$;
REVOKE ALL ON FUNCTION business_recovers(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION business_recovers(integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION close_waypoint_week(instant timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  partition regclass := to_regclass(waypoint_partition_name(instant));
  track_index text;
BEGIN
  SELECT c.relname INTO track_index FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE i.indrelid = partition AND i.indisprimary AND NOT i.indisclustered;
  IF NOT FOUND THEN RETURN false; END IF;
  EXECUTE format('CLUSTER %s USING %I', partition, track_index);
  EXECUTE format('ANALYZE %s', partition);
  RETURN true;
END $function$;
REVOKE ALL ON FUNCTION close_waypoint_week(timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION close_waypoint_week(timestamp with time zone) TO roadbook_ingest;

CREATE OR REPLACE FUNCTION compress_next_waypoints(at timestamp with time zone, after timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$SELECT NULL::timestamptz$function$;
REVOKE ALL ON FUNCTION compress_next_waypoints(timestamp with time zone,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION compress_next_waypoints(timestamp with time zone,timestamp with time zone) TO roadbook_ingest;

CREATE OR REPLACE FUNCTION customers_know()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  is_known boolean;
BEGIN
  IF current_user <> 'roadbook_api' THEN RETURN NULL; END IF;
  IF TG_TABLE_NAME = 'missing_cases' THEN
    is_known := NOT EXISTS (SELECT FROM entities e WHERE e.id = NEW.entity_id AND e.consumer_id IS NOT NULL)
      OR EXISTS (SELECT FROM customer_disclosures d WHERE d.case_id = NEW.id AND d.made_at = now());
  ELSIF TG_TABLE_NAME = 'missing_case_shares' THEN
    is_known := NOT EXISTS (SELECT FROM missing_cases m JOIN entities e ON e.id = m.entity_id
        WHERE m.id = NEW.case_id AND e.consumer_id IS NOT NULL)
      OR EXISTS (SELECT FROM customer_disclosures d WHERE d.share_id = NEW.id AND d.made_at = now());
  ELSIF TG_TABLE_NAME = 'installations' THEN
    is_known := EXISTS (SELECT FROM customer_disclosures d WHERE d.installation_id = NEW.id AND d.made_at = now());
  ELSE
    is_known := NOT EXISTS (SELECT FROM missing_cases m WHERE m.entity_id = NEW.id AND m.state = 'open'
      AND NOT EXISTS (SELECT FROM customer_disclosures d WHERE d.case_id = m.id AND d.made_at = now()));
  END IF;
  IF NOT is_known THEN RAISE EXCEPTION 'a customer does not know what % makes visible', TG_TABLE_NAME; END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION days_of_waypoints_in_scope(devices integer[], begins timestamp with time zone[], ends timestamp with time zone[], till_time timestamp with time zone, most_days integer, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
END $function$;
REVOKE ALL ON FUNCTION days_of_waypoints_in_scope(integer[],timestamp with time zone[],timestamp with time zone[],timestamp with time zone,integer,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION days_of_waypoints_in_scope(integer[],timestamp with time zone[],timestamp with time zone[],timestamp with time zone,integer,integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION delivered_imeis(imeis_asked text[], business integer)
 RETURNS TABLE(imei text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT d.imei FROM device_deliveries d
  WHERE d.imei = ANY (imeis_asked) AND ((SELECT scope_is_all()) OR business IN (SELECT scope_ids()))
    AND (d.business_id = business OR d.business_id = ANY (SELECT unnest(b.path) FROM businesses b WHERE b.id = business))
$function$;
REVOKE ALL ON FUNCTION delivered_imeis(text[],integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delivered_imeis(text[],integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION delivered_tracker_ids(imeis_asked text[], business integer)
 RETURNS TABLE(imei text, tracker_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT l.imei, l.tracker_id FROM device_deliveries l
  WHERE l.tracker_id IS NOT NULL AND l.imei IN (SELECT d.imei FROM delivered_imeis(imeis_asked, business) d)
$function$;
REVOKE ALL ON FUNCTION delivered_tracker_ids(text[],integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delivered_tracker_ids(text[],integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION device_fixes_in_scope(device integer, from_time timestamp with time zone, most integer)
 RETURNS TABLE(positioned_at timestamp with time zone, received_at timestamp with time zone, latitude double precision, longitude double precision, speed_kph real, heading smallint, satellites smallint, hdop real, external_battery_mv integer, gsm_signal smallint, validity smallint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
END $function$;
REVOKE ALL ON FUNCTION device_fixes_in_scope(integer,timestamp with time zone,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION device_fixes_in_scope(integer,timestamp with time zone,integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION device_heard_at(device integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT s.last_received_at FROM device_states s WHERE s.device_id = device AND in_scope(s.business_id)
$function$;
REVOKE ALL ON FUNCTION device_heard_at(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION device_heard_at(integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION device_online_hours_in_scope(device integer, till timestamp with time zone)
 RETURNS SETOF integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 24
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
END $function$;
REVOKE ALL ON FUNCTION device_online_hours_in_scope(integer,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION device_online_hours_in_scope(integer,timestamp with time zone) TO roadbook_api;

CREATE OR REPLACE FUNCTION device_ours_since(device integer, from_time timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT CASE WHEN bool_or(i.id IS NOT NULL AND i.removed_at IS NULL) THEN NULL
    ELSE greatest(from_time, max(i.removed_at)) END
  FROM devices d
  LEFT JOIN installations i ON i.device_id = d.id AND NOT in_scope(i.business_id)
  WHERE d.id = device AND in_scope(d.business_id)
  GROUP BY d.id
$function$;
REVOKE ALL ON FUNCTION device_ours_since(integer,timestamp with time zone) FROM PUBLIC;

CREATE OR REPLACE FUNCTION device_periods_in_scope(device integer)
 RETURNS TABLE(installed_at timestamp with time zone, removed_at timestamp with time zone, is_own boolean, entity_id integer, is_customers boolean, shown_from timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT i.installed_at, i.removed_at, in_scope(i.business_id), CASE WHEN in_scope(i.business_id) THEN i.entity_id END,
    e.consumer_id IS NOT NULL OR i.followed_consumer_id IS NOT NULL AND i.moved_at IS NULL,
    CASE WHEN i.followed_consumer_id IS NULL THEN i.installed_at ELSE coalesce(i.moved_at, 'infinity') END
  FROM installations i JOIN devices d ON d.id = i.device_id JOIN entities e ON e.id = i.entity_id
  WHERE i.device_id = device AND in_scope(d.business_id)
  ORDER BY i.installed_at
$function$;
REVOKE ALL ON FUNCTION device_periods_in_scope(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION device_periods_in_scope(integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION device_rest_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO device_changes (device_id)
  SELECT NULL WHERE NOT EXISTS (SELECT FROM device_changes c WHERE c.device_id IS NULL AND c.xid = pg_current_xact_id());
  RETURN NULL;
END $function$;
REVOKE ALL ON FUNCTION device_rest_changed() FROM PUBLIC;

CREATE OR REPLACE FUNCTION device_stay_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO device_changes (device_id)
  SELECT OLD.device_id WHERE OLD.device_id IS NOT NULL UNION SELECT NEW.device_id WHERE NEW.device_id IS NOT NULL;
  RETURN NULL;
END $function$;
REVOKE ALL ON FUNCTION device_stay_changed() FROM PUBLIC;

CREATE OR REPLACE FUNCTION drop_expired_waypoints(retention_months integer, at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  cutoff timestamptz := at - make_interval(months => retention_months);
  partition text;
  dropped int := 0;
BEGIN
  IF retention_months < 1 THEN
    RAISE EXCEPTION 'retention must be at least one month' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM pg_advisory_xact_lock(5003);
  FOR partition IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'waypoints'::regclass
      AND (to_date(right(c.relname, 8), 'YYYYMMDD') + 7)::timestamp AT TIME ZONE 'UTC' <= cutoff
    ORDER BY c.relname
  LOOP
    EXECUTE format('DROP TABLE %I', partition);
    dropped := dropped + 1;
  END LOOP;
  DELETE FROM waypoints_aside WHERE received_at < cutoff;
  RETURN dropped;
END $function$;
REVOKE ALL ON FUNCTION drop_expired_waypoints(integer,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION drop_expired_waypoints(integer,timestamp with time zone) TO roadbook_ingest;

CREATE OR REPLACE FUNCTION entities_leave_tags()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  DELETE FROM entity_tags et USING entities e, businesses b, tags t
  WHERE e.id = et.entity_id AND b.id = e.business_id AND t.id = et.tag_id AND t.business_id <> ALL (b.path)
    AND CASE TG_TABLE_NAME WHEN 'entities' THEN e.id = NEW.id ELSE b.id = NEW.id END;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION entity_set_odometer(entity integer, metres bigint, reader integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM FROM entities e WHERE e.id = entity AND in_scope(e.business_id) FOR UPDATE;
  IF FOUND THEN PERFORM odometer_is_read(entity, metres, reader); END IF;
END $function$;
REVOKE ALL ON FUNCTION entity_set_odometer(integer,bigint,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION entity_set_odometer(integer,bigint,integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION event_log_append(to_topic text, targets smallint[], sizes integer[], slots smallint[], ranks integer[], keys bytea[], vals bytea[], heads bytea[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  firsts bigint[] := '{}';
  first bigint;
BEGIN
  -- Ascending, so that two publishers never wait for one another in a ring.
  FOR slot IN 1 .. cardinality(targets) LOOP
    UPDATE event_log_heads h SET next_offset = h.next_offset + sizes[slot]
    WHERE h.topic = to_topic AND h.partition = targets[slot]
    RETURNING h.next_offset - sizes[slot] INTO first;
    IF first IS NULL THEN
      RAISE EXCEPTION 'the event log has no partition % of %', targets[slot], to_topic USING ERRCODE = 'undefined_object';
    END IF;
    firsts := firsts || first;
  END LOOP;
  INSERT INTO event_log (topic, partition, log_offset, appended_at, key, value, headers)
  SELECT to_topic, targets[m.slot], firsts[m.slot] + m.rank, clock_timestamp(), m.key, m.value, m.headers
  FROM unnest(slots, ranks, keys, vals, heads) AS m (slot, rank, key, value, headers);
END $function$;

CREATE OR REPLACE FUNCTION event_log_beat(of_topic text, of_group text, me uuid, lease_ms integer, from_latest boolean)
 RETURNS TABLE(partition smallint, token bigint, committed bigint, next_offset bigint, surplus boolean)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  at timestamptz;
  until timestamptz;
  share int;
  held int;
BEGIN
  -- The group's row is the lock under which its members agree.
  INSERT INTO event_log_groups AS g VALUES (of_topic, of_group, clock_timestamp())
  ON CONFLICT (topic, group_name) DO UPDATE SET seen_at = excluded.seen_at;
  at := clock_timestamp();
  until := at + lease_ms * interval '1 millisecond';
  IF NOT EXISTS (SELECT 1 FROM event_log_leases l WHERE l.topic = of_topic AND l.group_name = of_group) THEN
    INSERT INTO event_log_leases (topic, group_name, partition, committed)
    SELECT h.topic, of_group, h.partition, CASE WHEN from_latest THEN h.next_offset ELSE 0 END
    FROM event_log_heads h WHERE h.topic = of_topic;
  END IF;
  DELETE FROM event_log_members m WHERE m.topic = of_topic AND m.group_name = of_group AND m.expires_at < at;
  UPDATE event_log_members m SET expires_at = until
  WHERE m.topic = of_topic AND m.group_name = of_group AND m.member = me;
  IF NOT FOUND THEN
    INSERT INTO event_log_members VALUES (of_topic, of_group, me, at, until);
    PERFORM pg_notify('event_log', of_topic || ' ' || of_group);
  END IF;

  SELECT t.partitions / m.members + CASE WHEN m.before < t.partitions % m.members THEN 1 ELSE 0 END INTO share
  FROM event_log_topics t, (
    SELECT count(*) AS members, count(*) FILTER (WHERE (o.joined_at, o.member) < (i.joined_at, i.member)) AS before
    FROM event_log_members o JOIN event_log_members i ON i.topic = o.topic AND i.group_name = o.group_name AND i.member = me
    WHERE o.topic = of_topic AND o.group_name = of_group
  ) m WHERE t.topic = of_topic;

  UPDATE event_log_leases l SET expires_at = until
  WHERE l.topic = of_topic AND l.group_name = of_group AND l.owner = me AND l.expires_at >= at;
  GET DIAGNOSTICS held = ROW_COUNT;
  IF held < share THEN
    UPDATE event_log_leases l SET owner = me, token = l.token + 1, expires_at = until
    FROM (
      SELECT f.partition FROM event_log_leases f
      WHERE f.topic = of_topic AND f.group_name = of_group AND (f.owner IS NULL OR f.expires_at < at)
      ORDER BY f.partition LIMIT share - held
    ) free
    WHERE l.topic = of_topic AND l.group_name = of_group AND l.partition = free.partition;
  END IF;

  RETURN QUERY
  SELECT l.partition, l.token, l.committed, h.next_offset, row_number() OVER (ORDER BY l.partition) > share
  FROM event_log_leases l JOIN event_log_heads h ON h.topic = l.topic AND h.partition = l.partition
  WHERE l.topic = of_topic AND l.group_name = of_group AND l.owner = me;
END $function$;

CREATE OR REPLACE FUNCTION event_log_drop_segment(at timestamp with time zone DEFAULT clock_timestamp())
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET lock_timeout TO '1s'
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  s record;
  needed boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(5002);
  DELETE FROM event_log_groups WHERE seen_at < at - interval '30 days';
  FOR s IN
    SELECT g.name, g.topic, t.waits_for_groups FROM event_log_segments g JOIN event_log_topics t USING (topic)
    WHERE g.ends_at < at - t.retention ORDER BY g.ends_at, g.name
  LOOP
    needed := false;
    IF s.waits_for_groups THEN
      EXECUTE format('SELECT EXISTS (SELECT 1 FROM event_log_leases l WHERE l.topic = $1
        AND EXISTS (SELECT 1 FROM %I m WHERE m.partition = l.partition AND m.log_offset >= l.committed))', s.name)
        INTO needed USING s.topic;
    END IF;
    IF NOT needed THEN
      EXECUTE format('DROP TABLE %I', s.name);
      DELETE FROM event_log_segments WHERE name = s.name;
      RETURN s.name;
    END IF;
  END LOOP;
  RETURN NULL;
END $function$;
REVOKE ALL ON FUNCTION event_log_drop_segment(timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION event_log_drop_segment(timestamp with time zone) TO roadbook_ingest, roadbook_web;

CREATE OR REPLACE FUNCTION event_log_make_segments()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  t event_log_topics;
  starts timestamptz;
  segment_name text;
BEGIN
  PERFORM pg_advisory_xact_lock(5002);
  FOR t IN SELECT * FROM event_log_topics ORDER BY topic LOOP
    starts := date_bin(t.segment, clock_timestamp(), timestamptz '2000-01-01 00:00:00Z');
    FOR n IN 1 .. 3 LOOP
      IF NOT EXISTS (SELECT 1 FROM event_log_segments s WHERE s.topic = t.topic AND s.begins_at = starts) THEN
        segment_name := event_log_table(t.topic) || to_char(starts AT TIME ZONE 'UTC', '_YYYYMMDD_HH24MI');
        -- Rows stay whole in their page: compressing or moving out a frame of 2 kB costs more than it saves.
        EXECUTE format('CREATE TABLE %I (LIKE event_log) WITH (toast_tuple_target = 8160)', segment_name);
        EXECUTE format('ALTER TABLE %I ALTER value SET STORAGE EXTERNAL, ALTER headers SET STORAGE EXTERNAL', segment_name);
        -- Of the segment alone: one of the whole topic would have to carry the time too.
        EXECUTE format('CREATE UNIQUE INDEX ON %I (partition, log_offset)', segment_name);
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
          event_log_table(t.topic), segment_name, starts, starts + t.segment);
        INSERT INTO event_log_segments VALUES (segment_name, t.topic, starts, starts + t.segment);
      END IF;
      starts := starts + t.segment;
    END LOOP;
  END LOOP;
END $function$;
REVOKE ALL ON FUNCTION event_log_make_segments() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION event_log_make_segments() TO roadbook_ingest, roadbook_web;

CREATE OR REPLACE FUNCTION event_log_make_topic(new_topic text, partition_count integer, segment_length interval, keep interval, wait boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF EXISTS (SELECT 1 FROM event_log_topics WHERE topic = new_topic) THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(5002);
  INSERT INTO event_log_topics VALUES (new_topic, partition_count, segment_length, keep, wait) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO event_log_heads (topic, partition) SELECT new_topic, n FROM generate_series(0, partition_count - 1) n;
  EXECUTE format('CREATE TABLE %I PARTITION OF event_log FOR VALUES IN (%L) PARTITION BY RANGE (appended_at)',
    event_log_table(new_topic), new_topic);
END $function$;
REVOKE ALL ON FUNCTION event_log_make_topic(text,integer,interval,interval,boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION event_log_make_topic(text,integer,interval,interval,boolean) TO roadbook_ingest, roadbook_web;

CREATE OR REPLACE FUNCTION event_log_release(of_topic text, of_group text, me uuid, given smallint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM 1 FROM event_log_groups g WHERE g.topic = of_topic AND g.group_name = of_group FOR UPDATE;
  UPDATE event_log_leases l SET owner = NULL, expires_at = NULL
  WHERE l.topic = of_topic AND l.group_name = of_group AND l.owner = me AND (given IS NULL OR l.partition = ANY (given));
  IF given IS NULL THEN
    DELETE FROM event_log_members m WHERE m.topic = of_topic AND m.group_name = of_group AND m.member = me;
  END IF;
  PERFORM pg_notify('event_log', of_topic || ' ' || of_group);
END $function$;

CREATE OR REPLACE FUNCTION event_log_table(of_topic text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT 'event_log_' || replace(of_topic, '.', '_')
$function$;

CREATE OR REPLACE FUNCTION folded(words text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
DECLARE
  small text;
BEGIN
  small := lower(words);
  IF octet_length(words) <> length(words) THEN
    small := replace(replace(replace(translate(
      regexp_replace(lower(normalize(words, NFKD)), '[\u0300-\u036f]+', '', 'g'),
      'øłđħŧıς‐–—−‘’', 'oldhtiσ----'''''), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
  END IF;
  RETURN small;
END $function$;

CREATE OR REPLACE FUNCTION found_by(words text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
DECLARE
  small text;
BEGIN
  small := lower(words);
  IF octet_length(words) <> length(words) THEN
    small := replace(replace(replace(translate(
      regexp_replace(lower(normalize(words, NFKD)), '[\u0300-\u036f]+', '', 'g'),
      'øłđħŧıς‐–—−‘’', 'oldhtiσ----'''''), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
  END IF;
  RETURN translate(small, E' \t\r-./_', '');
END $function$;

CREATE OR REPLACE FUNCTION found_by_both(words text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
DECLARE
  small text;
BEGIN
  small := lower(words);
  IF octet_length(words) <> length(words) THEN
    small := replace(replace(replace(translate(
      regexp_replace(lower(normalize(words, NFKD)), '[\u0300-\u036f]+', '', 'g'),
      'øłđħŧıς‐–—−‘’', 'oldhtiσ----'''''), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
  END IF;
  IF octet_length(words) <> length(words) AND lower(normalize(words, NFC)) ~ '[äöüøå]' THEN
    DECLARE
      one text := translate(small, E' \t\r-./_', '');
    BEGIN
  IF octet_length(words) <> length(words) THEN
    words := replace(replace(replace(replace(replace(lower(normalize(words, NFC)), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa');
  END IF;
  small := lower(words);
  IF octet_length(words) <> length(words) THEN
    small := replace(replace(replace(translate(
      regexp_replace(lower(normalize(words, NFKD)), '[\u0300-\u036f]+', '', 'g'),
      'øłđħŧıς‐–—−‘’', 'oldhtiσ----'''''), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
  END IF;
      RETURN one || E'\n' || translate(small, E' \t\r-./_', '');
    END;
  END IF;
  RETURN translate(small, E' \t\r-./_', '');
END $function$;

CREATE OR REPLACE FUNCTION found_by_two(words text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
DECLARE
  small text;
BEGIN
  IF octet_length(words) <> length(words) THEN
    words := replace(replace(replace(replace(replace(lower(normalize(words, NFC)), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa');
  END IF;
  small := lower(words);
  IF octet_length(words) <> length(words) THEN
    small := replace(replace(replace(translate(
      regexp_replace(lower(normalize(words, NFKD)), '[\u0300-\u036f]+', '', 'g'),
      'øłđħŧıς‐–—−‘’', 'oldhtiσ----'''''), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
  END IF;
  RETURN translate(small, E' \t\r-./_', '');
END $function$;

CREATE OR REPLACE FUNCTION geofences_of_rules(owner integer)
 RETURNS SETOF geofences
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT g.* FROM businesses o JOIN businesses b ON b.id = ANY (o.path) OR o.id = ANY (b.path)
  JOIN geofences g ON g.business_id = b.id AND g.deleted_at IS NULL
  WHERE o.id = owner AND in_scope(owner)
$function$;
REVOKE ALL ON FUNCTION geofences_of_rules(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION geofences_of_rules(integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION history_import_begin(import integer, tracker_imei text, packets bytea, from_ms double precision[], till_ms double precision[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  begun history_imports;
  tracker int;
BEGIN
  SELECT * INTO STRICT begun FROM history_imports h WHERE h.id = import AND h.device_id IS NULL AND in_scope(h.business_id) FOR UPDATE;
  INSERT INTO devices (imei, business_id, title, created_by, is_history, deleted_at)
    VALUES (tracker_imei, begun.business_id, left(begun.file_name, 100), begun.user_id, true, now()) RETURNING id INTO tracker;
  UPDATE history_imports SET device_id = tracker, positions = packets WHERE id = import;
  -- A stay ends a millisecond after its last position, because its end is excluded.
  INSERT INTO installations (device_id, entity_id, business_id, installed_at, removed_at, installed_by, removed_by)
  SELECT tracker, begun.entity_id, begun.business_id, to_timestamp(s.begins / 1000), to_timestamp((s.ends + 1) / 1000), begun.user_id, begun.user_id
  FROM unnest(from_ms, till_ms) s (begins, ends);
END $function$;
REVOKE ALL ON FUNCTION history_import_begin(integer,text,bytea,double precision[],double precision[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION history_import_begin(integer,text,bytea,double precision[],double precision[]) TO roadbook_api;

CREATE OR REPLACE FUNCTION history_import_computed(import integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT s.last_positioned_at FROM history_imports h JOIN device_states s ON s.device_id = h.device_id
  WHERE h.id = import AND in_scope(h.business_id)
$function$;
REVOKE ALL ON FUNCTION history_import_computed(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION history_import_computed(integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION history_import_forget(import integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  tracker int;
BEGIN
  SELECT h.device_id INTO tracker FROM history_imports h
  WHERE h.id = import AND h.state = 'undoing' AND in_scope(h.business_id) FOR UPDATE;
  IF tracker IS NULL THEN RETURN true; END IF;
  -- A consumer that is writing positions of the tracker finishes first.
  PERFORM FROM devices d WHERE d.id = tracker FOR UPDATE;
  -- Nobody can write about a trip after this line, because a purpose and an entry of the logbook need the row of the trip.
  PERFORM FROM trips t WHERE t.device_id = tracker FOR UPDATE;
  IF history_import_is_noted(import) THEN
    UPDATE devices d SET is_history_over = false WHERE d.id = tracker;
    INSERT INTO device_changes (device_id) VALUES (tracker);
    RETURN false;
  END IF;
  DELETE FROM trips t WHERE t.device_id = tracker;
  EXECUTE 'DELETE FROM waypoints WHERE device_id = $1' USING tracker;
  DELETE FROM waypoints_aside a WHERE a.device_id = tracker;
  DELETE FROM alert_marks m WHERE m.device_id = tracker;
  DELETE FROM installations i WHERE i.device_id = tracker;
  DELETE FROM devices d WHERE d.id = tracker;
  RETURN true;
END $function$;
REVOKE ALL ON FUNCTION history_import_forget(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION history_import_forget(integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION history_import_is_noted(import integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (
    SELECT FROM history_imports h JOIN trips t ON t.device_id = h.device_id
    WHERE h.id = import AND in_scope(h.business_id)
      AND (EXISTS (SELECT FROM trip_purposes p WHERE p.trip_id = t.id) OR EXISTS (SELECT FROM logbook_entries l WHERE l.trip_id = t.id))
  ) OR EXISTS (
    SELECT FROM history_imports h JOIN trip_joins j ON j.device_id = h.device_id WHERE h.id = import AND in_scope(h.business_id)
  )
$function$;
REVOKE ALL ON FUNCTION history_import_is_noted(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION history_import_is_noted(integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION history_import_stop(import integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  WITH stopped AS (
    UPDATE devices d SET is_history_over = true FROM history_imports h
    WHERE h.id = import AND h.state = 'undoing' AND in_scope(h.business_id) AND d.id = h.device_id AND NOT d.is_history_over RETURNING d.id
  )
  INSERT INTO device_changes (device_id) SELECT id FROM stopped;
END $function$;
REVOKE ALL ON FUNCTION history_import_stop(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION history_import_stop(integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION history_import_stored(import integer)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  tracker int;
  since timestamptz;
  till timestamptz;
  positions int;
BEGIN
  SELECT h.device_id, h.first_at, h.last_at INTO tracker, since, till
  FROM history_imports h WHERE h.id = import AND in_scope(h.business_id);
  EXECUTE 'SELECT count(*)::int FROM waypoints w WHERE w.device_id = $1 AND w.positioned_at BETWEEN $2 AND $3'
    INTO positions USING tracker, since, till;
  RETURN positions;
END $function$;
REVOKE ALL ON FUNCTION history_import_stored(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION history_import_stored(integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION history_occupied(entity integer)
 RETURNS TABLE(from_ms double precision, till_ms double precision, is_history boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 4
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT (extract(epoch FROM i.installed_at) * 1000)::float8, (extract(epoch FROM i.removed_at) * 1000)::float8, d.is_history
  FROM entities e JOIN installations i ON i.entity_id = e.id JOIN devices d ON d.id = i.device_id
  WHERE e.id = entity AND in_scope(e.business_id) ORDER BY i.installed_at, i.id
$function$;
REVOKE ALL ON FUNCTION history_occupied(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION history_occupied(integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION in_order(words text)
 RETURNS bytea
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
DECLARE
  small text;
BEGIN
  small := lower(words);
  IF octet_length(words) <> length(words) THEN
    small := replace(replace(replace(translate(
      regexp_replace(lower(normalize(words, NFKD)), '[\u0300-\u036f]+', '', 'g'),
      'øłđħŧıς‐–—−‘’', 'oldhtiσ----'''''), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
  END IF;
  small := translate(small, '_:;?@[]', '!,,!*()');
  IF small ~ '[0-9]' THEN
    small := regexp_replace(regexp_replace(small, '([0-9]+)', '0000000000\1', 'g'), '0+([0-9]{10})', '\1', 'g');
  END IF;
  RETURN convert_to(small || E'\x01' || lower(normalize(words, NFKD)), 'UTF8');
END $function$;

CREATE OR REPLACE FUNCTION in_scope(business integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT CASE coalesce(current_setting('roadbook.scope', true), '')
    WHEN '' THEN false
    WHEN 'all' THEN true
    ELSE business = ANY (string_to_array(current_setting('roadbook.scope', true), ',')::int[])
  END
$function$;

CREATE OR REPLACE FUNCTION installation_customer(installation integer)
 RETURNS TABLE(first_name text, email text, locale text, entity_name text, business_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT k.first_name, k.email, k.locale, was.name, b.name
  FROM installations i
  JOIN consumers k ON k.id = i.followed_consumer_id
  JOIN businesses b ON b.id = i.business_id
  CROSS JOIN LATERAL installation_followed(i.id) followed
  JOIN entities was ON was.id = followed.entity_id
  WHERE i.id = installation AND in_scope(i.business_id)
$function$;
REVOKE ALL ON FUNCTION installation_customer(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION installation_customer(integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION installation_followed(installation integer)
 RETURNS installations
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT before.* FROM installations i JOIN installations before ON before.device_id = i.device_id
    AND (before.installed_at, before.id) < (i.installed_at, i.id)
    AND (before.followed_consumer_id IS NULL OR before.moved_at IS NOT NULL)
  WHERE i.id = installation AND i.followed_consumer_id IS NOT NULL
  ORDER BY before.installed_at DESC, before.id DESC LIMIT 1
$function$;
REVOKE ALL ON FUNCTION installation_followed(integer) FROM PUBLIC;

CREATE OR REPLACE FUNCTION is_at_or_below(reader integer, asker integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
        SELECT EXISTS (
          SELECT FROM users r JOIN businesses b ON b.id = r.business_id CROSS JOIN users a
          WHERE r.id = reader AND (scope_is_all() OR b.id IN (SELECT scope_ids()))
            AND a.id = asker AND a.deleted_at IS NULL AND (a.business_id IS NULL OR a.business_id = ANY (b.path))
        )
      $function$;
REVOKE ALL ON FUNCTION is_at_or_below(integer,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_at_or_below(integer,integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION is_history_tracker(tracker integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM devices d WHERE d.id = tracker AND d.is_history)
$function$;
REVOKE ALL ON FUNCTION is_history_tracker(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_history_tracker(integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION keep_push(push_id bigint, kind text, address text, title text, body text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  INSERT INTO mailbox.pushes (id, kind, address, title, body) VALUES (push_id, kind, address, title, body)
    ON CONFLICT (id) DO NOTHING;
  -- The newest make room for themselves.
  DELETE FROM mailbox.pushes p WHERE p.id <= (SELECT o.id FROM mailbox.pushes o ORDER BY o.id DESC OFFSET 1000 LIMIT 1);
$function$;
REVOKE ALL ON FUNCTION keep_push(bigint,text,text,text,text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION keep_push(bigint,text,text,text,text) TO roadbook_web;

CREATE OR REPLACE FUNCTION keep_summary_zones(names text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;
REVOKE ALL ON FUNCTION keep_summary_zones(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION keep_summary_zones(text[]) TO roadbook_web;

CREATE OR REPLACE FUNCTION last_answer_of(imei_asked text)
 RETURNS TABLE(answered_from text, answered_as text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT word.sender, word.standing FROM (
    SELECT u.last_seen_at AS at, u.remote_address AS sender, 'unregistered' AS standing FROM unknown_devices u WHERE u.imei = imei_asked
    UNION ALL
    SELECT s.last_received_at, b.network, CASE WHEN b.network IS NULL THEN 'known' ELSE 'newcomer' END
    FROM devices d JOIN device_states s ON s.device_id = d.id
    LEFT JOIN LATERAL (
      SELECT n.network FROM tracker_networks n WHERE n.device_id = d.id AND n.standing = 'believed' ORDER BY n.since DESC LIMIT 1
    ) b ON TRUE
    WHERE d.imei = imei_asked
    UNION ALL
    SELECT s.last_at, s.network, 'newcomer' FROM devices d JOIN doubted_senders s ON s.device_id = d.id WHERE d.imei = imei_asked
  ) word WHERE word.at IS NOT NULL AND (SELECT scope_is_all()) ORDER BY word.at DESC LIMIT 1
$function$;
REVOKE ALL ON FUNCTION last_answer_of(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION last_answer_of(text) TO roadbook_api;

CREATE OR REPLACE FUNCTION last_waypoint_in_scope(device integer, from_time timestamp with time zone, before_time timestamp with time zone)
 RETURNS SETOF waypoints
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
END $function$;
REVOKE ALL ON FUNCTION last_waypoint_in_scope(integer,timestamp with time zone,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION last_waypoint_in_scope(integer,timestamp with time zone,timestamp with time zone) TO roadbook_api;

CREATE OR REPLACE FUNCTION last_word_of(imei_asked text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT greatest(
    (SELECT u.last_seen_at FROM unknown_devices u WHERE u.imei = imei_asked),
    (SELECT max(s.last_received_at) FROM devices d JOIN device_states s ON s.device_id = d.id WHERE d.imei = imei_asked),
    -- the true tracker, where another was registered in its name
    (SELECT max(s.last_at) FROM devices d JOIN doubted_senders s ON s.device_id = d.id WHERE d.imei = imei_asked)
  ) WHERE (SELECT scope_is_all())
$function$;
REVOKE ALL ON FUNCTION last_word_of(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION last_word_of(text) TO roadbook_api;

CREATE OR REPLACE FUNCTION link_catalogue_tags(entity_ids integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  own int[] := ARRAY(SELECT e.id FROM entities e
    WHERE e.id = ANY (entity_ids) AND (scope_is_all() OR e.business_id IN (SELECT scope_ids())));
  wanted_entities int[];
  wanted_tags int[];
  wanted_types text[];
BEGIN
  SELECT array_agg(found.entity_id), array_agg(found.tag_id), array_agg(found.type)
  INTO wanted_entities, wanted_tags, wanted_types
  FROM (
    SELECT DISTINCT ON (word.entity_id, word.type) word.entity_id, word.type, t.id AS tag_id
    FROM (
      SELECT e.id AS entity_id, b.path, said.type, said.word, said.above
      FROM entities e JOIN businesses b ON b.id = e.business_id
      CROSS JOIN LATERAL (VALUES ('type', e.vehicle_type, NULL), ('brand', e.brand, NULL), ('model', e.model, e.brand),
        ('color', e.color, NULL), ('engine_brand', e.engine_brand, NULL), ('engine_model', e.engine_model, e.engine_brand),
        ('powerunit', e.power_unit, NULL)) said (type, word, above)
      WHERE e.id = ANY (own) AND said.word IS NOT NULL
    ) word
    JOIN tags t ON t.type = word.type AND t.deleted_at IS NULL AND (t.business_id IS NULL OR t.business_id = ANY (word.path))
      AND CASE t.type WHEN 'type' THEN t.vehicle_type = word.word ELSE lower(t.name) = lower(word.word) END
    LEFT JOIN tags parent ON parent.id = t.parent_id
    WHERE t.parent_id IS NULL OR lower(parent.name) = lower(word.above)
    ORDER BY word.entity_id, word.type, (t.type = 'type' AND t.name = word.word) DESC,
      array_position(word.path, t.business_id) DESC NULLS LAST, t.id
  ) found;
  DELETE FROM entity_tags et USING entities e, tags t
  WHERE et.entity_id = ANY (own) AND e.id = ANY (own) AND e.id = et.entity_id AND t.id = et.tag_id
    AND et.slot IN ('brand', 'model', 'color', 'engine_brand', 'engine_model', 'powerunit', 'type')
    AND NOT EXISTS (
      SELECT 1 FROM unnest(wanted_entities, wanted_tags) w (entity_id, tag_id)
      WHERE w.entity_id = et.entity_id AND w.tag_id = et.tag_id
    )
    -- a finer type than the one that is written down stays
    AND NOT (et.slot = 'type' AND t.vehicle_type = e.vehicle_type AND t.deleted_at IS NULL);
  INSERT INTO entity_tags (entity_id, tag_id, slot)
  SELECT w.entity_id, w.tag_id, w.type FROM unnest(wanted_entities, wanted_tags, wanted_types) w (entity_id, tag_id, type)
  ON CONFLICT DO NOTHING;
END $function$;
REVOKE ALL ON FUNCTION link_catalogue_tags(integer[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION link_catalogue_tags(integer[]) TO roadbook_api;

CREATE OR REPLACE FUNCTION maintenance_counts_as_read(entity integer, shown bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  UPDATE maintenance_notifications n SET due_m = n.due_m + last.odometer_m - last.restarted_m
  FROM (
    SELECT DISTINCT ON (r.trigger_id) r.trigger_id, r.odometer_m, r.restarted_m FROM maintenance_notifications r
    WHERE r.entity_id = entity AND r.restarted_at IS NOT NULL ORDER BY r.trigger_id, r.restarted_at DESC
  ) last
  WHERE n.entity_id = entity AND n.trigger_id = last.trigger_id AND n.status = 'open' AND last.odometer_m <= shown;
  UPDATE maintenance_notifications n SET restarted_m = n.odometer_m
  WHERE n.entity_id = entity AND n.restarted_at IS NOT NULL AND n.odometer_m <= shown AND n.restarted_m <> n.odometer_m;
$function$;
REVOKE ALL ON FUNCTION maintenance_counts_as_read(integer,bigint) FROM PUBLIC;

CREATE OR REPLACE FUNCTION maintenance_moves_along(entity integer, moved bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  UPDATE maintenance_plan_entities m SET counted_from_m = m.counted_from_m + moved WHERE m.entity_id = entity AND moved <> 0;
  UPDATE maintenance_notifications n SET due_m = n.due_m + moved
  WHERE n.entity_id = entity AND moved <> 0 AND n.due_m IS NOT NULL AND NOT coalesce((
    SELECT r.odometer_m = r.restarted_m FROM maintenance_notifications r
    WHERE r.entity_id = n.entity_id AND r.trigger_id = n.trigger_id AND r.restarted_at IS NOT NULL AND r.id <> n.id
    ORDER BY r.restarted_at DESC LIMIT 1
  ), false);
  UPDATE maintenance_notifications n SET restarted_m = n.restarted_m + moved
  WHERE n.entity_id = entity AND moved <> 0 AND n.restarted_m IS NOT NULL AND n.odometer_m IS DISTINCT FROM n.restarted_m;
$function$;
REVOKE ALL ON FUNCTION maintenance_moves_along(integer,bigint) FROM PUBLIC;

CREATE OR REPLACE FUNCTION maintenance_plan_fits(plan integer, entity integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT 1 FROM maintenance_plans p, entities e JOIN businesses b ON b.id = e.business_id
    WHERE p.id = plan AND e.id = entity AND p.business_id = ANY (b.path))
$function$;

CREATE OR REPLACE FUNCTION make_waypoint_partition(instant timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  week timestamptz := date_trunc('week', instant, 'UTC');
  partition text := waypoint_partition_name(instant);
BEGIN
  IF NOT coalesce(waypoint_week_is_plausible(instant), false) THEN RETURN NULL; END IF;
  IF to_regclass(partition) IS NOT NULL THEN RETURN false; END IF;
  PERFORM pg_advisory_xact_lock(5003);
  IF to_regclass(partition) IS NOT NULL THEN RETURN false; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE waypoints INCLUDING ALL)', partition);
  EXECUTE format('ALTER TABLE waypoints ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', partition, week, week + interval '168 hours');
  RETURN true;
END $function$;
REVOKE ALL ON FUNCTION make_waypoint_partition(timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION make_waypoint_partition(timestamp with time zone) TO roadbook_ingest;

CREATE OR REPLACE FUNCTION make_waypoint_partitions(ahead_weeks integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  made int := 0;
BEGIN
  FOR week IN 0..ahead_weeks LOOP
    IF make_waypoint_partition(now() + week * interval '168 hours') THEN made := made + 1; END IF;
  END LOOP;
  RETURN made;
END $function$;
REVOKE ALL ON FUNCTION make_waypoint_partitions(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION make_waypoint_partitions(integer) TO roadbook_ingest;

CREATE OR REPLACE FUNCTION maker_still_may(maker integer, token integer, wanted text, business integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT (scope_is_all() OR business IN (SELECT scope_ids())) AND user_may_at(maker, token, wanted, business)
$function$;
REVOKE ALL ON FUNCTION maker_still_may(integer,integer,text,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION maker_still_may(integer,integer,text,integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION may_be_told(device integer, at timestamp with time zone, sees_cases boolean)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT CASE
    WHEN period.installed_at IS NOT NULL AND at < coalesce(period.removed_at, 'infinity') THEN
      in_scope(period.business_id) AND at >= period.shown_from AND (period.is_open OR (sees_cases AND EXISTS (
        SELECT FROM missing_cases m WHERE m.entity_id = period.entity_id AND m.state = 'open'
      )))
    ELSE NOT coalesce(period.was_customers, FALSE) AND NOT EXISTS (
      SELECT FROM installations i WHERE i.device_id = device AND NOT in_scope(i.business_id) AND coalesce(i.removed_at, 'infinity') > at
    )
  END
  FROM (SELECT device) asked LEFT JOIN LATERAL (
    SELECT i.installed_at, i.removed_at, i.business_id, i.entity_id,
      CASE WHEN i.followed_consumer_id IS NULL THEN i.installed_at ELSE coalesce(i.moved_at, 'infinity') END AS shown_from,
      e.consumer_id IS NULL OR EXISTS (
        SELECT FROM consents c
        WHERE c.entity_id = e.id AND c.granted_at <= now() AND c.expires_at > now() AND c.revoked_at IS NULL
      ) AS is_open,
      e.consumer_id IS NOT NULL OR i.followed_consumer_id IS NOT NULL AND i.moved_at IS NULL AS was_customers
    FROM installations i JOIN entities e ON e.id = i.entity_id
    WHERE i.device_id = device AND i.installed_at <= at ORDER BY i.installed_at DESC, i.id DESC LIMIT 1
  ) period ON TRUE
$function$;
REVOKE ALL ON FUNCTION may_be_told(integer,timestamp with time zone,boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION may_be_told(integer,timestamp with time zone,boolean) TO roadbook_api;

CREATE OR REPLACE FUNCTION move_business_contents(from_business integer, to_business integer)
 RETURNS TABLE(table_name text, moved bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  link record;
  one record;
BEGIN
  IF NOT in_scope(from_business) OR NOT in_scope(to_business) THEN
    RAISE EXCEPTION 'not in scope' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (SELECT 1 FROM public.businesses b WHERE b.id = to_business AND from_business = ANY (b.path)) THEN
    RAISE EXCEPTION 'a business cannot take over what it stands below' USING ERRCODE = 'check_violation';
  END IF;
  -- A month that both closed becomes one.
  UPDATE logbook_entries x SET month_id = theirs.id
  FROM logbook_months ours JOIN logbook_months theirs ON theirs.entity_id = ours.entity_id AND theirs.month = ours.month
  WHERE x.month_id = ours.id AND ours.business_id = from_business AND theirs.business_id = to_business;
  DELETE FROM logbook_months ours USING logbook_months theirs
  WHERE theirs.entity_id = ours.entity_id AND theirs.month = ours.month
    AND ours.business_id = from_business AND theirs.business_id = to_business;
  FOR link IN
    SELECT c.conrelid::regclass AS child, c.conrelid::regclass::text AS name, a.attname AS col, c.confdeltype = 'c' AS ends
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f' AND c.confrelid = 'public.businesses'::regclass AND c.conparentid = 0
      -- Whose numbers they are, and what invoices say of it: nobody else becomes this one.
      AND (c.conrelid::regclass::text, a.attname) NOT IN (('invoices', 'seller_id'), ('invoice_parties', 'business_id'))
    ORDER BY 2
  LOOP
    BEGIN
      EXECUTE format('UPDATE %s SET %I = $2 WHERE %I = $1', link.child, link.col, link.col) USING from_business, to_business;
      GET DIAGNOSTICS moved = ROW_COUNT;
    EXCEPTION WHEN unique_violation THEN
      -- What the other one has already, and what ends with this one, stays.
      IF NOT link.ends THEN RAISE; END IF;
      moved := 0;
      FOR one IN EXECUTE format('SELECT ctid AS place FROM %s WHERE %I = $1', link.child, link.col) USING from_business LOOP
        BEGIN
          EXECUTE format('UPDATE %s SET %I = $2 WHERE ctid = $1', link.child, link.col) USING one.place, to_business;
          moved := moved + 1;
        EXCEPTION WHEN unique_violation THEN
          NULL;
        END;
      END LOOP;
    END;
    table_name := link.name;
    IF moved > 0 THEN
      RETURN NEXT;
    END IF;
  END LOOP;
END $function$;
REVOKE ALL ON FUNCTION move_business_contents(integer,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION move_business_contents(integer,integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION move_fixes_in_scope(installation integer, from_time timestamp with time zone, most integer)
 RETURNS TABLE(positioned_at timestamp with time zone, received_at timestamp with time zone, latitude double precision, longitude double precision, validity smallint, external_battery_mv integer, battery_mv smallint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  one installations;
BEGIN
  SELECT * INTO one FROM installations i
  WHERE i.id = installation AND in_scope(i.business_id) AND i.removed_at IS NULL
    AND i.followed_consumer_id IS NOT NULL AND i.moved_at IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY EXECUTE
    'SELECT w.positioned_at, w.received_at, w.latitude / 1e7::float8, w.longitude / 1e7::float8, w.validity,
       w.external_battery_mv, w.battery_mv
     FROM waypoints w WHERE w.device_id = $1 AND w.positioned_at >= $2 AND w.received_at >= $2
     ORDER BY w.positioned_at DESC LIMIT $3'
  USING one.device_id, greatest(one.installed_at, from_time), most;
END $function$;
REVOKE ALL ON FUNCTION move_fixes_in_scope(integer,timestamp with time zone,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION move_fixes_in_scope(integer,timestamp with time zone,integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION move_is_doubted(installation integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT NOT EXISTS (
    SELECT FROM installations i LEFT JOIN LATERAL installation_followed(i.id) followed ON TRUE
    WHERE i.id = installation AND in_scope(i.business_id) AND NOT EXISTS (
      SELECT FROM tracker_networks n
      WHERE n.device_id = i.device_id AND n.since > coalesce(followed.removed_at, i.installed_at) AND n.standing <> 'trial'
        AND EXISTS (SELECT FROM tracker_networks o WHERE o.device_id = n.device_id AND o.first_at < n.first_at)
        AND (n.standing <> 'refused' OR EXISTS (
          SELECT FROM doubted_senders s JOIN packets_aside a ON a.sender_id = s.id
          WHERE s.device_id = n.device_id AND s.newcomer_network = n.network AND a.taken_in_at IS NOT NULL
        ))
    )
  )
$function$;
REVOKE ALL ON FUNCTION move_is_doubted(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION move_is_doubted(integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION move_origin_in_scope(installation integer)
 RETURNS TABLE(latitude double precision, longitude double precision)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  followed installations;
BEGIN
  SELECT f.* INTO followed FROM installations i CROSS JOIN LATERAL installation_followed(i.id) f
  WHERE i.id = installation AND in_scope(i.business_id);
  IF followed.id IS NULL THEN RETURN; END IF;
  RETURN QUERY EXECUTE
    'SELECT w.latitude / 1e7::float8, w.longitude / 1e7::float8
     FROM waypoints w WHERE w.device_id = $1 AND w.positioned_at <= $2 AND w.validity = 0
     ORDER BY w.positioned_at DESC LIMIT 1'
  USING followed.device_id, followed.removed_at;
END $function$;
REVOKE ALL ON FUNCTION move_origin_in_scope(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION move_origin_in_scope(integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION next_invoice_number(of_seller integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT in_scope(of_seller) THEN
    RAISE EXCEPTION 'not in scope' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('invoices'), of_seller);
  RETURN (SELECT 1 + coalesce(max(i.number), 0) FROM invoices i WHERE i.seller_id = of_seller);
END $function$;
REVOKE ALL ON FUNCTION next_invoice_number(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION next_invoice_number(integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION odometer_is_read(entity integer, metres bigint, reader integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
END $function$;
REVOKE ALL ON FUNCTION odometer_is_read(integer,bigint,integer) FROM PUBLIC;

CREATE OR REPLACE FUNCTION periods_in_scope(device integer, from_time timestamp with time zone, till_time timestamp with time zone)
 RETURNS TABLE(starts timestamp with time zone, ends timestamp with time zone, before timestamp with time zone)
 LANGUAGE sql
 STABLE ROWS 1
AS $function$
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
$function$;
REVOKE ALL ON FUNCTION periods_in_scope(integer,timestamp with time zone,timestamp with time zone) FROM PUBLIC;

CREATE OR REPLACE FUNCTION plate_twin_key(number text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
      BEGIN
        RETURN CASE WHEN public.folded(number) ~ '[0-9٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹]' THEN public.twin_key(number) END;
      END $function$;

CREATE OR REPLACE FUNCTION rma_number(id integer, at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT 'RMA-' || left(n.digits, 4) || '-' || substr(n.digits, 5) || '-' || (10 - sum(
    CASE WHEN (length(n.digits) - place) % 2 = 1 THEN digit WHEN digit > 4 THEN 2 * digit - 9 ELSE 2 * digit END
  ) % 10) % 10
  FROM (
    SELECT extract(year FROM at AT TIME ZONE 'UTC')::int || lpad(id::text, greatest(6, length(id::text)), '0') AS digits
  ) n, generate_series(1, length(n.digits)) place, LATERAL (SELECT substr(n.digits, place, 1)::int AS digit) d
  GROUP BY n.digits
$function$;

CREATE OR REPLACE FUNCTION scope_has(ids integer[])
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
        SELECT scope_is_all() OR coalesce(ids <@ ARRAY(SELECT scope_ids()), FALSE)
      $function$;

CREATE OR REPLACE FUNCTION scope_ids()
 RETURNS SETOF integer
 LANGUAGE sql
 STABLE PARALLEL SAFE ROWS 100
AS $function$
  SELECT unnest(string_to_array(nullif(nullif(current_setting('roadbook.scope', true), ''), 'all'), ',')::int[])
$function$;

CREATE OR REPLACE FUNCTION scope_is_all()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT coalesce(current_setting('roadbook.scope', true), '') = 'all'
$function$;

CREATE OR REPLACE FUNCTION scope_is_given()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT coalesce(current_setting('roadbook.scope', true), '') <> ''
$function$;

CREATE OR REPLACE FUNCTION scope_line_ids()
 RETURNS SETOF integer
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT DISTINCT unnest(b.path) FROM businesses b WHERE b.id IN (SELECT scope_ids())
$function$;
REVOKE ALL ON FUNCTION scope_line_ids() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scope_line_ids() TO roadbook_api;

CREATE OR REPLACE FUNCTION start_of_day(day date, zone text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN (((day - 1)::timestamp AT TIME ZONE zone AT TIME ZONE 'UTC' + interval '1 day') AT TIME ZONE 'UTC') AT TIME ZONE zone
      = day::timestamp
    THEN ((day - 1)::timestamp AT TIME ZONE zone AT TIME ZONE 'UTC' + interval '1 day') AT TIME ZONE 'UTC'
    ELSE day::timestamp AT TIME ZONE zone END
$function$;

CREATE OR REPLACE FUNCTION stored_waypoints_in_scope(device integer, from_time timestamp with time zone, before_time timestamp with time zone, most integer)
 RETURNS SETOF waypoints
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 500
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
END $function$;
REVOKE ALL ON FUNCTION stored_waypoints_in_scope(integer,timestamp with time zone,timestamp with time zone,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION stored_waypoints_in_scope(integer,timestamp with time zone,timestamp with time zone,integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION sub_vendors_in_scope()
 RETURNS TABLE(business_id integer, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 5000
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT DISTINCT ON (own.id) own.id, above.name
  FROM businesses own
  CROSS JOIN LATERAL unnest(own.path) WITH ORDINALITY AS step (id, depth)
  JOIN businesses above ON above.id = step.id AND above.kind IN ('vendor', 'enterprise')
  WHERE (SELECT scope_is_all()) OR own.id IN (SELECT scope_ids())
  ORDER BY own.id, step.depth DESC
$function$;
REVOKE ALL ON FUNCTION sub_vendors_in_scope() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sub_vendors_in_scope() TO roadbook_api;

CREATE OR REPLACE FUNCTION sub_vendors_of(businesses_asked integer[])
 RETURNS TABLE(business_id integer, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 15
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT DISTINCT ON (own.id) own.id, above.name
  FROM businesses own
  CROSS JOIN LATERAL unnest(own.path) WITH ORDINALITY AS step (id, depth)
  JOIN businesses above ON above.id = step.id AND above.kind IN ('vendor', 'enterprise')
  WHERE own.id = ANY (businesses_asked) AND ((SELECT scope_is_all()) OR own.id IN (SELECT scope_ids()))
  ORDER BY own.id, step.depth DESC
$function$;
REVOKE ALL ON FUNCTION sub_vendors_of(integer[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sub_vendors_of(integer[]) TO roadbook_api;

CREATE OR REPLACE FUNCTION subscription_end_after(anchor timestamp with time zone, moment timestamp with time zone, period text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  WITH said AS (SELECT anchor AT TIME ZONE 'Europe/Amsterdam' AS started, moment AT TIME ZONE 'Europe/Amsterdam' AS now,
    CASE period WHEN 'month' THEN 1 WHEN 'quarter' THEN 3 ELSE 12 END AS months)
  SELECT min(ends.at) FROM said, LATERAL (SELECT greatest(0, ((extract(year FROM now) - extract(year FROM started)) * 12
    + extract(month FROM now) - extract(month FROM started))::int / months) AS past) sofar,
    generate_series(greatest(past, 1), past + 2) AS times,
    LATERAL (SELECT (started + make_interval(months => months * times)) AT TIME ZONE 'Europe/Amsterdam' AS at) ends
  WHERE ends.at > moment
$function$;

CREATE OR REPLACE FUNCTION subscription_is_sold(product integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT scope_is_given() AND NOT scope_is_all() AND NOT EXISTS (
    SELECT 1 FROM subscriptions s WHERE s.id = product
      AND ((s.default_price_minor = 0 AND NOT s.bills) OR s.business_id IN (SELECT scope_ids())))
$function$;

CREATE OR REPLACE FUNCTION summary_zone_for(asked text, from_day date, till_day date)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT z.id FROM summary_zones z
  WHERE z.name = asked OR NOT EXISTS (
    SELECT FROM generate_series(0, till_day + 1 - from_day) days
    WHERE start_of_day(from_day + days, z.name) <> start_of_day(from_day + days, asked)
  )
  ORDER BY z.name <> asked, z.id LIMIT 1
$function$;

CREATE OR REPLACE FUNCTION tags_taken_over()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_TABLE_NAME = 'tags' THEN
    IF EXISTS (SELECT 1 FROM tags o WHERE o.business_id = NEW.business_id AND o.type = NEW.type AND o.deleted_at IS NULL
      AND o.parent_id IS NOT DISTINCT FROM NEW.parent_id AND lower(o.name) = lower(NEW.name)) THEN
      NEW.name := left(NEW.name, 80) || ' (' || OLD.id || ')';
    END IF;
  ELSIF EXISTS (SELECT 1 FROM tag_groups o WHERE o.business_id = NEW.business_id AND o.deleted_at IS NULL
    AND lower(o.name) = lower(NEW.name)) THEN
    NEW.name := left(NEW.name, 80) || ' (' || OLD.id || ')';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION tracker_id_is_of_one()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE taken boolean;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.imei = OLD.imei AND NEW.tracker_id IS NOT DISTINCT FROM OLD.tracker_id THEN RETURN NEW; END IF;
  -- Of two that write at once the second one reads what the first one wrote.
  PERFORM pg_advisory_xact_lock(hashtext('tracker_id_is_of_one'));
  IF TG_TABLE_NAME = 'devices' THEN
    SELECT EXISTS (SELECT FROM device_deliveries l WHERE l.tracker_id = NEW.tracker_id AND l.imei <> NEW.imei) INTO taken;
  ELSE
    SELECT EXISTS (SELECT FROM devices d WHERE d.tracker_id = NEW.tracker_id AND d.imei <> NEW.imei) INTO taken;
  END IF;
  IF taken THEN
    RAISE unique_violation USING MESSAGE = 'another tracker has this number', CONSTRAINT = 'tracker_id_is_of_one', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $function$;
REVOKE ALL ON FUNCTION tracker_id_is_of_one() FROM PUBLIC;

CREATE OR REPLACE FUNCTION tracker_ids_of_others(imeis_asked text[], ids_asked text[], business integer)
 RETURNS TABLE(imei text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT asked.imei FROM unnest(imeis_asked, ids_asked) asked (imei, tracker_id)
  WHERE (asked.imei IN (SELECT d.imei FROM delivered_imeis(imeis_asked, business) d)
      OR EXISTS (SELECT FROM devices d WHERE d.imei = asked.imei
        AND ((SELECT scope_is_all()) OR d.business_id IN (SELECT scope_ids()))))
    AND (EXISTS (SELECT FROM devices d WHERE d.tracker_id = asked.tracker_id AND d.imei <> asked.imei)
      OR EXISTS (SELECT FROM device_deliveries l WHERE l.tracker_id = asked.tracker_id AND l.imei <> asked.imei))
$function$;
REVOKE ALL ON FUNCTION tracker_ids_of_others(text[],text[],integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tracker_ids_of_others(text[],text[],integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION trip_day_differences(since date)
 RETURNS TABLE(zone text, entity integer, day date, device integer, business integer, kept_trips integer, counted_trips bigint, kept_m bigint, counted_m bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
$function$;
REVOKE ALL ON FUNCTION trip_day_differences(date) FROM PUBLIC;

CREATE OR REPLACE FUNCTION trip_odometers_in_scope(trips_asked bigint[])
 RETURNS TABLE(trip_id bigint, start_m bigint, stop_m bigint, is_counted boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
END $function$;
REVOKE ALL ON FUNCTION trip_odometers_in_scope(bigint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION trip_odometers_in_scope(bigint[]) TO roadbook_api;

CREATE OR REPLACE FUNCTION trip_rests_of(business integer)
 RETURNS TABLE(vehicle_type text, rest_minutes integer, from_id integer, from_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 8
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT DISTINCT ON (r.vehicle_type, above.id = own.id) r.vehicle_type, r.rest_minutes::int, above.id, above.name
  FROM businesses own
  JOIN trip_rests r ON r.business_id = ANY (own.path)
  JOIN businesses above ON above.id = r.business_id
  WHERE own.id = business AND in_scope(own.id)
  ORDER BY r.vehicle_type, above.id = own.id, array_position(own.path, above.id) DESC
$function$;
REVOKE ALL ON FUNCTION trip_rests_of(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION trip_rests_of(integer) TO roadbook_api;

CREATE OR REPLACE FUNCTION twin_key(number text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
      BEGIN
        RETURN nullif(regexp_replace(regexp_replace(translate(public.folded(number),
          'oiавекмнорстухіјѕαβεζηικμνορτυχ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
          '01abekmh0pctyx1jsabezh1kmn0ptyx01234567890123456789'),
          '[^[:alnum:]]+', '', 'g'), '^(.)\1*$', ''), '');
      END $function$;

CREATE OR REPLACE FUNCTION user_may_at(maker integer, token integer, wanted text, business integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (
    SELECT FROM users u JOIN roles r ON r.id = u.role_id
    WHERE u.id = maker AND u.deleted_at IS NULL
      AND (EXISTS (SELECT FROM role_permissions p WHERE p.role_id = u.role_id AND p.permission = wanted)
        OR EXISTS (SELECT FROM user_permissions p WHERE p.user_id = u.id AND p.permission = wanted))
      AND (r.key = 'super-admin' OR EXISTS (SELECT FROM businesses b WHERE b.id = business AND u.business_id = ANY (b.path)))
  ) AND (token IS NULL OR EXISTS (
    SELECT FROM api_tokens k
    WHERE k.id = token AND k.user_id = maker AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
  ))
$function$;
REVOKE ALL ON FUNCTION user_may_at(integer,integer,text,integer) FROM PUBLIC;

CREATE OR REPLACE FUNCTION vehicle_odometer_m(entity integer)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT greatest(e.odometer_floor_m, o.odometer_m) FROM entities e JOIN odometers o ON o.entity_id = e.id WHERE e.id = entity
$function$;
REVOKE ALL ON FUNCTION vehicle_odometer_m(integer) FROM PUBLIC;

CREATE OR REPLACE FUNCTION vehicles_holding(part text, most integer, in_order boolean)
 RETURNS SETOF integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN QUERY EXECUTE format(
    'SELECT e.id FROM entities e WHERE e.search_key LIKE %L AND e.deleted_at IS NULL
       AND ((SELECT scope_is_all()) OR e.business_id IN (SELECT scope_ids())) %s LIMIT %L',
    '%' || part || '%',
    CASE WHEN in_order THEN format('ORDER BY (E''\n'' || e.search_key) LIKE %L DESC, e.name_order, e.id', E'%\n' || part || '%') END,
    most);
END $function$;
REVOKE ALL ON FUNCTION vehicles_holding(text,integer,boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION vehicles_holding(text,integer,boolean) TO roadbook_api;

CREATE OR REPLACE FUNCTION waypoint_partition_name(instant timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT 'waypoints_' || to_char(date_trunc('week', instant, 'UTC') AT TIME ZONE 'UTC', 'YYYYMMDD')
$function$;

CREATE OR REPLACE FUNCTION waypoint_week_is_plausible(instant timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT instant BETWEEN now() - interval '10 years' AND now() + interval '1 year'
$function$;

CREATE OR REPLACE FUNCTION waypoints_in_scope(device integer, from_time timestamp with time zone, till_time timestamp with time zone)
 RETURNS TABLE(positioned_at timestamp with time zone, latitude double precision, longitude double precision, speed_kph real, heading smallint, altitude_m smallint, validity smallint, ignition boolean, movement boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 500
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
END $function$;
REVOKE ALL ON FUNCTION waypoints_in_scope(integer,timestamp with time zone,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION waypoints_in_scope(integer,timestamp with time zone,timestamp with time zone) TO roadbook_api;

CREATE OR REPLACE FUNCTION webhook_tell(business integer, entity integer, kind text, happened_at timestamp with time zone, subject text, body jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE
  heard_by int[];
  told bigint;
BEGIN
  SELECT array_agg(w.id ORDER BY w.id) INTO heard_by
  FROM businesses b JOIN webhooks w ON w.business_id = ANY (b.path) AND (w.includes_below OR w.business_id = b.id)
  WHERE b.id = webhook_tell.business AND w.active AND webhook_tell.kind = ANY (w.kinds);
  IF heard_by IS NULL THEN RETURN; END IF;
  IF EXISTS (SELECT FROM webhook_kinds k WHERE k.kind = webhook_tell.kind AND k.tells_place)
    AND EXISTS (SELECT FROM entity_privacy p WHERE p.entity_id = webhook_tell.entity AND p.hidden_from_business) THEN RETURN; END IF;
  INSERT INTO webhook_events (business_id, entity_id, kind, happened_at, subject, body)
    VALUES (webhook_tell.business, webhook_tell.entity, webhook_tell.kind, webhook_tell.happened_at, webhook_tell.subject, webhook_tell.body)
    ON CONFLICT (subject) DO NOTHING RETURNING id INTO told;
  IF told IS NULL THEN RETURN; END IF;
  INSERT INTO webhook_deliveries (webhook_id, event_id, entity_id) SELECT unnest(heard_by), told, webhook_tell.entity;
END $function$;
REVOKE ALL ON FUNCTION webhook_tell(integer,integer,text,timestamp with time zone,text,jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION webhook_tell(integer,integer,text,timestamp with time zone,text,jsonb) TO roadbook_ingest, roadbook_web;

CREATE OR REPLACE FUNCTION webhook_vehicle(entity integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT jsonb_build_object('id', e.id, 'name', e.name, 'frame_number', e.frame_number, 'license_plate', e.license_plate)
  FROM entities e WHERE e.id = entity
$function$;

CREATE OR REPLACE FUNCTION work_ring()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM pg_notify('work', TG_TABLE_NAME);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION work_ring_for()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM pg_notify('work', TG_ARGV[0]);
  RETURN NULL;
END $function$;
