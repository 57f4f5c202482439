import { Migration } from './migration.js'

/** A vehicle stands where its tracker was heard before it was installed, until the tracker says more. */
export class FirstPlaces1763700000195 extends Migration {
  readonly steps = [{ rules: 'devices' }, trigger]
}

const trigger = `
-- After the odometer began, and before the alerts look.
CREATE TRIGGER installations_show_place AFTER INSERT ON installations FOR EACH ROW WHEN (NEW.removed_at IS NULL)
  EXECUTE FUNCTION installations_show_place();
`
