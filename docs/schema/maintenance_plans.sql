-- Written by api/maintenance, tools/seed
-- UPDATE: writes maintenance_plan_entities (maintenance_begins_on_activation)
-- Deleting a row deletes its rows in maintenance_notifications, maintenance_plan_entities, maintenance_triggers

CREATE TABLE maintenance_plans (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  business_id integer NOT NULL,
  title text NOT NULL,
  description text,
  active boolean DEFAULT true NOT NULL,
  activated_at timestamp with time zone DEFAULT now(),
  created_by integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp with time zone,
  time_zone text DEFAULT 'Europe/Amsterdam'::text NOT NULL,
  next_due_at timestamp with time zone,
  next_left_m bigint,
  next_found_at timestamp with time zone,
  CONSTRAINT maintenance_plans_pkey PRIMARY KEY (id),
  CONSTRAINT maintenance_plans_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE RESTRICT,
  CONSTRAINT maintenance_plans_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT maintenance_plans_check CHECK (((NOT active) OR (activated_at IS NOT NULL))),
  CONSTRAINT maintenance_plans_check1 CHECK (((deleted_at IS NULL) OR (NOT active))),
  CONSTRAINT maintenance_plans_description_check CHECK ((length(description) <= 250)),
  CONSTRAINT maintenance_plans_title_check CHECK (((length(TRIM(BOTH FROM title)) >= 1) AND (length(TRIM(BOTH FROM title)) <= 100)))
);

CREATE INDEX maintenance_plans_business ON maintenance_plans USING btree (business_id);

ALTER TABLE maintenance_plans ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON maintenance_plans TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON maintenance_plans TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT INSERT, SELECT, UPDATE ON maintenance_plans TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON maintenance_plans TO roadbook_web;

CREATE TRIGGER maintenance_begins_on_activation AFTER UPDATE OF activated_at ON maintenance_plans FOR EACH ROW WHEN (old.activated_at IS DISTINCT FROM new.activated_at) EXECUTE FUNCTION maintenance_begins_on_activation();

CREATE OR REPLACE FUNCTION entity_odometer_m(entity entities, device integer)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT greatest(entity.odometer_floor_m, (SELECT o.odometer_m FROM odometers o WHERE o.entity_id = entity.id))
$function$;

CREATE OR REPLACE FUNCTION maintenance_begins_on_activation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE maintenance_plan_entities m SET counted_from = NEW.activated_at, counted_from_m = entity_odometer_m(e, i.device_id)
  FROM entities e LEFT JOIN installations i ON i.entity_id = e.id AND i.removed_at IS NULL
  WHERE m.plan_id = NEW.id AND e.id = m.entity_id;
  RETURN NULL;
END $function$;
