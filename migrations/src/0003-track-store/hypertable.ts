/**
 * Hypertable for TimescaleDB: weekly chunks, compressed by device after two weeks, and dropped after 24 months unless another
 * time is configured. TimescaleDB creates chunks itself, so the function that makes partitions only returns the weeks that
 * may be written.
 */
export const hypertable = `
SELECT create_hypertable('waypoints', by_range('positioned_at', INTERVAL '7 days'), create_default_indexes => false);
ALTER TABLE waypoints SET (
  timescaledb.enable_columnstore,
  timescaledb.segmentby = 'device_id',
  timescaledb.orderby = 'positioned_at'
);
CALL add_columnstore_policy('waypoints', after => INTERVAL '14 days');
SELECT add_retention_policy('waypoints', drop_after => INTERVAL '24 months');

-- Null: no waypoint may be dated so. False: there is nothing to make.
CREATE FUNCTION make_waypoint_partition(instant timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN public.waypoint_week_is_plausible(instant) THEN false END
$$;

CREATE FUNCTION make_waypoint_partitions(ahead_weeks int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 0';

-- How many chunks went. The background policy follows, so that it never drops sooner than was configured.
CREATE FUNCTION drop_expired_waypoints(retention_months int, at timestamptz) RETURNS int
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  retention interval := make_interval(months => retention_months);
  dropped int;
BEGIN
  IF retention_months < 1 THEN
    RAISE EXCEPTION 'retention must be at least one month' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF NOT EXISTS (
    SELECT 1 FROM timescaledb_information.jobs
    WHERE hypertable_name = 'waypoints' AND proc_name = 'policy_retention' AND (config ->> 'drop_after')::interval = retention
  ) THEN
    PERFORM remove_retention_policy('waypoints', if_exists => true);
    PERFORM add_retention_policy('waypoints', drop_after => retention);
  END IF;
  SELECT count(*) INTO dropped FROM drop_chunks('waypoints', older_than => at - retention);
  DELETE FROM waypoints_aside WHERE received_at < at - retention;
  RETURN dropped;
END $$;

CREATE FUNCTION close_waypoint_week(instant timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT false';
`
