-- Written by api/entities (through entity_set_odometer), api/maintenance, tools/seed, triggers of device_states, maintenance_plan_entities
-- INSERT, UPDATE: writes entities, maintenance_plan_entities, odometer_readings, odometers, writes other rows of this table (maintenance_restarts)
-- INSERT: writes webhook_deliveries, webhook_events (maintenance_tell_webhooks)
-- Deleting a row deletes its rows in maintenance_photos

CREATE TABLE maintenance_notifications (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  entity_id integer NOT NULL,
  plan_id integer NOT NULL,
  trigger_id integer NOT NULL,
  status text DEFAULT 'open'::text NOT NULL,
  planned_at timestamp with time zone,
  assigned_user_id integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  due_at timestamp with time zone,
  due_m bigint,
  reached_at timestamp with time zone,
  forecast_at timestamp with time zone,
  created_by integer,
  completed_at timestamp with time zone,
  completed_by integer,
  odometer_m bigint,
  note text,
  cost_minor integer,
  currency text,
  restarted_at timestamp with time zone,
  restarted_m bigint,
  CONSTRAINT maintenance_notifications_pkey PRIMARY KEY (id),
  CONSTRAINT maintenance_notifications_assigned_user_id_fkey FOREIGN KEY (assigned_user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT maintenance_notifications_completed_by_fkey FOREIGN KEY (completed_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT maintenance_notifications_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT maintenance_notifications_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(id) ON DELETE CASCADE,
  CONSTRAINT maintenance_notifications_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES maintenance_plans(id) ON DELETE CASCADE,
  CONSTRAINT maintenance_notifications_trigger_id_plan_id_fkey FOREIGN KEY (trigger_id, plan_id) REFERENCES maintenance_triggers(id, plan_id) ON DELETE CASCADE,
  CONSTRAINT maintenance_notifications_completed CHECK (((status <> 'done'::text) OR (completed_at IS NOT NULL))),
  CONSTRAINT maintenance_notifications_cost CHECK (((cost_minor IS NULL) = (currency IS NULL))),
  CONSTRAINT maintenance_notifications_cost_minor_check CHECK ((cost_minor >= 0)),
  CONSTRAINT maintenance_notifications_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT maintenance_notifications_note_check CHECK (((length(note) >= 1) AND (length(note) <= 1000))),
  CONSTRAINT maintenance_notifications_odometer_m_check CHECK ((odometer_m >= 0)),
  CONSTRAINT maintenance_notifications_status_check CHECK ((status = ANY (ARRAY['open'::text, 'done'::text, 'archived'::text]))),
  CONSTRAINT maintenance_notifications_status_restarted CHECK (((status = 'open'::text) = (restarted_at IS NULL))),
  CONSTRAINT maintenance_notifications_told CHECK (((completed_at IS NOT NULL) OR ((completed_by IS NULL) AND (odometer_m IS NULL) AND (note IS NULL) AND (cost_minor IS NULL))))
);

CREATE INDEX maintenance_notifications_assigned ON maintenance_notifications USING btree (assigned_user_id);
CREATE INDEX maintenance_notifications_author ON maintenance_notifications USING btree (created_by);
CREATE INDEX maintenance_notifications_doer ON maintenance_notifications USING btree (completed_by);
CREATE INDEX maintenance_notifications_entity ON maintenance_notifications USING btree (entity_id);
CREATE UNIQUE INDEX maintenance_notifications_open ON maintenance_notifications USING btree (entity_id, trigger_id) WHERE (status = 'open'::text);
CREATE INDEX maintenance_notifications_restarts ON maintenance_notifications USING btree (entity_id, trigger_id, restarted_at DESC) INCLUDE (restarted_m) WHERE (restarted_at IS NOT NULL);
CREATE INDEX maintenance_notifications_trigger ON maintenance_notifications USING btree (trigger_id, plan_id);

ALTER TABLE maintenance_notifications ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON maintenance_notifications TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON maintenance_notifications TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR ((EXISTS ( SELECT 1
   FROM maintenance_plans p
  WHERE (p.id = maintenance_notifications.plan_id))) AND (EXISTS ( SELECT 1
   FROM entities e
  WHERE (e.id = maintenance_notifications.entity_id))))));

GRANT DELETE, INSERT, SELECT, UPDATE ON maintenance_notifications TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON maintenance_notifications TO roadbook_web;

CREATE TRIGGER maintenance_restarts BEFORE INSERT OR UPDATE OF restarted_at ON maintenance_notifications FOR EACH ROW WHEN (new.restarted_at IS NOT NULL AND new.restarted_m IS NULL) EXECUTE FUNCTION maintenance_restarts();
CREATE TRIGGER maintenance_tell_webhooks AFTER INSERT ON maintenance_notifications FOR EACH ROW WHEN (new.status = 'open'::text) EXECUTE FUNCTION maintenance_tell_webhooks();

-- In functions.sql: maintenance_counts_as_read, maintenance_moves_along, odometer_is_read, vehicle_odometer_m, webhook_tell, webhook_vehicle

CREATE OR REPLACE FUNCTION maintenance_restarts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  shown bigint := vehicle_odometer_m(NEW.entity_id);
  tracked boolean := EXISTS (SELECT FROM installations i WHERE i.entity_id = NEW.entity_id AND i.removed_at IS NULL);
BEGIN
  IF NEW.odometer_m > shown AND NOT tracked THEN PERFORM odometer_is_read(NEW.entity_id, NEW.odometer_m, NEW.completed_by); END IF;
  IF NEW.odometer_m <= shown OR NOT tracked THEN NEW.restarted_m := NEW.odometer_m; END IF;
  NEW.restarted_m := coalesce(NEW.restarted_m, greatest(0, shown - coalesce((
    SELECT sum(t.distance_m) FROM trips t WHERE t.entity_id = NEW.entity_id AND t.started_at >= NEW.restarted_at
  ), 0)));
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION maintenance_tell_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM webhook_tell(e.business_id, e.id, 'service.due', NEW.created_at, 'service.due:' || NEW.id,
    jsonb_build_object('service_id', NEW.id, 'vehicle', webhook_vehicle(e.id), 'plan', g.title, 'service', t.name,
      'due_at', NEW.due_at, 'due_m', NEW.due_m))
  FROM entities e, maintenance_plans g, maintenance_triggers t
  WHERE e.id = NEW.entity_id AND g.id = NEW.plan_id AND t.id = NEW.trigger_id;
  RETURN NULL;
END $function$;
