import { Migration } from './migration.js'

/**
 * Adds the cycle of services: due, planned, assigned, done, then due again. The database itself stores where each interval
 * starts, because the database knows the odometer of every vehicle, even if the vehicle's movement is hidden from the
 * reader (G-106).
 */
export class MaintenanceServices1763700000051 extends Migration {
  readonly steps = [counting, beginnings, services, restarting, corrected, photos, links, access]
}

const counting = `
ALTER TABLE maintenance_plans
  -- whose calendar its days, months and years are of
  ADD COLUMN time_zone text NOT NULL DEFAULT 'Europe/Amsterdam',
  -- the first service by it that is still to come, as the last evaluation found it
  ADD COLUMN next_due_at timestamptz;

-- One that is taken out of its plan stays with the services that were done by it.
ALTER TABLE maintenance_triggers
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN removed_at timestamptz,
  DROP CONSTRAINT maintenance_triggers_plan_id_name_value_metric_key;
CREATE UNIQUE INDEX maintenance_triggers_same ON maintenance_triggers (plan_id, name, value, metric) WHERE removed_at IS NULL;

-- G-76: what a vehicle's intervals are counted from, before any service: the latest of joining the plan, its activation and the
-- vehicle's first tracker; and what its odometer showed then, in metres.
ALTER TABLE maintenance_plan_entities ADD COLUMN counted_from timestamptz, ADD COLUMN counted_from_m bigint;
UPDATE maintenance_plan_entities m
SET counted_from = greatest(m.since, p.activated_at), counted_from_m = entity_odometer_m(e, i.device_id)
FROM maintenance_plans p, entities e LEFT JOIN installations i ON i.entity_id = e.id AND i.removed_at IS NULL
WHERE p.id = m.plan_id AND e.id = m.entity_id;
ALTER TABLE maintenance_plan_entities ALTER COLUMN counted_from SET NOT NULL, ALTER COLUMN counted_from_m SET NOT NULL;
`

const beginnings = `
CREATE FUNCTION vehicle_odometer_m(entity int) RETURNS bigint LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT entity_odometer_m(e, i.device_id) FROM entities e
  LEFT JOIN installations i ON i.entity_id = e.id AND i.removed_at IS NULL WHERE e.id = entity
$$;
REVOKE ALL ON FUNCTION vehicle_odometer_m(int) FROM PUBLIC;

CREATE FUNCTION maintenance_begins_on_joining() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW.counted_from := coalesce(NEW.counted_from, NEW.since);
  NEW.counted_from_m := coalesce(NEW.counted_from_m, vehicle_odometer_m(NEW.entity_id));
  RETURN NEW;
END $$;
CREATE TRIGGER maintenance_begins_on_joining BEFORE INSERT ON maintenance_plan_entities
  FOR EACH ROW EXECUTE FUNCTION maintenance_begins_on_joining();

-- G-78.
CREATE FUNCTION maintenance_begins_on_activation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE maintenance_plan_entities m SET counted_from = NEW.activated_at, counted_from_m = entity_odometer_m(e, i.device_id)
  FROM entities e LEFT JOIN installations i ON i.entity_id = e.id AND i.removed_at IS NULL
  WHERE m.plan_id = NEW.id AND e.id = m.entity_id;
  RETURN NULL;
END $$;
CREATE TRIGGER maintenance_begins_on_activation AFTER UPDATE OF activated_at ON maintenance_plans
  FOR EACH ROW WHEN (OLD.activated_at IS DISTINCT FROM NEW.activated_at) EXECUTE FUNCTION maintenance_begins_on_activation();

-- Another tracker later on changes nothing (G-53).
CREATE FUNCTION maintenance_begins_on_installation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM installations i WHERE i.entity_id = NEW.entity_id AND i.id <> NEW.id) THEN RETURN NULL; END IF;
  UPDATE maintenance_plan_entities m SET counted_from = NEW.installed_at, counted_from_m = vehicle_odometer_m(NEW.entity_id)
  WHERE m.entity_id = NEW.entity_id AND m.counted_from < NEW.installed_at;
  RETURN NULL;
END $$;
CREATE TRIGGER maintenance_begins_on_installation AFTER INSERT ON installations
  FOR EACH ROW WHEN (NEW.removed_at IS NULL) EXECUTE FUNCTION maintenance_begins_on_installation();
`

const services = `
ALTER TABLE maintenance_notifications
  -- When it is due, by the clock, or by the odometer in metres; neither where somebody asked for it between two intervals.
  ADD COLUMN due_at timestamptz,
  ADD COLUMN due_m bigint,
  -- When the odometer was seen to have reached that, and when it will by what the vehicle rides; never while that is hidden (G-106).
  ADD COLUMN reached_at timestamptz,
  ADD COLUMN forecast_at timestamptz,
  ADD COLUMN created_by int REFERENCES users ON DELETE SET NULL,
  ADD COLUMN completed_at timestamptz,
  ADD COLUMN completed_by int REFERENCES users ON DELETE SET NULL,
  -- as whoever did it read it
  ADD COLUMN odometer_m bigint CHECK (odometer_m >= 0),
  ADD COLUMN note text CHECK (length(note) BETWEEN 1 AND 1000),
  ADD COLUMN cost_minor int CHECK (cost_minor >= 0),
  ADD COLUMN currency text CHECK (currency ~ '^[A-Z]{3}$'),
  -- From when on the next interval is counted, and from which odometer: it was done then, or let go.
  ADD COLUMN restarted_at timestamptz,
  ADD COLUMN restarted_m bigint;
UPDATE maintenance_notifications SET completed_at = updated_at WHERE status = 'done';
UPDATE maintenance_notifications SET restarted_at = updated_at, restarted_m = vehicle_odometer_m(entity_id) WHERE status <> 'open';
ALTER TABLE maintenance_notifications
  ADD CONSTRAINT maintenance_notifications_completed CHECK (status <> 'done' OR completed_at IS NOT NULL),
  ADD CONSTRAINT maintenance_notifications_status_restarted CHECK ((status = 'open') = (restarted_at IS NULL)),
  ADD CONSTRAINT maintenance_notifications_cost CHECK ((cost_minor IS NULL) = (currency IS NULL)),
  ADD CONSTRAINT maintenance_notifications_told CHECK (
    completed_at IS NOT NULL OR (completed_by IS NULL AND odometer_m IS NULL AND note IS NULL AND cost_minor IS NULL));
CREATE INDEX maintenance_notifications_restarts ON maintenance_notifications (entity_id, trigger_id, restarted_at DESC)
  INCLUDE (restarted_m) WHERE restarted_at IS NOT NULL;
CREATE INDEX maintenance_notifications_author ON maintenance_notifications (created_by);
CREATE INDEX maintenance_notifications_doer ON maintenance_notifications (completed_by);
`

const restarting = `
-- The odometer as it was then: what it shows now, without the trips since.
CREATE FUNCTION maintenance_restarts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW.restarted_m := greatest(0, vehicle_odometer_m(NEW.entity_id) - coalesce((
    SELECT sum(t.distance_m) FROM trips t
    WHERE t.entity_id = NEW.entity_id AND t.started_at >= NEW.restarted_at AND t.deleted_at IS NULL
  ), 0));
  RETURN NEW;
END $$;
CREATE TRIGGER maintenance_restarts BEFORE INSERT OR UPDATE OF restarted_at ON maintenance_notifications
  FOR EACH ROW WHEN (NEW.restarted_at IS NOT NULL AND NEW.restarted_m IS NULL) EXECUTE FUNCTION maintenance_restarts();

-- Nothing is due by a plan that a vehicle has left.
CREATE FUNCTION maintenance_ends_on_leaving() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE maintenance_notifications SET status = 'archived', restarted_at = now(), updated_at = clock_timestamp()
  WHERE entity_id = OLD.entity_id AND plan_id = OLD.plan_id AND status = 'open';
  RETURN NULL;
END $$;
CREATE TRIGGER maintenance_ends_on_leaving AFTER DELETE ON maintenance_plan_entities
  FOR EACH ROW EXECUTE FUNCTION maintenance_ends_on_leaving();
`

const corrected = `
-- An odometer that is set anew is a correction and no ride: what is counted from it moves along.
CREATE OR REPLACE FUNCTION entity_set_odometer(entity int, metres bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  moved bigint;
BEGIN
  SELECT metres - vehicle_odometer_m(e.id) INTO moved FROM entities e WHERE e.id = entity AND in_scope(e.business_id) FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE entities e SET odometer_floor_m = metres, odometer_offset_m = metres - coalesce(now_on.odometer_m, 0),
    odometer_pending = now_on.device_id IS NOT NULL AND now_on.odometer_m IS NULL, updated_at = clock_timestamp()
  FROM entities same
  LEFT JOIN LATERAL (
    SELECT i.device_id, s.odometer_m FROM installations i
    LEFT JOIN device_states s ON s.device_id = i.device_id AND s.entity_id = i.entity_id
    WHERE i.entity_id = same.id AND i.removed_at IS NULL
  ) now_on ON TRUE
  WHERE same.id = e.id AND e.id = entity;
  UPDATE maintenance_plan_entities m SET counted_from_m = m.counted_from_m + moved WHERE m.entity_id = entity;
  UPDATE maintenance_notifications n SET due_m = n.due_m + moved, restarted_m = n.restarted_m + moved WHERE n.entity_id = entity;
END $$;
`

const photos = `
CREATE TABLE maintenance_photos (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  notification_id int NOT NULL REFERENCES maintenance_notifications ON DELETE CASCADE,
  place smallint NOT NULL CHECK (place BETWEEN 1 AND 5),
  media_type text NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'image/webp')),
  content bytea NOT NULL CHECK (octet_length(content) BETWEEN 1 AND 700000),
  sha256 bytea NOT NULL GENERATED ALWAYS AS (sha256(content)) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (notification_id, place),
  UNIQUE (notification_id, sha256)
);
`

const links = `
-- A calendar that a user's own programme reads: whoever has the link sees what the user may see at that moment. One a user.
CREATE TABLE maintenance_calendar_links (
  user_id int PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret_hash bytea NOT NULL UNIQUE CHECK (octet_length(secret_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_read_at timestamptz
);
`

/** Returns a policy that skips the check of each row if the scope includes everything. */
const visible = (table: string, of: string) => `
ALTER POLICY scope ON ${table} USING ((SELECT scope_is_all()) OR (${of}))`
const planAndEntity =
  'EXISTS (SELECT 1 FROM maintenance_plans p WHERE p.id = plan_id) AND EXISTS (SELECT 1 FROM entities e WHERE e.id = entity_id)'

const access = `
GRANT UPDATE, DELETE ON maintenance_plan_entities TO roadbook_api;
GRANT INSERT, UPDATE, DELETE ON maintenance_notifications TO roadbook_api;
GRANT SELECT, INSERT ON maintenance_photos TO roadbook_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON maintenance_calendar_links TO roadbook_api;
${visible('maintenance_triggers', 'EXISTS (SELECT 1 FROM maintenance_plans p WHERE p.id = plan_id)')};
${visible('maintenance_plan_entities', planAndEntity)};
${visible('maintenance_notifications', planAndEntity)};
ALTER TABLE maintenance_photos ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON maintenance_photos TO roadbook_api
  USING (EXISTS (SELECT 1 FROM maintenance_notifications n WHERE n.id = notification_id));
ALTER TABLE maintenance_calendar_links ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON maintenance_calendar_links TO roadbook_api USING (EXISTS (SELECT 1 FROM users u WHERE u.id = user_id));
`
