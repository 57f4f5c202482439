import { Migration } from './migration.js'

/**
 * Adds the workspace of recovery staff while a vehicle is missing (G-82, G-84): the facts of the case, the actions taken,
 * links for the police, commands to the vehicle's tracker, and the vehicle's movement.
 */
export class CaseRooms1763700000052 extends Migration {
  readonly steps = [cases, events, shares, reporting, movements]
}

const cases = `
ALTER TABLE missing_cases
  ADD COLUMN assignee_id int REFERENCES users ON DELETE SET NULL,
  ADD COLUMN police_report_number text CHECK (length(police_report_number) BETWEEN 1 AND 50),
  ADD COLUMN reward text CHECK (length(reward) BETWEEN 1 AND 100),
  ADD COLUMN insurer text CHECK (length(insurer) BETWEEN 1 AND 200);
CREATE INDEX missing_cases_assignee ON missing_cases (assignee_id) WHERE assignee_id IS NOT NULL;
`

const events = `
-- What people did about a case, in their order. What the tracker did, and what was done with links, stands where it happens.
CREATE TABLE missing_case_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id int NOT NULL REFERENCES missing_cases ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  kind text NOT NULL CHECK (kind IN ('reported', 'noted', 'changed', 'assigned', 'evidence', 'resolved', 'closed', 'reopened')),
  user_id int REFERENCES users ON DELETE SET NULL,
  -- whom the case was given to; null when it was taken from somebody
  assignee_id int REFERENCES users ON DELETE SET NULL,
  reason text CHECK (length(reason) <= 200),
  note text CHECK (length(note) <= 2000),
  CHECK (kind = 'assigned' OR assignee_id IS NULL),
  CHECK (kind <> 'noted' OR note IS NOT NULL)
);
CREATE INDEX missing_case_events_case ON missing_case_events (case_id, at);

INSERT INTO missing_case_events (case_id, at, kind, user_id, reason, note)
SELECT id, opened_at, 'reported', reported_by, reason, note FROM missing_cases
UNION ALL
SELECT id, ended_at, state, ended_by, end_reason, end_note FROM missing_cases WHERE state <> 'open'
ORDER BY 2;

-- Nobody changes what was written down.
GRANT SELECT, INSERT ON missing_case_events TO roadbook_api;
ALTER TABLE missing_case_events ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON missing_case_events TO roadbook_api USING (EXISTS (SELECT 1 FROM missing_cases m WHERE m.id = case_id));
`

const shares = `
-- A link that shows a missing vehicle to somebody without an account. Its secret is shown once; only the hash is kept.
CREATE TABLE missing_case_shares (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id int NOT NULL REFERENCES missing_cases ON DELETE CASCADE,
  -- whose vehicle it was: the link ends when it becomes somebody else's
  business_id int NOT NULL REFERENCES businesses ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  created_by int REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  revoked_by int REFERENCES users ON DELETE SET NULL,
  views int NOT NULL DEFAULT 0 CHECK (views >= 0),
  first_viewed_at timestamptz,
  last_viewed_at timestamptz,
  CHECK (expires_at > created_at AND expires_at <= created_at + interval '7 days'),
  CHECK (revoked_at >= created_at),
  CHECK ((views = 0) = (first_viewed_at IS NULL)),
  CHECK (first_viewed_at IS NOT NULL OR last_viewed_at IS NULL)
);
CREATE INDEX missing_case_shares_case ON missing_case_shares (case_id);
CREATE INDEX missing_case_shares_business ON missing_case_shares (business_id);

GRANT SELECT (id, case_id, business_id, created_by, created_at, expires_at, revoked_at, revoked_by, views, first_viewed_at, last_viewed_at)
  ON missing_case_shares TO roadbook_api;
GRANT INSERT (case_id, business_id, token_hash, created_by, expires_at) ON missing_case_shares TO roadbook_api;
GRANT UPDATE (revoked_at, revoked_by, views, first_viewed_at, last_viewed_at) ON missing_case_shares TO roadbook_api;
ALTER TABLE missing_case_shares ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON missing_case_shares TO roadbook_api USING (EXISTS (SELECT 1 FROM missing_cases m WHERE m.id = case_id));
`

const reporting = `
-- What a missing vehicle's tracker is asked for: to report more often, and later to report as it did before. Written by the job that
-- goes from step to step, so that it goes on where it stood when a process died.
CREATE TABLE missing_case_reporting (
  case_id int NOT NULL REFERENCES missing_cases ON DELETE CASCADE,
  device_id int NOT NULL REFERENCES devices ON DELETE RESTRICT,
  -- impossible: it cannot be asked; failed: it was asked often enough and did not do it
  state text NOT NULL CHECK (state IN ('reading', 'asking', 'often', 'taking-back', 'as-before', 'impossible', 'failed')),
  protocol text,
  -- in the maker's words, what makes it report as it did before; known before it is asked for anything else
  former text CHECK (length(former) BETWEEN 1 AND 1000),
  -- what it was asked last
  command_id bigint REFERENCES device_commands ON DELETE RESTRICT,
  attempts int NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  asked_at timestamptz NOT NULL DEFAULT now(),
  often_at timestamptz,
  restored_at timestamptz,
  PRIMARY KEY (case_id, device_id),
  CHECK (state NOT IN ('asking', 'often', 'taking-back') OR former IS NOT NULL)
);
CREATE INDEX missing_case_reporting_device ON missing_case_reporting (device_id);
CREATE INDEX missing_case_reporting_command ON missing_case_reporting (command_id);
-- What the job looks at.
CREATE INDEX missing_case_reporting_unfinished ON missing_case_reporting (next_at)
  WHERE state NOT IN ('as-before', 'impossible', 'failed');

GRANT SELECT ON missing_case_reporting TO roadbook_api;
ALTER TABLE missing_case_reporting ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON missing_case_reporting TO roadbook_api USING (EXISTS (SELECT 1 FROM missing_cases m WHERE m.id = case_id));
`

const movements = `
-- How a vehicle moved while it was missing, by the times of its fixes, and who was told. One row a movement, however often its trip
-- is cut again; by the database, which lets two of one case not overlap.
CREATE TABLE missing_case_movements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id int NOT NULL REFERENCES missing_cases ON DELETE CASCADE,
  device_id int NOT NULL REFERENCES devices ON DELETE RESTRICT,
  started_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  -- its fixes came long after they were made
  is_late boolean NOT NULL,
  noticed_at timestamptz NOT NULL DEFAULT now(),
  -- when a mail told of it; null while the case's next mail waits
  told_at timestamptz,
  CHECK (ended_at >= started_at),
  EXCLUDE USING gist (int4range(case_id, case_id, '[]') WITH &&, tstzrange(started_at, ended_at, '[]') WITH &&)
);
CREATE INDEX missing_case_movements_case ON missing_case_movements (case_id, started_at);
CREATE INDEX missing_case_movements_device ON missing_case_movements (device_id);
CREATE INDEX missing_case_movements_untold ON missing_case_movements (case_id) WHERE told_at IS NULL;

GRANT SELECT ON missing_case_movements TO roadbook_api;
ALTER TABLE missing_case_movements ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON missing_case_movements TO roadbook_api USING (EXISTS (SELECT 1 FROM missing_cases m WHERE m.id = case_id));
`
