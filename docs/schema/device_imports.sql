-- Written by api/devices

CREATE TABLE device_imports (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  business_id integer NOT NULL,
  user_id integer,
  created_count integer NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  rolled_back_at timestamp with time zone,
  CONSTRAINT device_imports_pkey PRIMARY KEY (id),
  CONSTRAINT device_imports_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE RESTRICT,
  CONSTRAINT device_imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT device_imports_created_count_check CHECK ((created_count >= 0))
);

CREATE INDEX device_imports_business ON device_imports USING btree (business_id);

ALTER TABLE device_imports ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON device_imports TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON device_imports TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT INSERT, SELECT, UPDATE (rolled_back_at) ON device_imports TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON device_imports TO roadbook_web;
