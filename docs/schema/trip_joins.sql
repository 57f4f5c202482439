-- Written by api/trips
-- INSERT, UPDATE, DELETE: writes device_changes (device_stay_changed)

CREATE TABLE trip_joins (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  device_id integer NOT NULL,
  entity_id integer NOT NULL,
  business_id integer NOT NULL,
  from_at timestamp with time zone NOT NULL,
  till_at timestamp with time zone NOT NULL,
  made_by integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT trip_joins_pkey PRIMARY KEY (id),
  CONSTRAINT trip_joins_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  CONSTRAINT trip_joins_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  CONSTRAINT trip_joins_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(id) ON DELETE CASCADE,
  CONSTRAINT trip_joins_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT trip_joins_check CHECK ((till_at > from_at))
);

CREATE INDEX trip_joins_author ON trip_joins USING btree (made_by);
CREATE INDEX trip_joins_business ON trip_joins USING btree (business_id);
CREATE INDEX trip_joins_device ON trip_joins USING btree (device_id, from_at);
CREATE INDEX trip_joins_entity ON trip_joins USING btree (entity_id);

ALTER TABLE trip_joins ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_ingest ON trip_joins TO roadbook_ingest USING (true) WITH CHECK (true);
CREATE POLICY process_roadbook_web ON trip_joins TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON trip_joins TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT DELETE, INSERT, SELECT ON trip_joins TO roadbook_api;
GRANT SELECT ON trip_joins TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON trip_joins TO roadbook_web;

CREATE TRIGGER trip_joins_changed AFTER INSERT OR DELETE OR UPDATE OF device_id, entity_id, from_at, till_at ON trip_joins FOR EACH ROW EXECUTE FUNCTION device_stay_changed();

-- In functions.sql: device_stay_changed
