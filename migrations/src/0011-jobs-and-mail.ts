import { Migration } from './migration.js'

/**
 * Adds background jobs and mail. The library of the queue keeps the queue itself in the schema `jobs`, which the API
 * creates. The tables here record who requested which job, and the mails that wait to be sent. These records stay when the
 * library deletes its own records. The embedded mailbox has its own schema, which the role that serves requests cannot see.
 */
export class JobsAndMail1763700000011 extends Migration {
  readonly steps = [jobs, mails, mailbox]
}

const jobs = `
CREATE TABLE background_jobs (
  -- the same as in the queue
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z-]*$'),
  -- null when the system asked
  requested_by int REFERENCES users ON DELETE SET NULL,
  business_id int REFERENCES businesses ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX background_jobs_requested_by ON background_jobs (requested_by, created_at);
CREATE INDEX background_jobs_business ON background_jobs (business_id);
CREATE INDEX background_jobs_age ON background_jobs (created_at);

ALTER TABLE background_jobs ENABLE ROW LEVEL SECURITY;
GRANT SELECT, INSERT (id, kind, requested_by, business_id) ON background_jobs TO roadbook_api;
CREATE POLICY scope ON background_jobs TO roadbook_api
  USING (in_scope(business_id) OR current_setting('roadbook.scope', true) = 'all');

-- How a job stands, by the queue, for jobs in scope only; payloads stay out of sight. The names are looked up when it runs,
-- because the queue's tables are made later, by its library.
CREATE FUNCTION background_job_state(job uuid)
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
`

const mails = `
CREATE TABLE outgoing_mails (
  -- also in the Message-ID, so that whoever gets a mail twice can tell
  id uuid PRIMARY KEY,
  template text NOT NULL CHECK (template ~ '^[a-z][a-z-]*$'),
  locale text NOT NULL CHECK (locale IN ('nl', 'en', 'de', 'fr')),
  requested_by int REFERENCES users ON DELETE SET NULL,
  business_id int REFERENCES businesses ON DELETE CASCADE,
  -- recipient, text and attachments, encrypted; erased when it was sent or can no longer be sent
  sealed bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  CHECK (sent_at IS NULL OR sealed IS NULL)
);
CREATE INDEX outgoing_mails_age ON outgoing_mails (created_at);
CREATE INDEX outgoing_mails_business ON outgoing_mails (business_id);

ALTER TABLE outgoing_mails ENABLE ROW LEVEL SECURITY;
-- Requests post mails; they read none.
GRANT INSERT (id, template, locale, requested_by, business_id, sealed) ON outgoing_mails TO roadbook_api;
CREATE POLICY post ON outgoing_mails FOR INSERT TO roadbook_api
  WITH CHECK (in_scope(business_id) OR current_setting('roadbook.scope', true) = 'all');
`

const mailbox = `
CREATE SCHEMA mailbox;
REVOKE ALL ON SCHEMA mailbox FROM PUBLIC;

-- What the embedded mailbox took in; it keeps the newest ones.
CREATE TABLE mailbox.mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- a mail that arrives again under the same id is the same mail
  message_id text UNIQUE,
  envelope_from text NOT NULL,
  envelope_to text[] NOT NULL,
  subject text NOT NULL,
  raw bytea NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now()
);
`
