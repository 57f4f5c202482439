-- Written by api/devices
-- INSERT, UPDATE: may refuse it (tracker_id_is_of_one)

CREATE TABLE device_deliveries (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  imei text NOT NULL,
  business_id integer NOT NULL,
  created_by integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  tracker_id text,
  CONSTRAINT device_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT device_deliveries_imei_key UNIQUE (imei),
  CONSTRAINT device_deliveries_tracker_id_key UNIQUE (tracker_id),
  CONSTRAINT device_deliveries_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  CONSTRAINT device_deliveries_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT device_deliveries_imei_check CHECK ((imei ~ '^[0-9]{15}$'::text)),
  CONSTRAINT device_deliveries_tracker_id_check CHECK (((tracker_id ~ '^[A-Za-z0-9._-]{1,20}$'::text) AND (tracker_id !~ '^[0-9]{15}$'::text)))
);

CREATE INDEX device_deliveries_author ON device_deliveries USING btree (created_by);
CREATE INDEX device_deliveries_business ON device_deliveries USING btree (business_id);

ALTER TABLE device_deliveries ENABLE ROW LEVEL SECURITY;
CREATE POLICY operators ON device_deliveries TO roadbook_api USING (( SELECT scope_is_all() AS scope_is_all));
CREATE POLICY process_roadbook_web ON device_deliveries TO roadbook_web USING (true) WITH CHECK (true);

GRANT DELETE, INSERT, SELECT, UPDATE ON device_deliveries TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON device_deliveries TO roadbook_web;

CREATE TRIGGER device_deliveries_tracker_id BEFORE INSERT OR UPDATE OF imei, tracker_id ON device_deliveries FOR EACH ROW WHEN (new.tracker_id IS NOT NULL) EXECUTE FUNCTION tracker_id_is_of_one();

-- In functions.sql: tracker_id_is_of_one
