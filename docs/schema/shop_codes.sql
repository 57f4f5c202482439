-- Written by api/shop

CREATE TABLE shop_codes (
  code_hash bytea NOT NULL,
  user_id integer NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT shop_codes_pkey PRIMARY KEY (code_hash),
  CONSTRAINT shop_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT shop_codes_check CHECK ((expires_at > created_at)),
  CONSTRAINT shop_codes_code_hash_check CHECK ((length(code_hash) = 32))
);

CREATE INDEX shop_codes_expiry ON shop_codes USING btree (expires_at);
CREATE INDEX shop_codes_user ON shop_codes USING btree (user_id);

ALTER TABLE shop_codes ENABLE ROW LEVEL SECURITY;
CREATE POLICY mint ON shop_codes FOR INSERT TO roadbook_api WITH CHECK ((user_id IN ( SELECT users.id
   FROM users)));
CREATE POLICY process_roadbook_web ON shop_codes TO roadbook_web USING (true) WITH CHECK (true);

GRANT INSERT (code_hash, user_id, expires_at) ON shop_codes TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON shop_codes TO roadbook_web;
