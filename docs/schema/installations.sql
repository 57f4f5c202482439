-- Written by api/businesses, api/devices, api/entities, api/history-imports (through history_import_begin, history_import_forget), api/install, consumer, tools/import-traccar, tools/seed
-- UPDATE: may refuse it (customers_know)
-- INSERT, UPDATE, DELETE: writes device_changes (device_stay_changed)
-- INSERT: may change the row, or leave it out (installations_follow)
-- UPDATE: writes alert_marks (installations_mark_alerts)
-- UPDATE: writes odometers (installations_move_odometer)
-- INSERT, UPDATE: writes entities, odometers (installations_keep_odometer)
-- INSERT: writes device_states (installations_show_place)
-- INSERT, UPDATE, DELETE: writes alert_stay_changes (installations_tell_alerts)
-- INSERT: writes maintenance_plan_entities (maintenance_begins_on_installation)
-- Deleting a row deletes its rows in alert_states, customer_disclosures

CREATE TABLE installations (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  device_id integer NOT NULL,
  entity_id integer NOT NULL,
  business_id integer NOT NULL,
  installed_at timestamp with time zone DEFAULT now() NOT NULL,
  removed_at timestamp with time zone,
  installed_by integer,
  removed_by integer,
  removal_reason text,
  connected_at timestamp with time zone,
  network_passed_at timestamp with time zone,
  gps_passed_at timestamp with time zone,
  external_battery_passed_at timestamp with time zone,
  position_passed_at timestamp with time zone,
  verified_at timestamp with time zone,
  followed_consumer_id integer,
  moved_at timestamp with time zone,
  session_ended_at timestamp with time zone,
  session_regained_at timestamp with time zone,
  move_disputed_at timestamp with time zone,
  CONSTRAINT installations_pkey PRIMARY KEY (id),
  CONSTRAINT installations_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE RESTRICT,
  CONSTRAINT installations_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE RESTRICT,
  CONSTRAINT installations_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(id) ON DELETE RESTRICT,
  CONSTRAINT installations_installed_by_fkey FOREIGN KEY (installed_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT installations_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT installations_check CHECK (((removed_at IS NULL) OR (removed_at > installed_at))),
  CONSTRAINT installations_disputed CHECK (((move_disputed_at IS NULL) OR (moved_at IS NULL))),
  CONSTRAINT installations_moved CHECK ((moved_at >= installed_at)),
  CONSTRAINT installations_removal_reason_check CHECK ((length(removal_reason) <= 500)),
  CONSTRAINT installations_verified CHECK (((verified_at IS NULL) OR ((network_passed_at IS NOT NULL) AND (gps_passed_at IS NOT NULL) AND (position_passed_at IS NOT NULL))))
);

CREATE INDEX installations_device ON installations USING btree (device_id, installed_at);
CREATE UNIQUE INDEX installations_device_now ON installations USING btree (device_id) WHERE (removed_at IS NULL);
CREATE INDEX installations_entity ON installations USING btree (entity_id, installed_at);
CREATE UNIQUE INDEX installations_entity_now ON installations USING btree (entity_id) WHERE (removed_at IS NULL);
CREATE INDEX installations_followed ON installations USING btree (device_id, entity_id) WHERE (followed_consumer_id IS NOT NULL);
CREATE INDEX installations_unverified ON installations USING btree (installed_at, id) WHERE ((removed_at IS NULL) AND (verified_at IS NULL));

ALTER TABLE installations ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_ingest ON installations TO roadbook_ingest USING (true) WITH CHECK (true);
CREATE POLICY process_roadbook_web ON installations TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON installations TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT DELETE, INSERT, SELECT, UPDATE ON installations TO roadbook_api;
GRANT SELECT, UPDATE ON installations TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON installations TO roadbook_web;

CREATE CONSTRAINT TRIGGER customers_know AFTER UPDATE OF moved_at ON installations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.moved_at IS NOT NULL AND old.moved_at IS NULL AND new.followed_consumer_id IS NOT NULL) EXECUTE FUNCTION customers_know();
CREATE TRIGGER installations_changed AFTER INSERT OR DELETE OR UPDATE OF device_id, entity_id, business_id, installed_at, removed_at ON installations FOR EACH ROW EXECUTE FUNCTION device_stay_changed();
CREATE TRIGGER installations_follow BEFORE INSERT ON installations FOR EACH ROW EXECUTE FUNCTION installations_follow();
CREATE TRIGGER installations_mark_alerts AFTER UPDATE OF removed_at ON installations FOR EACH ROW WHEN (new.removed_at IS DISTINCT FROM old.removed_at) EXECUTE FUNCTION installations_mark_alerts();
CREATE TRIGGER installations_move_odometer AFTER UPDATE OF moved_at ON installations FOR EACH ROW WHEN (old.moved_at IS NULL AND new.moved_at IS NOT NULL AND new.removed_at IS NULL) EXECUTE FUNCTION installations_move_odometer();
CREATE TRIGGER installations_odometer_begins AFTER INSERT ON installations FOR EACH ROW WHEN (new.removed_at IS NULL) EXECUTE FUNCTION installations_keep_odometer();
CREATE TRIGGER installations_odometer_ends AFTER UPDATE OF removed_at ON installations FOR EACH ROW WHEN (old.removed_at IS NULL AND new.removed_at IS NOT NULL) EXECUTE FUNCTION installations_keep_odometer();
CREATE TRIGGER installations_show_place AFTER INSERT ON installations FOR EACH ROW WHEN (new.removed_at IS NULL) EXECUTE FUNCTION installations_show_place();
CREATE TRIGGER installations_tell_alerts AFTER INSERT OR DELETE OR UPDATE OF device_id, entity_id, installed_at, removed_at, moved_at, followed_consumer_id ON installations FOR EACH ROW EXECUTE FUNCTION installations_tell_alerts();
CREATE TRIGGER maintenance_begins_on_installation AFTER INSERT ON installations FOR EACH ROW WHEN (new.removed_at IS NULL) EXECUTE FUNCTION maintenance_begins_on_installation();

-- In functions.sql: customers_know, device_stay_changed, vehicle_odometer_m

CREATE OR REPLACE FUNCTION installations_follow()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  SELECT coalesce(CASE WHEN before.moved_at IS NULL THEN before.followed_consumer_id END, was.consumer_id)
  INTO NEW.followed_consumer_id
  FROM installations before JOIN entities was ON was.id = before.entity_id
  WHERE before.device_id = NEW.device_id ORDER BY before.installed_at DESC, before.id DESC LIMIT 1;
  -- Back on a vehicle of the same customer it is where that one's consent speaks for it.
  IF NEW.followed_consumer_id = (SELECT consumer_id FROM entities WHERE id = NEW.entity_id) THEN NEW.followed_consumer_id := NULL; END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION installations_keep_odometer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  counted bigint;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.followed_consumer_id IS NOT NULL AND NEW.moved_at IS NULL THEN
    PERFORM odometer_begins_at(NEW.entity_id, NEW.removed_at, NULL);
    RETURN NULL;
  END IF;
  UPDATE odometers o SET kept_m = vehicle_odometer_m(o.entity_id) WHERE o.entity_id = NEW.entity_id;
  UPDATE entities e SET odometer_floor_m = o.kept_m FROM odometers o
  WHERE e.id = NEW.entity_id AND o.entity_id = e.id
    AND NOT (SELECT p.hidden_from_business FROM entity_privacy p WHERE p.entity_id = e.id);
  IF TG_OP = 'UPDATE' THEN RETURN NULL; END IF;
  SELECT odometer_m INTO counted FROM device_states WHERE device_id = NEW.device_id;
  UPDATE odometers o SET start_m = o.start_m + o.lead_m, lead_m = 0, offset_m = CASE WHEN o.is_known OR o.odometer_m > 0
      OR EXISTS (SELECT FROM installations i WHERE i.device_id = NEW.device_id AND i.entity_id <> o.entity_id)
    THEN o.odometer_m - counted END
  WHERE o.entity_id = NEW.entity_id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION installations_mark_alerts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  -- of a removal that is taken back, or was at another time, too
  gone timestamptz := least(OLD.removed_at, NEW.removed_at);
BEGIN
  INSERT INTO alert_marks (device_id, from_at) SELECT NEW.device_id, gone - interval '1 millisecond'
  WHERE EXISTS (SELECT FROM alert_rules r WHERE r.active AND r.deleted_at IS NULL);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION installations_move_odometer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM odometer_begins_at(NEW.entity_id, NEW.moved_at, NEW.device_id);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION installations_show_place()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  -- The new revision has the consumer read the tracker anew. A state that is being written is left to the consumer, which knows the
  -- same rule: an import of many trackers holds nothing up.
  UPDATE device_states s SET entity_id = NEW.entity_id, business_id = NEW.business_id, revision = s.revision + 1, updated_at = now()
  WHERE s.device_id = (SELECT d.device_id FROM device_states d WHERE d.device_id = NEW.device_id FOR UPDATE SKIP LOCKED)
    AND s.entity_id IS NULL
    AND s.valid_positioned_at BETWEEN NEW.installed_at - interval '1 day' AND NEW.installed_at
    AND NOT EXISTS (SELECT FROM installations i WHERE i.device_id = NEW.device_id AND i.id <> NEW.id);
  RETURN NULL;
END $function$;
REVOKE ALL ON FUNCTION installations_show_place() FROM PUBLIC;

CREATE OR REPLACE FUNCTION installations_tell_alerts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO alert_stay_changes (device_id) SELECT OLD.device_id WHERE OLD.device_id IS NOT NULL UNION SELECT NEW.device_id WHERE NEW.device_id IS NOT NULL;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION maintenance_begins_on_installation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF EXISTS (SELECT 1 FROM installations i WHERE i.entity_id = NEW.entity_id AND i.id <> NEW.id) THEN RETURN NULL; END IF;
  UPDATE maintenance_plan_entities m SET counted_from = NEW.installed_at, counted_from_m = vehicle_odometer_m(NEW.entity_id)
  WHERE m.entity_id = NEW.entity_id AND m.counted_from < NEW.installed_at;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION odometer_begins_at(entity integer, moment timestamp with time zone, device integer)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  UPDATE odometers o SET start_m = greatest(e.odometer_floor_m, o.kept_m), since = moment, lead_m = 0, lead_at = '-infinity',
    offset_m = greatest(e.odometer_floor_m, o.kept_m) - (SELECT s.odometer_m FROM device_states s WHERE s.device_id = device),
    ridden_m = coalesce((SELECT sum(t.distance_m) FROM trips t WHERE t.entity_id = entity AND t.started_at >= moment), 0)
  FROM entities e WHERE e.id = entity AND o.entity_id = e.id;
$function$;
REVOKE ALL ON FUNCTION odometer_begins_at(integer,timestamp with time zone,integer) FROM PUBLIC;
