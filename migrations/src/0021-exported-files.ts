import { Migration } from './migration.js'

/**
 * Adds files that a user requested by mail. Some files were sent. Others are too large for a mail and are kept until they
 * expire.
 */
export class ExportedFiles1763700000021 extends Migration {
  readonly steps = [exportedFiles]
}

const exportedFiles = `
CREATE TABLE exported_files (
  -- the same as of the job that made it, so that a job that runs again sends nothing twice
  id uuid PRIMARY KEY,
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  -- gzip; null when it went along with the mail
  content bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX exported_files_user ON exported_files (user_id);
CREATE INDEX exported_files_expiry ON exported_files (expires_at);
GRANT SELECT, INSERT ON exported_files TO roadbook_api;
ALTER TABLE exported_files ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON exported_files TO roadbook_api USING (EXISTS (SELECT 1 FROM users u WHERE u.id = user_id));

-- A large scope has thousands, and the planner must know to join them as such.
ALTER FUNCTION sub_vendors_in_scope() ROWS 5000;
`
