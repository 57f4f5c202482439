import { Migration } from './migration.js'

/** Ends open alerts when their geofence is moved or removed, in the same way as step 0118 does for changed rules. */
export class AlertsOfChangedFences1763700000119 extends Migration {
  readonly steps = [end]
}

const end = `
CREATE FUNCTION geofences_end_alerts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  WITH ended AS (
    UPDATE alerts SET ended_at = greatest(began_at, NEW.effective_from), updated_at = now()
    WHERE geofence_id = NEW.id AND ended_at IS NULL AND withdrawn_at IS NULL RETURNING id
  )
  INSERT INTO alert_news (alert_id, change) SELECT id, 'ended' FROM ended;
  RETURN NULL;
END $$;
CREATE TRIGGER geofences_end_alerts AFTER UPDATE ON geofences
  FOR EACH ROW WHEN (NEW.revision > OLD.revision) EXECUTE FUNCTION geofences_end_alerts();
`
