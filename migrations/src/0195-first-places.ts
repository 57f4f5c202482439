import { Migration } from './migration.js'

/** If a tracker has sent nothing since its installation, shows the vehicle at the place from which the tracker sent last. */
export class FirstPlaces1763700000195 extends Migration {
  readonly steps = [{ rules: 'devices' }, trigger]
}

const trigger = `
-- After the odometer began, and before the alerts look.
CREATE TRIGGER installations_show_place AFTER INSERT ON installations FOR EACH ROW WHEN (NEW.removed_at IS NULL)
  EXECUTE FUNCTION installations_show_place();
`
