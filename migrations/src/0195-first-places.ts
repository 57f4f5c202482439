import { Migration } from './migration.js'

/** Shows a vehicle where its tracker sent from before the installation, until the tracker sends more. */
export class FirstPlaces1763700000195 extends Migration {
  readonly steps = [{ rules: 'devices' }, trigger]
}

const trigger = `
-- After the odometer began, and before the alerts look.
CREATE TRIGGER installations_show_place AFTER INSERT ON installations FOR EACH ROW WHEN (NEW.removed_at IS NULL)
  EXECUTE FUNCTION installations_show_place();
`
