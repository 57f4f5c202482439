import { Migration } from './migration.js'

/** As of trips (step 0040): what a tracker said while it was on a vehicle on paper alone is no alert of that vehicle. */
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
