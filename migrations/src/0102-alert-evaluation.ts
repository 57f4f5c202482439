import { Migration } from './migration.js'

/**
 * Adds the data with which the consumer process finds alerts (decision 62): devices with new waypoints, saved evaluation
 * states with their times, and changes to report.
 */
export class AlertEvaluation1763700000102 extends Migration {
  readonly steps = [marks, rulebook]
}

const marks = `
-- Waypoints of a device came or changed from this time on. Written with them in one transaction, only ever added, and taken away in the
-- transaction that writes what follows from them: nobody waits for anybody, and nothing is lost. No key to devices, which every
-- packet would have to look up.
CREATE TABLE alert_marks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id int NOT NULL,
  from_at timestamptz NOT NULL
);

-- What was remembered after the reading of a time: the newest of each six hours.
CREATE TABLE alert_states (
  installation_id int NOT NULL REFERENCES installations ON DELETE CASCADE,
  at timestamptz NOT NULL,
  state jsonb NOT NULL,
  -- when nothing more having come is to be told; of the newest alone
  silent_due timestamptz,
  PRIMARY KEY (installation_id, at)
);
CREATE INDEX alert_states_due ON alert_states (silent_due) WHERE silent_due IS NOT NULL;

-- What became of alerts, for whoever tells people: taken away when it is told.
CREATE TABLE alert_news (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alert_id uuid NOT NULL REFERENCES alerts ON DELETE CASCADE,
  change text NOT NULL CHECK (change IN ('raised', 'ended', 'withdrawn', 'restored')),
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX alert_news_alert ON alert_news (alert_id);
`

const rulebook = `
-- Another number with each change of rules and fences, so that who has read them knows.
CREATE TABLE alert_rulebook (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  stamp bigint NOT NULL DEFAULT 1
);
INSERT INTO alert_rulebook DEFAULT VALUES;
CREATE FUNCTION alert_rulebook_turn() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE alert_rulebook SET stamp = stamp + 1;
  RETURN NULL;
END $$;
${['geofences', 'alert_rules', 'alert_rule_geofences', 'alert_rule_tags']
  .map(
    (table) => `CREATE TRIGGER ${table}_turn AFTER INSERT OR UPDATE OR DELETE ON ${table}
  FOR EACH STATEMENT EXECUTE FUNCTION alert_rulebook_turn();`,
  )
  .join('\n')}

-- A vehicle that is silent already sends nothing that would make anybody look.
CREATE FUNCTION alert_rules_mark_silent() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO alert_marks (device_id, from_at)
  SELECT i.device_id, NEW.effective_from FROM installations i JOIN entities e ON e.id = i.entity_id JOIN businesses b ON b.id = e.business_id
  WHERE i.removed_at IS NULL AND NEW.business_id = ANY (b.path);
  RETURN NULL;
END $$;
CREATE TRIGGER alert_rules_mark_silent AFTER INSERT OR UPDATE OF revision ON alert_rules
  FOR EACH ROW WHEN (NEW.kind = 'silent' AND NEW.active) EXECUTE FUNCTION alert_rules_mark_silent();
`
