import { Migration } from './migration.js'

/**
 * Stores with each entity the transaction in which it last changed hands. With it, a process that caches the owners of
 * entities misses no change: it can also read the changes of transactions that were still open at its last query.
 */
export class EntityMoves1763700000015 extends Migration {
  readonly steps = [moves]
}

const moves = `
ALTER TABLE entities ADD COLUMN moved_in xid8;
CREATE INDEX entities_moved_in ON entities (moved_in);

CREATE FUNCTION entities_note_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.moved_in := pg_current_xact_id();
  RETURN NEW;
END $$;
CREATE TRIGGER entities_note_move BEFORE INSERT OR UPDATE OF business_id, deleted_at ON entities
  FOR EACH ROW EXECUTE FUNCTION entities_note_move();
`
