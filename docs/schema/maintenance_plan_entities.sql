-- Written by api/entities (through entity_set_odometer), api/maintenance, tools/seed, triggers of device_states, entities, installations, maintenance_notifications, maintenance_plans
-- INSERT: may change the row, or leave it out (maintenance_begins_on_joining)
-- DELETE: writes maintenance_notifications (maintenance_ends_on_leaving)
-- INSERT: may refuse it (maintenance_plan_entities_place)

CREATE TABLE maintenance_plan_entities (
  plan_id integer NOT NULL,
  entity_id integer NOT NULL,
  since timestamp with time zone DEFAULT now() NOT NULL,
  counted_from timestamp with time zone NOT NULL,
  counted_from_m bigint NOT NULL,
  CONSTRAINT maintenance_plan_entities_pkey PRIMARY KEY (plan_id, entity_id),
  CONSTRAINT maintenance_plan_entities_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(id) ON DELETE CASCADE,
  CONSTRAINT maintenance_plan_entities_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES maintenance_plans(id) ON DELETE CASCADE
);

CREATE INDEX maintenance_plan_entities_entity ON maintenance_plan_entities USING btree (entity_id);

ALTER TABLE maintenance_plan_entities ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON maintenance_plan_entities TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON maintenance_plan_entities TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR ((EXISTS ( SELECT 1
   FROM maintenance_plans p
  WHERE (p.id = maintenance_plan_entities.plan_id))) AND (EXISTS ( SELECT 1
   FROM entities e
  WHERE (e.id = maintenance_plan_entities.entity_id))))));

GRANT DELETE, INSERT, SELECT, UPDATE ON maintenance_plan_entities TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON maintenance_plan_entities TO roadbook_web;

CREATE TRIGGER maintenance_begins_on_joining BEFORE INSERT ON maintenance_plan_entities FOR EACH ROW EXECUTE FUNCTION maintenance_begins_on_joining();
CREATE TRIGGER maintenance_ends_on_leaving AFTER DELETE ON maintenance_plan_entities FOR EACH ROW EXECUTE FUNCTION maintenance_ends_on_leaving();
CREATE TRIGGER maintenance_plan_entities_place BEFORE INSERT ON maintenance_plan_entities FOR EACH ROW EXECUTE FUNCTION maintenance_plan_entities_place();

-- In functions.sql: maintenance_plan_fits, vehicle_odometer_m

CREATE OR REPLACE FUNCTION maintenance_begins_on_joining()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  NEW.counted_from := coalesce(NEW.counted_from, NEW.since);
  NEW.counted_from_m := coalesce(NEW.counted_from_m, vehicle_odometer_m(NEW.entity_id));
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION maintenance_ends_on_leaving()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE maintenance_notifications SET status = 'archived', restarted_at = now(), updated_at = clock_timestamp()
  WHERE entity_id = OLD.entity_id AND plan_id = OLD.plan_id AND status = 'open';
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION maintenance_plan_entities_place()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT maintenance_plan_fits(NEW.plan_id, NEW.entity_id) THEN
    RAISE EXCEPTION 'the plan belongs to a business that is not above the vehicle' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;
