import { Migration } from './migration.js'

/** Stores with an alert the threshold by which it was raised, because its rule may have changed since then. */
export class ThresholdsOfAlerts1763700000190 extends Migration {
  readonly steps = [column]
}

const column = `
-- As in alert_rules; of speeding without a limit of the rule that of the geofence. Null of kinds without one, and where it is not known.
ALTER TABLE alerts ADD COLUMN threshold integer;
UPDATE alerts a SET threshold = r.threshold FROM alert_rules r
WHERE r.id = a.rule_id AND r.revision = a.rule_revision AND r.threshold IS NOT NULL;
UPDATE alerts a SET threshold = g.limit_kph FROM geofences g
WHERE g.id = a.geofence_id AND a.kind = 'speeding' AND a.threshold IS NULL AND g.effective_from <= a.began_at AND EXISTS (
  SELECT FROM alert_rules r WHERE r.id = a.rule_id AND r.revision = a.rule_revision AND r.threshold IS NULL);
`
