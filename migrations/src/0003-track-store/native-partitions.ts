/**
 * Partitions for plain PostgreSQL: one range partition per week (Monday to Monday, UTC), created ahead of time. For late
 * data, a missing partition is created on demand.
 */
export const nativePartitions = `
CREATE FUNCTION waypoint_partition_name(instant timestamptz) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT 'waypoints_' || to_char(date_trunc('week', instant, 'UTC') AT TIME ZONE 'UTC', 'YYYYMMDD')
$$;

-- True: made. False: was there. Null: no waypoint may be dated so. Made apart and then attached, because attaching, unlike
-- creating in place, lets the writers of other weeks go on. Lock 5003 lets one transaction at a time add or drop weeks.
CREATE FUNCTION make_waypoint_partition(instant timestamptz) RETURNS boolean
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
END $$;

-- This week and so many after it. How many are new.
CREATE FUNCTION make_waypoint_partitions(ahead_weeks int) RETURNS int
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  made int := 0;
BEGIN
  FOR week IN 0..ahead_weeks LOOP
    IF make_waypoint_partition(now() + week * interval '168 hours') THEN made := made + 1; END IF;
  END LOOP;
  RETURN made;
END $$;

-- How many partitions went: those whose whole week is older.
CREATE FUNCTION drop_expired_waypoints(retention_months int, at timestamptz) RETURNS int
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
END $$;

-- Rewrites a week in the order in which tracks are read. Once: a few late rows afterwards do not undo it.
CREATE FUNCTION close_waypoint_week(instant timestamptz) RETURNS boolean
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
END $$;

SELECT make_waypoint_partitions(8);
`
