import { Migration } from './migration.js'

/**
 * Marks a vehicle's alerts for evaluation when its tracker is removed. Open alerts end at that time, because no later reading
 * could end them.
 */
export class AlertsOfRemovedTrackers1763700000143 extends Migration {
  readonly steps = [mark, catchUp]
}

const mark = `
CREATE FUNCTION installations_mark_alerts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  -- of a removal that is taken back, or was at another time, too
  gone timestamptz := least(OLD.removed_at, NEW.removed_at);
BEGIN
  INSERT INTO alert_marks (device_id, from_at) SELECT NEW.device_id, gone - interval '1 millisecond'
  WHERE EXISTS (SELECT FROM alert_rules r WHERE r.active AND r.deleted_at IS NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER installations_mark_alerts AFTER UPDATE OF removed_at ON installations
  FOR EACH ROW WHEN (NEW.removed_at IS DISTINCT FROM OLD.removed_at) EXECUTE FUNCTION installations_mark_alerts();
`

const catchUp = `
INSERT INTO alert_marks (device_id, from_at)
SELECT DISTINCT i.device_id, i.removed_at - interval '1 millisecond' FROM installations i JOIN alerts a
  ON a.device_id = i.device_id AND a.entity_id = i.entity_id AND a.began_at >= i.installed_at AND a.began_at < i.removed_at
WHERE a.ended_at IS NULL AND a.withdrawn_at IS NULL;
`
