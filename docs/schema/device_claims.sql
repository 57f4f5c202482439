-- Written by api/devices
-- Deleting a row deletes its rows in device_challenges

CREATE TABLE device_claims (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  imei text NOT NULL,
  business_id integer NOT NULL,
  title text,
  description text,
  model text,
  iccid text,
  state text DEFAULT 'waiting'::text NOT NULL,
  device_id integer,
  import_id integer,
  created_by integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  decided_by integer,
  decided_at timestamp with time zone,
  CONSTRAINT device_claims_pkey PRIMARY KEY (id),
  CONSTRAINT device_claims_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  CONSTRAINT device_claims_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT device_claims_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT device_claims_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE SET NULL,
  CONSTRAINT device_claims_import_id_fkey FOREIGN KEY (import_id) REFERENCES device_imports(id) ON DELETE SET NULL,
  CONSTRAINT device_claims_check CHECK (((decided_at IS NULL) = (state = ANY (ARRAY['waiting'::text, 'disputed'::text])))),
  CONSTRAINT device_claims_imei_check CHECK ((imei ~ '^[0-9]{15}$'::text)),
  CONSTRAINT device_claims_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'disputed'::text, 'registered'::text, 'refused'::text, 'withdrawn'::text])))
);

CREATE INDEX device_claims_author ON device_claims USING btree (created_by);
CREATE INDEX device_claims_decider ON device_claims USING btree (decided_by);
CREATE INDEX device_claims_device ON device_claims USING btree (device_id);
CREATE INDEX device_claims_imei ON device_claims USING btree (imei);
CREATE INDEX device_claims_import ON device_claims USING btree (import_id);
CREATE UNIQUE INDEX device_claims_open ON device_claims USING btree (business_id, imei) WHERE (state = ANY (ARRAY['waiting'::text, 'disputed'::text]));

ALTER TABLE device_claims ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON device_claims TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON device_claims TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT INSERT, SELECT, UPDATE ON device_claims TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON device_claims TO roadbook_web;
