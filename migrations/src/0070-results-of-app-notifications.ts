import { Migration } from './migration.js'

/**
 * Stores with an app notification the number of people that it reached, because the result on each device is deleted after
 * some time.
 */
export class ResultsOfAppNotifications1763700000070 extends Migration {
  readonly steps = [counts]
}

const counts = `
-- {"consumers_count", "sent_count", "waiting_count", "failed_count", "no_device_count"}; NULL as long as the results themselves are there
ALTER TABLE app_notifications ADD COLUMN results jsonb;
CREATE INDEX app_notifications_results ON app_notifications (ended_at) WHERE ended_at IS NOT NULL AND results IS NULL;
GRANT DELETE ON app_notification_recipients TO roadbook_api;
`
