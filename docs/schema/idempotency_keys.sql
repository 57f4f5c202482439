-- Written by api/database

CREATE TABLE idempotency_keys (
  user_id integer NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  answer jsonb,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_id, key),
  CONSTRAINT idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT idempotency_keys_fingerprint_check CHECK ((length(fingerprint) = 32)),
  CONSTRAINT idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200)))
);

CREATE INDEX idempotency_keys_age ON idempotency_keys USING btree (user_id, created_at);

ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON idempotency_keys TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON idempotency_keys TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM users u
  WHERE (u.id = idempotency_keys.user_id))));

GRANT DELETE, INSERT, SELECT, UPDATE (answer) ON idempotency_keys TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON idempotency_keys TO roadbook_web;
