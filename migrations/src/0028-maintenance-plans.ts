import { Migration } from './migration.js'

/** Adds maintenance plans: their triggers, the vehicles to which they apply, and the services that are due. */
export class MaintenancePlans1763700000028 extends Migration {
  readonly steps = [plans, notifications]
}

const plans = `
-- R-201.
CREATE TABLE maintenance_plans (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id int NOT NULL REFERENCES businesses ON DELETE RESTRICT,
  title text NOT NULL CHECK (length(trim(title)) BETWEEN 1 AND 100),
  description text CHECK (length(description) <= 250),
  active boolean NOT NULL DEFAULT true,
  -- since when its intervals are counted (G-76)
  activated_at timestamptz DEFAULT now(),
  created_by int REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (NOT active OR activated_at IS NOT NULL)
);
CREATE INDEX maintenance_plans_business ON maintenance_plans (business_id);

-- R-202: every so many of these, one alone or several beside each other.
CREATE TABLE maintenance_triggers (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  plan_id int NOT NULL REFERENCES maintenance_plans ON DELETE CASCADE,
  name text NOT NULL CHECK (length(trim(name)) BETWEEN 1 AND 100),
  value int NOT NULL CHECK (value > 0),
  metric text NOT NULL CHECK (metric IN ('days', 'weeks', 'months', 'years', 'kilometers')),
  description text CHECK (length(description) <= 250),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (id, plan_id)
);
CREATE INDEX maintenance_triggers_plan ON maintenance_triggers (plan_id);

CREATE TABLE maintenance_plan_entities (
  plan_id int NOT NULL REFERENCES maintenance_plans ON DELETE CASCADE,
  entity_id int NOT NULL REFERENCES entities ON DELETE CASCADE,
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (plan_id, entity_id)
);
CREATE INDEX maintenance_plan_entities_entity ON maintenance_plan_entities (entity_id);

-- A plan holds for vehicles of its own business and below.
CREATE FUNCTION maintenance_plan_fits(plan int, entity int) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM maintenance_plans p, entities e JOIN businesses b ON b.id = e.business_id
    WHERE p.id = plan AND e.id = entity AND p.business_id = ANY (b.path))
$$;
CREATE FUNCTION maintenance_plan_entities_place() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT maintenance_plan_fits(NEW.plan_id, NEW.entity_id) THEN
    RAISE EXCEPTION 'the plan belongs to a business that is not above the vehicle' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER maintenance_plan_entities_place BEFORE INSERT ON maintenance_plan_entities
  FOR EACH ROW EXECUTE FUNCTION maintenance_plan_entities_place();
-- A vehicle that changes hands leaves the plans of those who had it.
CREATE FUNCTION entities_leave_plans() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM maintenance_plan_entities m WHERE m.entity_id = NEW.id AND NOT maintenance_plan_fits(m.plan_id, NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER entities_leave_plans AFTER UPDATE OF business_id ON entities
  FOR EACH ROW WHEN (OLD.business_id <> NEW.business_id) EXECUTE FUNCTION entities_leave_plans();

GRANT SELECT ON maintenance_plans, maintenance_triggers TO roadbook_api;
GRANT SELECT, INSERT ON maintenance_plan_entities TO roadbook_api;
ALTER TABLE maintenance_plans ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON maintenance_plans TO roadbook_api USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
ALTER TABLE maintenance_triggers ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON maintenance_triggers TO roadbook_api
  USING (EXISTS (SELECT 1 FROM maintenance_plans p WHERE p.id = plan_id));
ALTER TABLE maintenance_plan_entities ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON maintenance_plan_entities TO roadbook_api
  USING (EXISTS (SELECT 1 FROM maintenance_plans p WHERE p.id = plan_id) AND EXISTS (SELECT 1 FROM entities e WHERE e.id = entity_id));
`

const notifications = `
-- R-203 to R-205: what is due, or planned for a day.
CREATE TABLE maintenance_notifications (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id int NOT NULL REFERENCES entities ON DELETE CASCADE,
  plan_id int NOT NULL REFERENCES maintenance_plans ON DELETE CASCADE,
  trigger_id int NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'done', 'archived')),
  planned_at timestamptz,
  assigned_user_id int REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (trigger_id, plan_id) REFERENCES maintenance_triggers (id, plan_id) ON DELETE CASCADE
);
-- G-77: one is open for a vehicle and a trigger at a time.
CREATE UNIQUE INDEX maintenance_notifications_open ON maintenance_notifications (entity_id, trigger_id) WHERE status = 'open';
CREATE INDEX maintenance_notifications_entity ON maintenance_notifications (entity_id);
CREATE INDEX maintenance_notifications_trigger ON maintenance_notifications (trigger_id, plan_id);
CREATE INDEX maintenance_notifications_assigned ON maintenance_notifications (assigned_user_id);

GRANT SELECT ON maintenance_notifications TO roadbook_api;
ALTER TABLE maintenance_notifications ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON maintenance_notifications TO roadbook_api
  USING (EXISTS (SELECT 1 FROM maintenance_plans p WHERE p.id = plan_id) AND EXISTS (SELECT 1 FROM entities e WHERE e.id = entity_id));
`
