import type { QueryRunner } from 'typeorm'
import { Migration } from './migration.js'

/**
 * Adds functions for the nightly housekeeping. If TimescaleDB's own jobs have failed, the housekeeping does their work with
 * these functions.
 */
export class WaypointUpkeep1763700000036 extends Migration {
  readonly steps = []

  override async up(runner: QueryRunner): Promise<void> {
    const [table] = (await runner.query("SELECT relkind::text AS kind FROM pg_class WHERE oid = 'waypoints'::regclass")) as {
      kind: string
    }[]
    await runner.query(table?.kind === 'p' ? native : hypertable)
  }
}

const native = `
CREATE FUNCTION compress_next_waypoints(at timestamptz, after timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS 'SELECT NULL::timestamptz';
`

const hypertable = `
-- A job that succeeded within two of its intervals does its part.
CREATE FUNCTION waypoint_jobs_compress(at timestamptz) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM timescaledb_information.jobs j JOIN timescaledb_information.job_stats s USING (job_id)
    WHERE j.hypertable_name = 'waypoints' AND j.proc_name IN ('policy_compression', 'policy_columnstore') AND j.scheduled
      AND s.last_run_status = 'Success' AND s.last_successful_finish > at - 2 * j.schedule_interval
  )
$$;

-- Chunks that have been over for a fortnight and are not wholly compressed, oldest first: also those that late rows came to
-- since (8 is TimescaleDB's mark of a chunk that is compressed in part).
CREATE FUNCTION waypoint_chunks_to_compress(at timestamptz) RETURNS TABLE (chunk regclass, begins timestamptz)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT format('%I.%I', c.chunk_schema, c.chunk_name)::regclass, c.range_start
  FROM timescaledb_information.chunks c
  JOIN _timescaledb_catalog.chunk k ON k.schema_name = c.chunk_schema AND k.table_name = c.chunk_name
  WHERE c.hypertable_name = 'waypoints' AND c.range_end < at - interval '14 days' AND (NOT c.is_compressed OR k.status & 8 <> 0)
  ORDER BY c.range_start
$$;

-- Compresses the oldest chunk that begins after \`after\` and returns when it begins; null: nothing is left to do, or
-- TimescaleDB does it. One chunk a call, so that each lock is held for that one only.
CREATE FUNCTION compress_next_waypoints(at timestamptz, after timestamptz) RETURNS timestamptz
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  next record;
BEGIN
  IF waypoint_jobs_compress(at) THEN RETURN NULL; END IF;
  SELECT * INTO next FROM waypoint_chunks_to_compress(at) c WHERE c.begins > after LIMIT 1;
  IF next.chunk IS NOT NULL THEN PERFORM compress_chunk(next.chunk); END IF;
  RETURN next.begins;
END $$;
`
