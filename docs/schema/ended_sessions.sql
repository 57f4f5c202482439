-- Written by api/account, identity, identity/provider, identity/sessions

CREATE TABLE ended_sessions (
  session_id text NOT NULL,
  ended_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT ended_sessions_pkey PRIMARY KEY (session_id),
  CONSTRAINT ended_sessions_session_id_check CHECK (((length(session_id) >= 1) AND (length(session_id) <= 200)))
);

CREATE INDEX ended_sessions_age ON ended_sessions USING btree (ended_at);

ALTER TABLE ended_sessions ENABLE ROW LEVEL SECURITY;
CREATE POLICY only_ever_more ON ended_sessions FOR INSERT TO roadbook_api WITH CHECK (true);
CREATE POLICY process_roadbook_identity ON ended_sessions TO roadbook_identity USING (true) WITH CHECK (true);
CREATE POLICY process_roadbook_web ON ended_sessions TO roadbook_web USING (true) WITH CHECK (true);

GRANT INSERT ON ended_sessions TO roadbook_api;
GRANT INSERT, SELECT ON ended_sessions TO roadbook_identity;
GRANT DELETE, INSERT, SELECT, UPDATE ON ended_sessions TO roadbook_web;
