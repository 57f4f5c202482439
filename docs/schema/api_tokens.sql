-- Written by api/auth, api/tokens, api/users, identity, tools, triggers of users
-- Deleting a row deletes its rows in api_token_addresses, entity_shares, maintenance_calendar_links, missing_case_shares

CREATE TABLE api_tokens (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  name text NOT NULL,
  secret_hash bytea NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  scope text DEFAULT 'write'::text NOT NULL,
  prefix text,
  last_used_from text,
  revoked_by integer,
  CONSTRAINT api_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT api_tokens_secret_hash_key UNIQUE (secret_hash),
  CONSTRAINT api_tokens_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT api_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT api_tokens_name_check CHECK ((length(TRIM(BOTH FROM name)) > 0)),
  CONSTRAINT api_tokens_prefix_check CHECK (((length(prefix) >= 4) AND (length(prefix) <= 16))),
  CONSTRAINT api_tokens_scope_check CHECK ((scope = ANY (ARRAY['read'::text, 'write'::text, 'install'::text]))),
  CONSTRAINT api_tokens_secret_hash_check CHECK ((length(secret_hash) = 32))
);

CREATE INDEX api_tokens_by_created ON api_tokens USING btree (created_at, id);
CREATE INDEX api_tokens_user ON api_tokens USING btree (user_id);

ALTER TABLE api_tokens ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_identity ON api_tokens TO roadbook_identity USING (true) WITH CHECK (true);
CREATE POLICY process_roadbook_web ON api_tokens TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON api_tokens TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM users u
  WHERE (u.id = api_tokens.user_id))));

GRANT INSERT, SELECT (id, user_id, name, created_at, expires_at, revoked_at, last_used_at, scope, prefix, last_used_from, revoked_by), UPDATE (revoked_at, revoked_by) ON api_tokens TO roadbook_api;
GRANT SELECT (id, user_id, expires_at, revoked_at), UPDATE (revoked_at) ON api_tokens TO roadbook_identity;
GRANT DELETE, INSERT, SELECT, UPDATE ON api_tokens TO roadbook_web;
