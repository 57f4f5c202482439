import { Migration } from './migration.js'

/**
 * Stores with each vehicle the transaction that last edited it, so that everybody who is viewing the vehicle sees the
 * change immediately (T-08).
 */
export class EntityEdits1763700000115 extends Migration {
  readonly steps = [edits]
}

const TOLD = ['name', 'short_name', 'frame_number', 'license_plate', 'vehicle_type', 'brand', 'model', 'color', 'consumer_id']
const told = (row: 'OLD' | 'NEW') => `(${TOLD.map((column) => `${row}.${column}`).join(', ')})`

const edits = `
ALTER TABLE entities ADD COLUMN edited_in xid8;
CREATE INDEX entities_edited_in ON entities (edited_in);

CREATE FUNCTION entities_note_edit() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW.edited_in := pg_current_xact_id();
  RETURN NEW;
END $$;
CREATE TRIGGER entities_note_edit
  BEFORE UPDATE OF ${TOLD.join(', ')} ON entities
  FOR EACH ROW WHEN (${told('OLD')} IS DISTINCT FROM ${told('NEW')}) EXECUTE FUNCTION entities_note_edit();

-- A case makes a vehicle another one to look at, too.
CREATE FUNCTION missing_cases_note_edit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE entities SET edited_in = pg_current_xact_id() WHERE id = NEW.entity_id;
  RETURN NULL;
END $$;
CREATE TRIGGER missing_cases_note_edit AFTER INSERT OR UPDATE OF state ON missing_cases
  FOR EACH ROW EXECUTE FUNCTION missing_cases_note_edit();
`
