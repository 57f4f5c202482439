import { Migration } from './migration.js'

/** Records which trackers changed, so that consumer processes need to read only these trackers again, and not all. */
export class DeviceChanges1763700000196 extends Migration {
  readonly steps = [table, { rules: 'devices' }, triggers]
}

const table = `
CREATE TABLE device_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at timestamptz NOT NULL DEFAULT now(),
  -- NULL: any tracker. No reference, because the entry must outlive a deleted tracker.
  device_id int
);
CREATE INDEX device_changes_xid ON device_changes (xid);
CREATE INDEX device_changes_at ON device_changes (at);
`

const triggers = `
-- Writers of the first table wait while the others are locked, so each lock has a short time.
SET LOCAL lock_timeout = '300ms';
LOCK TABLE devices, installations, trip_joins, entities, trip_rests, businesses IN SHARE ROW EXCLUSIVE MODE;
CREATE TRIGGER devices_changed AFTER UPDATE OF imei, deleted_at ON devices FOR EACH ROW
  WHEN (OLD.imei IS DISTINCT FROM NEW.imei OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at) EXECUTE FUNCTION device_changed();
CREATE TRIGGER devices_removed AFTER DELETE ON devices FOR EACH ROW EXECUTE FUNCTION device_changed();
CREATE TRIGGER installations_changed
  AFTER INSERT OR DELETE OR UPDATE OF device_id, entity_id, business_id, installed_at, removed_at ON installations
  FOR EACH ROW EXECUTE FUNCTION device_stay_changed();
CREATE TRIGGER trip_joins_changed AFTER INSERT OR DELETE OR UPDATE OF device_id, entity_id, from_at, till_at ON trip_joins
  FOR EACH ROW EXECUTE FUNCTION device_stay_changed();
CREATE TRIGGER entities_type_changed AFTER UPDATE OF vehicle_type ON entities FOR EACH ROW
  WHEN (OLD.vehicle_type IS DISTINCT FROM NEW.vehicle_type) EXECUTE FUNCTION device_vehicle_changed();
CREATE TRIGGER trip_rests_changed AFTER INSERT OR DELETE OR UPDATE ON trip_rests
  FOR EACH STATEMENT EXECUTE FUNCTION device_rest_changed();
CREATE TRIGGER businesses_rests_changed AFTER UPDATE OF parent_id, path ON businesses FOR EACH ROW
  WHEN (OLD.path IS DISTINCT FROM NEW.path) EXECUTE FUNCTION device_rest_changed();
`
