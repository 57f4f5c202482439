import { Migration } from './migration.js'

/**
 * Adds geofences, alert rules and alerts. The rules are applied to a vehicle's fixes in the order of the fixes' times.
 * Requests write geofences and rules, and record how alerts were handled. Only the consumer process creates alerts.
 */
export class GeofencesAndAlerts1763700000101 extends Migration {
  readonly steps = [geofences, rules, alerts]
}

/**
 * Returns a trigger that gives a row a new revision when one of the columns changes. The new revision is valid from the
 * moment of the change. Earlier alerts stay unchanged.
 */
const revised = (table: string, columns: readonly string[]) => `
CREATE FUNCTION ${table}_revise() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF (${columns.map((column) => `NEW.${column}`).join(', ')}) IS DISTINCT FROM (${columns.map((column) => `OLD.${column}`).join(', ')}) THEN
    NEW.revision := OLD.revision + 1;
    NEW.effective_from := now();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ${table}_revise BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${table}_revise();
`

const geofences = `
CREATE TABLE geofences (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- holds for vehicles of this business and below
  business_id int NOT NULL REFERENCES businesses ON DELETE RESTRICT,
  name text NOT NULL CHECK (length(trim(name)) BETWEEN 1 AND 100),
  description text CHECK (length(description) <= 250),
  kind text NOT NULL CHECK (kind IN ('circle', 'polygon', 'corridor')),
  -- RFC 7946: Point, Polygon with its holes, LineString; WGS84, longitude first
  shape jsonb NOT NULL,
  -- of a circle its radius, of a corridor how far to either side of its line
  reach_m double precision CHECK (reach_m BETWEEN 5 AND 500000),
  -- what holds all of it; west is greater than east where it crosses the 180th meridian
  south double precision NOT NULL CHECK (south BETWEEN -90 AND 90),
  north double precision NOT NULL CHECK (north BETWEEN -90 AND 90),
  west double precision NOT NULL CHECK (west BETWEEN -180 AND 180),
  east double precision NOT NULL CHECK (east BETWEEN -180 AND 180),
  -- for rules of speeding that have no limit of their own
  limit_kph int CHECK (limit_kph BETWEEN 1 AND 250),
  revision int NOT NULL DEFAULT 1,
  -- since when it says anything, in the time of fixes
  effective_from timestamptz NOT NULL DEFAULT now(),
  created_by int REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  CHECK (south <= north),
  CHECK ((kind = 'polygon') = (reach_m IS NULL)),
  CHECK (shape ->> 'type' = CASE kind WHEN 'circle' THEN 'Point' WHEN 'polygon' THEN 'Polygon' ELSE 'LineString' END),
  CHECK (jsonb_typeof(shape -> 'coordinates') = 'array' AND octet_length(shape::text) <= 200000)
);
CREATE INDEX geofences_business ON geofences (business_id);
${revised('geofences', ['business_id', 'kind', 'shape', 'reach_m', 'limit_kph', 'deleted_at'])}
GRANT SELECT, INSERT, UPDATE ON geofences TO roadbook_api;
ALTER TABLE geofences ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON geofences TO roadbook_api USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
`

const rules = `
CREATE TABLE alert_rules (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- holds for vehicles of this business and below; with tags, for those of them that wear one
  business_id int NOT NULL REFERENCES businesses ON DELETE RESTRICT,
  name text NOT NULL CHECK (length(trim(name)) BETWEEN 1 AND 100),
  kind text NOT NULL CHECK (kind IN ('entry', 'exit', 'speeding', 'lowBattery', 'powerCut', 'silent', 'tamper', 'outsideHours')),
  active boolean NOT NULL DEFAULT true,
  -- speeding: km/h, null for that of the fence; lowBattery: percent; silent: minutes
  threshold int,
  -- how long the cause must last before it is an alert
  lasting_s int NOT NULL DEFAULT 0 CHECK (lasting_s BETWEEN 0 AND 86400),
  -- [{"days": [1, 2], "from": "08:00", "till": "18:00"}], 1 is Monday, a till before its from ends on the next day. Of
  -- outsideHours when moving is right; of the others when the rule speaks, null for always
  hours jsonb CHECK (jsonb_typeof(hours) = 'array' AND jsonb_array_length(hours) BETWEEN 1 AND 50),
  time_zone text NOT NULL,
  -- who is told, how: the users of alert_rule_users
  tell_bell boolean NOT NULL DEFAULT true,
  tell_mail text NOT NULL DEFAULT 'never' CHECK (tell_mail IN ('never', 'each', 'daily')),
  -- of the rule's zone; what happens meanwhile is told when they are over
  quiet_from time,
  quiet_till time,
  -- for so long a vehicle's further alerts by this rule are not told, though kept
  cool_down_min int NOT NULL DEFAULT 0 CHECK (cool_down_min BETWEEN 0 AND 10080),
  revision int NOT NULL DEFAULT 1,
  effective_from timestamptz NOT NULL DEFAULT now(),
  created_by int REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  CHECK (CASE kind WHEN 'speeding' THEN threshold IS NULL OR threshold BETWEEN 5 AND 250
    WHEN 'lowBattery' THEN threshold IS NOT NULL AND threshold BETWEEN 1 AND 99
    WHEN 'silent' THEN threshold IS NOT NULL AND threshold BETWEEN 15 AND 43200
    ELSE threshold IS NULL END),
  CHECK (kind <> 'outsideHours' OR hours IS NOT NULL),
  CHECK ((quiet_from IS NULL) = (quiet_till IS NULL)),
  CHECK (quiet_from <> quiet_till),
  CHECK (deleted_at IS NULL OR NOT active)
);
CREATE INDEX alert_rules_business ON alert_rules (business_id);
${revised('alert_rules', ['business_id', 'kind', 'active', 'threshold', 'lasting_s', 'hours', 'time_zone', 'deleted_at'])}

-- Entry, exit and speeding: of these fences; where a rule names none, of every fence that its business or one above it has.
CREATE TABLE alert_rule_geofences (
  rule_id int NOT NULL REFERENCES alert_rules ON DELETE CASCADE,
  geofence_id int NOT NULL REFERENCES geofences ON DELETE CASCADE,
  PRIMARY KEY (rule_id, geofence_id)
);
CREATE INDEX alert_rule_geofences_geofence ON alert_rule_geofences (geofence_id);
CREATE TABLE alert_rule_tags (
  rule_id int NOT NULL REFERENCES alert_rules ON DELETE CASCADE,
  tag_id int NOT NULL REFERENCES tags ON DELETE CASCADE,
  PRIMARY KEY (rule_id, tag_id)
);
CREATE INDEX alert_rule_tags_tag ON alert_rule_tags (tag_id);
CREATE TABLE alert_rule_users (
  rule_id int NOT NULL REFERENCES alert_rules ON DELETE CASCADE,
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (rule_id, user_id)
);
CREATE INDEX alert_rule_users_user ON alert_rule_users (user_id);
-- Other fences or other vehicles are another rule, too.
CREATE FUNCTION alert_rules_widen() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE alert_rules SET revision = revision + 1, effective_from = now() WHERE id = coalesce(NEW.rule_id, OLD.rule_id);
  RETURN NULL;
END $$;
CREATE TRIGGER alert_rule_geofences_widen AFTER INSERT OR DELETE ON alert_rule_geofences
  FOR EACH ROW EXECUTE FUNCTION alert_rules_widen();
CREATE TRIGGER alert_rule_tags_widen AFTER INSERT OR DELETE ON alert_rule_tags FOR EACH ROW EXECUTE FUNCTION alert_rules_widen();

GRANT SELECT, INSERT, UPDATE ON alert_rules TO roadbook_api;
GRANT SELECT, INSERT, DELETE ON alert_rule_geofences, alert_rule_tags, alert_rule_users TO roadbook_api;
ALTER TABLE alert_rules ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON alert_rules TO roadbook_api USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
${['geofences', 'tags', 'users']
  .map(
    (of) => `ALTER TABLE alert_rule_${of} ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON alert_rule_${of} TO roadbook_api USING (EXISTS (SELECT 1 FROM alert_rules r WHERE r.id = rule_id));`,
  )
  .join('\n')}
`

const alerts = `
CREATE TABLE alerts (
  -- follows from vehicle, rule, revision, fence and the begin of the cause: the same fixes give the same id, however they came
  id uuid PRIMARY KEY,
  rule_id int NOT NULL REFERENCES alert_rules ON DELETE RESTRICT,
  rule_revision int NOT NULL,
  geofence_id int REFERENCES geofences ON DELETE RESTRICT,
  kind text NOT NULL CHECK (kind IN ('entry', 'exit', 'speeding', 'lowBattery', 'powerCut', 'silent', 'tamper', 'outsideHours')),
  -- whose vehicle it was when it happened
  business_id int NOT NULL REFERENCES businesses ON DELETE RESTRICT,
  entity_id int NOT NULL REFERENCES entities ON DELETE CASCADE,
  device_id int NOT NULL REFERENCES devices ON DELETE CASCADE,
  -- in the time of fixes; an entry or exit ends when it begins
  began_at timestamptz NOT NULL,
  ended_at timestamptz,
  latitude double precision CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision CHECK (longitude BETWEEN -180 AND 180),
  -- the worst of it: km/h, percent, minutes
  value double precision,
  raised_at timestamptz NOT NULL DEFAULT now(),
  -- known long after it happened, because its fixes came late
  late boolean NOT NULL DEFAULT false,
  -- disproved by fixes that came after it was raised
  withdrawn_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by int REFERENCES users ON DELETE SET NULL,
  snoozed_until timestamptz,
  note text CHECK (length(note) <= 500),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (ended_at >= began_at),
  CHECK ((latitude IS NULL) = (longitude IS NULL)),
  UNIQUE NULLS NOT DISTINCT (entity_id, rule_id, rule_revision, geofence_id, began_at)
);
CREATE INDEX alerts_business ON alerts (business_id, began_at DESC);
CREATE INDEX alerts_device ON alerts (device_id, began_at);
CREATE INDEX alerts_rule ON alerts (rule_id);
CREATE INDEX alerts_geofence ON alerts (geofence_id);
CREATE INDEX alerts_open ON alerts (business_id) WHERE acknowledged_at IS NULL AND withdrawn_at IS NULL;

GRANT SELECT, UPDATE (acknowledged_at, acknowledged_by, snoozed_until, note, updated_at) ON alerts TO roadbook_api;
ALTER TABLE alerts ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON alerts TO roadbook_api USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
`
