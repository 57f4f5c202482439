import { Migration } from './migration.js'

/**
 * Adds reports, which are requested once or by a schedule. The job queue makes the reports. These tables contain what
 * people see: the request, its progress, and the file until it expires.
 */
export class Reports1763700000045 extends Migration {
  readonly steps = [schedules, requests, access]
}

/** Columns that define a report, for a single request or a schedule. */
const WISH = `
  mode text NOT NULL CHECK (mode IN ('all', 'summary', 'stops', 'utilisation', 'speeding', 'activity')),
  format text NOT NULL CHECK (format IN ('csv', 'xlsx', 'pdf')),
  target_group_id int REFERENCES tags ON DELETE SET NULL,
  limit_kph int CHECK (limit_kph > 0),
  min_minutes int CHECK (min_minutes >= 0),
  time_zone text NOT NULL,`

const schedules = `
CREATE TABLE report_schedules (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (length(trim(name)) BETWEEN 1 AND 100),
  -- with whose rights its reports are made: who saved it last
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  business_id int REFERENCES businesses ON DELETE CASCADE,
  ${WISH}
  every text NOT NULL CHECK (every IN ('day', 'week', 'month')),
  -- of users, who get it as long as they may read reports
  recipients int[] NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  -- why it was stopped by itself: a sentence
  paused_reason jsonb,
  next_run_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (NOT is_active OR paused_reason IS NULL)
);
CREATE INDEX report_schedules_user ON report_schedules (user_id);
CREATE INDEX report_schedules_business ON report_schedules (business_id);
CREATE INDEX report_schedules_group ON report_schedules (target_group_id);
CREATE INDEX report_schedules_due ON report_schedules (next_run_at) WHERE is_active;
`

const requests = `
CREATE TABLE report_requests (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- with whose rights it is made
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  schedule_id int REFERENCES report_schedules ON DELETE SET NULL,
  kind text NOT NULL CHECK (kind IN ('periodic', 'individual', 'multiple')),
  ${WISH}
  entity_ids int[] NOT NULL DEFAULT '{}',
  -- days of the zone, both included
  from_day date NOT NULL,
  till_day date NOT NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
  progress smallint NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
  -- each call to try again is another run; a job of an earlier one does nothing any more
  run int NOT NULL DEFAULT 1,
  job_id uuid,
  -- why the last attempt failed: a sentence
  reason jsonb,
  rows int,
  -- when somebody asked for this run: whose tokens were ended since gets nothing
  asked_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (till_day >= from_day),
  CHECK ((ended_at IS NULL) = (state IN ('queued', 'running')))
);
-- A schedule makes each of its periods once.
CREATE UNIQUE INDEX report_requests_period ON report_requests (schedule_id, from_day);
CREATE INDEX report_requests_user ON report_requests (user_id, created_at);
CREATE INDEX report_requests_group ON report_requests (target_group_id);
CREATE INDEX report_requests_age ON report_requests (created_at);
CREATE INDEX report_requests_open ON report_requests (id) WHERE state IN ('queued', 'running');

-- To whom it is sent, and who may fetch it.
CREATE TABLE report_recipients (
  request_id int NOT NULL REFERENCES report_requests ON DELETE CASCADE,
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (request_id, user_id)
);
CREATE INDEX report_recipients_user ON report_recipients (user_id);

CREATE TABLE report_files (
  request_id int PRIMARY KEY REFERENCES report_requests ON DELETE CASCADE,
  name text NOT NULL,
  media_type text NOT NULL,
  -- gzip
  content bytea NOT NULL,
  -- unpacked
  size_bytes int NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX report_files_expiry ON report_files (expires_at);
`

const access = `
GRANT SELECT, INSERT, UPDATE, DELETE ON report_schedules TO roadbook_api;
GRANT SELECT, INSERT, UPDATE ON report_requests TO roadbook_api;
GRANT SELECT, INSERT ON report_recipients TO roadbook_api;
GRANT SELECT, INSERT, DELETE ON report_files TO roadbook_api;
ALTER TABLE report_schedules ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_recipients ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_files ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON report_schedules TO roadbook_api USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
CREATE POLICY scope ON report_recipients TO roadbook_api USING (EXISTS (SELECT 1 FROM users u WHERE u.id = user_id));
-- A recipient may be below the user with whose rights it was made.
CREATE POLICY scope ON report_requests TO roadbook_api USING (EXISTS (SELECT 1 FROM users u WHERE u.id = user_id)
  OR EXISTS (SELECT 1 FROM report_recipients c WHERE c.request_id = report_requests.id));
CREATE POLICY scope ON report_files TO roadbook_api USING (EXISTS (SELECT 1 FROM report_requests r WHERE r.id = request_id));
`
