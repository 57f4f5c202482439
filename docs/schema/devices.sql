-- Written by api/businesses, api/devices, api/history-imports (through history_import_begin, history_import_forget, history_import_stop), api/install, consumer, tools, tools/import-traccar, tools/seed, triggers of device_updates
-- UPDATE: may change the row, or leave it out (device_registration_changed)
-- UPDATE, DELETE: writes device_changes (device_changed)
-- UPDATE: writes device_returns (device_returns_close)
-- UPDATE: writes sims (sims_follow_device)
-- INSERT, UPDATE: may refuse it (tracker_id_is_of_one)
-- Deleting a row deletes its rows in alerts, device_returns, device_states, device_updates, doubted_senders, packets_aside, tracker_disputes, tracker_networks, trip_joins, user_devices

CREATE TABLE devices (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  imei text NOT NULL,
  business_id integer NOT NULL,
  title text,
  description text,
  model text,
  iccid text,
  firmware_version text,
  settings_crc text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp with time zone,
  protocol text,
  tracker_id text,
  utc_offset_minutes smallint,
  source_network cidr,
  client_certificate text,
  import_id integer,
  created_by integer,
  returned_at timestamp with time zone,
  bound_protocol text,
  speed_unit text,
  is_history boolean DEFAULT false NOT NULL,
  is_history_over boolean DEFAULT false NOT NULL,
  CONSTRAINT devices_pkey PRIMARY KEY (id),
  CONSTRAINT devices_imei_key UNIQUE (imei),
  CONSTRAINT devices_tracker_id_key UNIQUE (tracker_id),
  CONSTRAINT devices_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE RESTRICT,
  CONSTRAINT devices_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT devices_import_id_fkey FOREIGN KEY (import_id) REFERENCES device_imports(id) ON DELETE SET NULL,
  CONSTRAINT devices_bound_protocol_check CHECK (((length(bound_protocol) >= 1) AND (length(bound_protocol) <= 40))),
  CONSTRAINT devices_client_certificate_check CHECK ((client_certificate ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT devices_history_is_deleted CHECK (((NOT is_history) OR (deleted_at IS NOT NULL))),
  CONSTRAINT devices_imei_check CHECK ((imei ~ '^[0-9]{15}$'::text)),
  CONSTRAINT devices_protocol_check CHECK (((length(protocol) >= 1) AND (length(protocol) <= 40))),
  CONSTRAINT devices_speed_unit_check CHECK ((speed_unit = ANY (ARRAY['km/h'::text, 'kn'::text, 'm/s'::text, 'mph'::text]))),
  CONSTRAINT devices_tracker_id_check CHECK (((tracker_id ~ '^[A-Za-z0-9._-]{1,20}$'::text) AND (tracker_id !~ '^[0-9]{15}$'::text))),
  CONSTRAINT devices_utc_offset_minutes_check CHECK (((utc_offset_minutes >= '-720'::integer) AND (utc_offset_minutes <= 840)))
);

CREATE INDEX devices_business ON devices USING btree (business_id);
CREATE INDEX devices_by_created ON devices USING btree (created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX devices_by_model ON devices USING btree (in_order(model), id) WHERE (deleted_at IS NULL);
CREATE INDEX devices_created ON devices USING btree (created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX devices_imei_end ON devices USING btree ("right"(imei, 6));
CREATE INDEX devices_import ON devices USING btree (import_id);
CREATE INDEX devices_updated ON devices USING btree (updated_at);

ALTER TABLE devices ENABLE ROW LEVEL SECURITY;
CREATE POLICY not_history ON devices AS RESTRICTIVE TO roadbook_api USING ((NOT is_history));
CREATE POLICY process_roadbook_ingest ON devices TO roadbook_ingest USING (true) WITH CHECK (true);
CREATE POLICY process_roadbook_web ON devices TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON devices TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT DELETE, INSERT, SELECT, UPDATE ON devices TO roadbook_api;
GRANT SELECT, UPDATE ON devices TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON devices TO roadbook_web;

CREATE TRIGGER devices_binding_changed BEFORE UPDATE OF bound_protocol ON devices FOR EACH ROW WHEN (old.bound_protocol IS DISTINCT FROM new.bound_protocol) EXECUTE FUNCTION device_registration_changed();
CREATE TRIGGER devices_changed AFTER UPDATE OF imei, deleted_at ON devices FOR EACH ROW WHEN (old.imei IS DISTINCT FROM new.imei OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION device_changed();
CREATE TRIGGER devices_close_return AFTER UPDATE OF returned_at ON devices FOR EACH ROW WHEN (old.returned_at IS NOT NULL AND new.returned_at IS NULL) EXECUTE FUNCTION device_returns_close();
CREATE TRIGGER devices_registration_changed BEFORE UPDATE OF imei, tracker_id, utc_offset_minutes, speed_unit, source_network, client_certificate, deleted_at ON devices FOR EACH ROW EXECUTE FUNCTION device_registration_changed();
CREATE TRIGGER devices_removed AFTER DELETE ON devices FOR EACH ROW EXECUTE FUNCTION device_changed();
CREATE TRIGGER devices_take_sim AFTER UPDATE OF business_id ON devices FOR EACH ROW WHEN (old.business_id <> new.business_id) EXECUTE FUNCTION sims_follow_device();
CREATE TRIGGER devices_tracker_id BEFORE INSERT OR UPDATE OF imei, tracker_id ON devices FOR EACH ROW WHEN (new.tracker_id IS NOT NULL) EXECUTE FUNCTION tracker_id_is_of_one();

-- In functions.sql: tracker_id_is_of_one

CREATE OR REPLACE FUNCTION device_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO device_changes (device_id) VALUES (OLD.id);
  RETURN NULL;
END $function$;
REVOKE ALL ON FUNCTION device_changed() FROM PUBLIC;

CREATE OR REPLACE FUNCTION device_registration_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  NEW.updated_at := clock_timestamp();
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION device_returns_close()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE device_returns SET state = 'closed', ended_at = now() WHERE device_id = NEW.id AND state = 'open';
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION sims_follow_device()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE sims SET business_id = NEW.business_id, updated_at = clock_timestamp() WHERE device_id = NEW.id;
  RETURN NULL;
END $function$;
