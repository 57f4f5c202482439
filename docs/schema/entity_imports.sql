-- Written by api/install

CREATE TABLE entity_imports (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  business_id integer NOT NULL,
  user_id integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  finished_at timestamp with time zone,
  rolled_back_at timestamp with time zone,
  CONSTRAINT entity_imports_pkey PRIMARY KEY (id),
  CONSTRAINT entity_imports_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE RESTRICT,
  CONSTRAINT entity_imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);

CREATE INDEX entity_imports_business ON entity_imports USING btree (business_id);
CREATE INDEX entity_imports_user ON entity_imports USING btree (user_id);

ALTER TABLE entity_imports ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON entity_imports TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON entity_imports TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT INSERT (business_id, user_id), SELECT, UPDATE (finished_at, rolled_back_at) ON entity_imports TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON entity_imports TO roadbook_web;
