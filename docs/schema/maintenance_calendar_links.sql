-- Written by api/maintenance, triggers of users

CREATE TABLE maintenance_calendar_links (
  user_id integer NOT NULL,
  secret_hash bytea NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_read_at timestamp with time zone,
  token_id integer,
  CONSTRAINT maintenance_calendar_links_pkey PRIMARY KEY (user_id),
  CONSTRAINT maintenance_calendar_links_secret_hash_key UNIQUE (secret_hash),
  CONSTRAINT maintenance_calendar_links_token_id_fkey FOREIGN KEY (token_id) REFERENCES api_tokens(id) ON DELETE CASCADE,
  CONSTRAINT maintenance_calendar_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT maintenance_calendar_links_secret_hash_check CHECK ((octet_length(secret_hash) = 32))
);

CREATE INDEX maintenance_calendar_links_token ON maintenance_calendar_links USING btree (token_id) WHERE (token_id IS NOT NULL);

ALTER TABLE maintenance_calendar_links ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON maintenance_calendar_links TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON maintenance_calendar_links TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM users u
  WHERE (u.id = maintenance_calendar_links.user_id))));

GRANT DELETE, INSERT, SELECT, UPDATE ON maintenance_calendar_links TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON maintenance_calendar_links TO roadbook_web;
