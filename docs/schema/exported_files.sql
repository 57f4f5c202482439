-- Written by api/exports

CREATE TABLE exported_files (
  id uuid NOT NULL,
  user_id integer NOT NULL,
  name text NOT NULL,
  content bytea,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  business_ids integer[],
  CONSTRAINT exported_files_pkey PRIMARY KEY (id),
  CONSTRAINT exported_files_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX exported_files_expiry ON exported_files USING btree (expires_at);
CREATE INDEX exported_files_user ON exported_files USING btree (user_id);

ALTER TABLE exported_files ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON exported_files TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON exported_files TO roadbook_api USING ((scope_has(business_ids) AND (EXISTS ( SELECT 1
   FROM users u
  WHERE (u.id = exported_files.user_id)))));

GRANT INSERT, SELECT ON exported_files TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON exported_files TO roadbook_web;
