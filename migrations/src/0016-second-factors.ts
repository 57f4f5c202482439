import { Migration } from './migration.js'

/**
 * Adds a second factor at sign-in, sessions that users can see and end, and password resets by mail. The tables in the schema
 * `identity` belong to the embedded provider. The provider and the API exchange data through the two tables outside this
 * schema.
 */
export class SecondFactors1763700000016 extends Migration {
  readonly steps = [secondFactors, sessions, resetRequests]
}

const secondFactors = `
CREATE TABLE identity.second_factors (
  account_id uuid PRIMARY KEY REFERENCES identity.accounts ON DELETE CASCADE,
  -- shared with the owner's authenticator app (RFC 6238)
  secret bytea NOT NULL CHECK (length(secret) >= 20),
  -- number of the 30 s step whose code was used last: it and older ones are not taken again
  last_step bigint NOT NULL,
  enabled_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE identity.recovery_codes (
  account_id uuid NOT NULL REFERENCES identity.second_factors ON DELETE CASCADE,
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  used_at timestamptz,
  PRIMARY KEY (account_id, code_hash)
);
`

const sessions = `
-- What a session of identity.payloads was opened with, for its owner to recognise it by.
CREATE TABLE identity.sessions (
  uid text PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES identity.accounts ON DELETE CASCADE,
  user_agent text NOT NULL,
  address text NOT NULL,
  signed_in_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_account ON identity.sessions (account_id);

-- Sessions that were ended before their access tokens ran out: such tokens open nothing any more (S8).
CREATE TABLE ended_sessions (
  session_id text PRIMARY KEY CHECK (length(session_id) BETWEEN 1 AND 200),
  ended_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ended_sessions_age ON ended_sessions (ended_at);
ALTER TABLE ended_sessions ENABLE ROW LEVEL SECURITY;
GRANT INSERT ON ended_sessions TO roadbook_api;
CREATE POLICY only_ever_more ON ended_sessions FOR INSERT TO roadbook_api WITH CHECK (true);
`

const resetRequests = `
-- Somebody asked at the sign-in page for a new password; the API sends the mail. A request for an address that has no
-- account is written like any other, so that both take the same time, and names nobody.
CREATE TABLE password_reset_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject text,
  requested_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE password_reset_requests ENABLE ROW LEVEL SECURITY;
`
