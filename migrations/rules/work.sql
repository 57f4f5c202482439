-- Work: notifications of new work, and the state of background jobs.

CREATE OR REPLACE FUNCTION work_ring() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_notify('work', TG_TABLE_NAME);
  RETURN NULL;
END $$;

-- Notifies of work in another table, which this change decides about.
CREATE OR REPLACE FUNCTION work_ring_for() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_notify('work', TG_ARGV[0]);
  RETURN NULL;
END $$;

-- Returns the state of a job in scope, by the queue, without its payload. The queue’s tables are looked up at run time, because its
-- library creates them later.
CREATE OR REPLACE FUNCTION background_job_state(job uuid)
RETURNS TABLE (state text, attempts int, reason text, started_at timestamptz, ended_at timestamptz, runs_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
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
END $$;
REVOKE ALL ON FUNCTION background_job_state(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION background_job_state(uuid) TO roadbook_api;
