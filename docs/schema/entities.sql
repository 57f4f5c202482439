-- Written by api/businesses, api/entities (also through entity_set_odometer), api/install, api/tags, tools/seed, triggers of entity_tags, installations, maintenance_notifications, missing_cases, tags
-- UPDATE: may refuse it (customers_know)
-- UPDATE: writes consents (consents_end_with_transfer)
-- UPDATE: writes entity_shares, missing_case_shares (entities_end_links)
-- INSERT: writes odometers (entities_have_odometers)
-- UPDATE: writes maintenance_plan_entities (entities_leave_plans)
-- UPDATE: writes entity_tags (entities_leave_tags)
-- INSERT, UPDATE: may change the row, or leave it out (entities_name_upper, entities_note_edit, entities_note_move)
-- UPDATE: writes alert_stay_changes (entities_tell_alerts)
-- UPDATE: writes device_changes (device_vehicle_changed)
-- Deleting a row deletes its rows in alerts, consents, entity_photos, entity_shares, entity_subscriptions, entity_tags, history_imports, insurances, maintenance_notifications, maintenance_plan_entities, missing_cases, odometer_readings, odometers, orders, trip_joins, trip_recalculations, webhook_deliveries, webhook_events

CREATE TABLE entities (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  business_id integer NOT NULL,
  consumer_id integer,
  name text NOT NULL,
  short_name text,
  frame_number text,
  license_plate text,
  vehicle_type text NOT NULL,
  brand text,
  model text,
  color text,
  engine_brand text,
  engine_model text,
  power_unit text,
  created_by integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp with time zone,
  moved_in xid8,
  odometer_floor_m bigint DEFAULT 0 NOT NULL,
  import_id integer,
  edited_in xid8,
  search_key text GENERATED ALWAYS AS (found_by_both(((((((name || '
'::text) || COALESCE(short_name, ''::text)) || '
'::text) || COALESCE(frame_number, ''::text)) || '
'::text) || COALESCE(license_plate, ''::text)))) STORED,
  search_text text GENERATED ALWAYS AS (found_by_both(((((((((((name || '
'::text) || COALESCE(short_name, ''::text)) || '
'::text) || COALESCE(frame_number, ''::text)) || '
'::text) || COALESCE(license_plate, ''::text)) || '
'::text) || COALESCE(brand, ''::text)) || '
'::text) || COALESCE(model, ''::text)))) STORED,
  name_order bytea GENERATED ALWAYS AS (in_order(name)) STORED,
  frame_key text GENERATED ALWAYS AS (twin_key(frame_number)) STORED,
  plate_key text GENERATED ALWAYS AS (plate_twin_key(license_plate)) STORED,
  CONSTRAINT entities_pkey PRIMARY KEY (id),
  CONSTRAINT entities_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE RESTRICT,
  CONSTRAINT entities_consumer_id_fkey FOREIGN KEY (consumer_id) REFERENCES consumers(id) ON DELETE RESTRICT,
  CONSTRAINT entities_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT entities_import_id_fkey FOREIGN KEY (import_id) REFERENCES entity_imports(id) ON DELETE SET NULL,
  CONSTRAINT entities_name_check CHECK ((length(TRIM(BOTH FROM name)) > 0)),
  CONSTRAINT entities_odometer_floor_m_check CHECK ((odometer_floor_m >= 0)),
  CONSTRAINT entities_vehicle_type_check CHECK ((vehicle_type = ANY (ARRAY['eBike'::text, 'eCargoBike'::text, 'speedPedelec'::text, 'eMoped'::text, 'moped'::text, 'automobile'::text, 'other'::text, 'unregistered'::text])))
);

CREATE INDEX entities_business ON entities USING btree (business_id);
CREATE INDEX entities_by_brand ON entities USING btree (in_order(brand), id) WHERE (deleted_at IS NULL);
CREATE INDEX entities_by_color ON entities USING btree (in_order(color), id) WHERE (deleted_at IS NULL);
CREATE INDEX entities_by_created ON entities USING btree (created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX entities_by_frame_key ON entities USING btree (frame_key) WHERE (deleted_at IS NULL);
CREATE INDEX entities_by_frame_number ON entities USING btree (in_order(frame_number), id) WHERE (deleted_at IS NULL);
CREATE INDEX entities_by_license_plate ON entities USING btree (in_order(license_plate), id) WHERE (deleted_at IS NULL);
CREATE INDEX entities_by_model ON entities USING btree (in_order(model), id) WHERE (deleted_at IS NULL);
CREATE INDEX entities_by_name ON entities USING btree (name_order, id) WHERE (deleted_at IS NULL);
CREATE INDEX entities_by_plate_key ON entities USING btree (plate_key) WHERE (deleted_at IS NULL);
CREATE INDEX entities_by_short_name ON entities USING btree (in_order(short_name), id) WHERE (deleted_at IS NULL);
CREATE INDEX entities_by_updated ON entities USING btree (updated_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX entities_by_vehicle_type ON entities USING btree (vehicle_type, id) WHERE (deleted_at IS NULL);
CREATE INDEX entities_edited_in ON entities USING btree (edited_in);
CREATE INDEX entities_import ON entities USING btree (import_id) WHERE (import_id IS NOT NULL);
CREATE INDEX entities_moved_in ON entities USING btree (moved_in);
CREATE INDEX entities_of_customers ON entities USING btree (id) WHERE (consumer_id IS NOT NULL);
CREATE INDEX entities_present ON entities USING btree (business_id) WHERE (deleted_at IS NULL);
CREATE INDEX entities_search_trigrams ON entities USING gin (search_key gin_trgm_ops);

ALTER TABLE entities ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_ingest ON entities TO roadbook_ingest USING (true) WITH CHECK (true);
CREATE POLICY process_roadbook_web ON entities TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON entities TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT DELETE, INSERT, SELECT, UPDATE ON entities TO roadbook_api;
GRANT SELECT ON entities TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON entities TO roadbook_web;

CREATE CONSTRAINT TRIGGER customers_know AFTER UPDATE OF consumer_id ON entities DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.consumer_id IS NOT NULL AND new.consumer_id IS DISTINCT FROM old.consumer_id) EXECUTE FUNCTION customers_know();
CREATE TRIGGER entities_end_consents AFTER UPDATE OF consumer_id, business_id, deleted_at ON entities FOR EACH ROW WHEN (old.consumer_id IS DISTINCT FROM new.consumer_id OR old.business_id <> new.business_id OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION consents_end_with_transfer();
CREATE TRIGGER entities_end_links AFTER UPDATE OF business_id, consumer_id, deleted_at ON entities FOR EACH ROW WHEN (old.business_id IS DISTINCT FROM new.business_id OR old.consumer_id IS DISTINCT FROM new.consumer_id OR old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION entities_end_links();
CREATE TRIGGER entities_have_odometers AFTER INSERT ON entities FOR EACH ROW EXECUTE FUNCTION entities_have_odometers();
CREATE TRIGGER entities_leave_plans AFTER UPDATE OF business_id ON entities FOR EACH ROW WHEN (old.business_id <> new.business_id) EXECUTE FUNCTION entities_leave_plans();
CREATE CONSTRAINT TRIGGER entities_leave_tags AFTER UPDATE OF business_id ON entities DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.business_id <> new.business_id) EXECUTE FUNCTION entities_leave_tags();
CREATE TRIGGER entities_name_upper BEFORE INSERT OR UPDATE OF name, frame_number ON entities FOR EACH ROW EXECUTE FUNCTION entities_name_upper();
CREATE TRIGGER entities_note_edit BEFORE UPDATE OF name, short_name, frame_number, license_plate, vehicle_type, brand, model, color, consumer_id ON entities FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.short_name IS DISTINCT FROM new.short_name OR old.frame_number IS DISTINCT FROM new.frame_number OR old.license_plate IS DISTINCT FROM new.license_plate OR old.vehicle_type IS DISTINCT FROM new.vehicle_type OR old.brand IS DISTINCT FROM new.brand OR old.model IS DISTINCT FROM new.model OR old.color IS DISTINCT FROM new.color OR old.consumer_id IS DISTINCT FROM new.consumer_id) EXECUTE FUNCTION entities_note_edit();
CREATE TRIGGER entities_note_move BEFORE INSERT OR UPDATE OF business_id, deleted_at ON entities FOR EACH ROW EXECUTE FUNCTION entities_note_move();
CREATE TRIGGER entities_tell_alerts AFTER UPDATE OF business_id, deleted_at ON entities FOR EACH ROW WHEN (new.business_id <> old.business_id OR new.deleted_at IS DISTINCT FROM old.deleted_at) EXECUTE FUNCTION entities_tell_alerts();
CREATE TRIGGER entities_type_changed AFTER UPDATE OF vehicle_type ON entities FOR EACH ROW WHEN (old.vehicle_type IS DISTINCT FROM new.vehicle_type) EXECUTE FUNCTION device_vehicle_changed();

-- In functions.sql: customers_know, entities_leave_tags, maintenance_plan_fits

CREATE OR REPLACE FUNCTION consents_end_with_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE consents SET revoked_at = now(), revoked_by = 'transfer'
  WHERE entity_id = NEW.id AND revoked_at IS NULL AND declined_at IS NULL AND coalesce(expires_at, link_expires_at) > now();
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION device_vehicle_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO device_changes (device_id) SELECT DISTINCT i.device_id FROM installations i WHERE i.entity_id = NEW.id;
  RETURN NULL;
END $function$;
REVOKE ALL ON FUNCTION device_vehicle_changed() FROM PUBLIC;

CREATE OR REPLACE FUNCTION entities_end_links()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE entity_shares SET revoked_at = greatest(now(), created_at) WHERE entity_id = NEW.id AND revoked_at IS NULL;
  UPDATE missing_case_shares s SET revoked_at = greatest(now(), s.created_at) FROM missing_cases m
  WHERE m.entity_id = NEW.id AND s.case_id = m.id AND s.revoked_at IS NULL;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION entities_have_odometers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO odometers (entity_id) VALUES (NEW.id);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION entities_leave_plans()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  DELETE FROM maintenance_plan_entities m WHERE m.entity_id = NEW.id AND NOT maintenance_plan_fits(m.plan_id, NEW.id);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION entities_name_upper()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT 1 FROM businesses WHERE id = NEW.business_id AND name_upper) THEN
    NEW.name := upper(NEW.name);
    NEW.frame_number := upper(NEW.frame_number);
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION entities_note_edit()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  NEW.edited_in := pg_current_xact_id();
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION entities_note_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.moved_in := pg_current_xact_id();
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION entities_tell_alerts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO alert_stay_changes (device_id) SELECT DISTINCT i.device_id FROM (SELECT NEW.id) entity JOIN installations i ON i.entity_id = entity.id;
  RETURN NULL;
END $function$;
