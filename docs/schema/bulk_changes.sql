-- Written by api/bulk

CREATE TABLE bulk_changes (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  changes jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  undone_at timestamp with time zone,
  action text DEFAULT 'entity.tags'::text NOT NULL,
  CONSTRAINT tag_changes_pkey PRIMARY KEY (id),
  CONSTRAINT tag_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT bulk_changes_action_check CHECK ((action <> ''::text)),
  CONSTRAINT tag_changes_changes_check CHECK ((jsonb_typeof(changes) = 'array'::text))
);

CREATE INDEX bulk_changes_user ON bulk_changes USING btree (user_id, created_at);

ALTER TABLE bulk_changes ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON bulk_changes TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON bulk_changes TO roadbook_api USING ((user_id IN ( SELECT users.id
   FROM users)));

GRANT DELETE, INSERT, SELECT, UPDATE (undone_at) ON bulk_changes TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON bulk_changes TO roadbook_web;
