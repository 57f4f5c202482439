import { Migration } from './migration.js'

/** Ends open alerts when their rule is changed or removed, because the old revision is not evaluated after that. */
export class AlertsOfChangedRules1763700000118 extends Migration {
  readonly steps = [end]
}

const end = `
CREATE FUNCTION alert_rules_end_alerts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  WITH ended AS (
    UPDATE alerts SET ended_at = greatest(began_at, NEW.effective_from), updated_at = now()
    WHERE rule_id = NEW.id AND rule_revision < NEW.revision AND ended_at IS NULL AND withdrawn_at IS NULL RETURNING id
  )
  INSERT INTO alert_news (alert_id, change) SELECT id, 'ended' FROM ended;
  RETURN NULL;
END $$;
CREATE TRIGGER alert_rules_end_alerts AFTER UPDATE ON alert_rules
  FOR EACH ROW WHEN (NEW.revision > OLD.revision) EXECUTE FUNCTION alert_rules_end_alerts();
`
