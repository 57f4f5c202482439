import { Migration } from './migration.js'

/**
 * Hides alerts from the time when a tracker was on a vehicle only according to the records. Step 0040 does the same for
 * trips.
 */
export class AlertsOnPaper1763700000132 extends Migration {
  readonly steps = [moved]
}

const moved = `
CREATE POLICY moved ON alerts AS RESTRICTIVE TO roadbook_api USING (NOT EXISTS (
  SELECT 1 FROM installations i
  WHERE i.device_id = alerts.device_id AND i.entity_id = alerts.entity_id AND i.followed_consumer_id IS NOT NULL
    AND coalesce(alerts.ended_at, 'infinity') > i.installed_at AND alerts.began_at < coalesce(i.moved_at, i.removed_at, 'infinity')
));
`
