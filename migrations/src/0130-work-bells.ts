import { Migration } from './migration.js'

/**
 * Adds triggers that send NOTIFY on the channel `work` when new work is written, once per transaction. The payload is the
 * table's name. Because of these notifications, workers need not poll every second for work that comes only once a day.
 */
export class WorkBells1763700000130 extends Migration {
  readonly steps = [ring, bells]
}

const ring = `
CREATE FUNCTION work_ring() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_notify('work', TG_TABLE_NAME);
  RETURN NULL;
END $$;
`

/** Triggers that notify once per statement, or only for rows that are work. */
const bells = `
CREATE TRIGGER ring AFTER INSERT ON password_reset_requests FOR EACH STATEMENT EXECUTE FUNCTION work_ring();
CREATE TRIGGER ring AFTER INSERT OR UPDATE OF not_before ON identity_changes FOR EACH STATEMENT EXECUTE FUNCTION work_ring();
CREATE TRIGGER ring AFTER UPDATE ON alert_rulebook FOR EACH STATEMENT EXECUTE FUNCTION work_ring();
CREATE TRIGGER ring AFTER INSERT OR UPDATE OF state, expires_at, answer_by ON device_commands
  FOR EACH ROW WHEN (NEW.state IN ('queued', 'sent')) EXECUTE FUNCTION work_ring();
CREATE TRIGGER ring AFTER INSERT ON packets_aside FOR EACH STATEMENT EXECUTE FUNCTION work_ring();
CREATE TRIGGER ring AFTER INSERT OR UPDATE OF stepped_at ON trip_recalculations
  FOR EACH ROW WHEN (NEW.stepped_at IS NULL) EXECUTE FUNCTION work_ring();
CREATE TRIGGER ring AFTER INSERT OR UPDATE OF state ON webhook_deliveries
  FOR EACH ROW WHEN (NEW.state = 'waiting') EXECUTE FUNCTION work_ring();

-- What waits elsewhere is work by what is decided here.
CREATE FUNCTION work_ring_for() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_notify('work', TG_ARGV[0]);
  RETURN NULL;
END $$;
CREATE TRIGGER ring AFTER UPDATE OF decision ON doubted_senders
  FOR EACH ROW WHEN (NEW.decision = 'accepted') EXECUTE FUNCTION work_ring_for('packets_aside');
CREATE TRIGGER ring AFTER UPDATE OF active, resting_until ON webhooks
  FOR EACH ROW WHEN (NEW.active) EXECUTE FUNCTION work_ring_for('webhook_deliveries');
`
