import { Migration } from './migration.js'

/**
 * Speeds up vehicle lists, which are searched and sorted by a tracker's newest data. The view `told_states` checks for each
 * state separately if it is hidden. For a list of all vehicles, this took longer than everything else. The new view first
 * finds all hidden vehicles in one step.
 */
export class NewestStates1763700000049 extends Migration {
  readonly steps = [newestStates]
}

const newestStates = `
CREATE INDEX entities_of_customers ON entities (id) WHERE consumer_id IS NOT NULL;

-- Of every vehicle in scope the newest state that a device had on it, told as \`told_states\` tells it.
CREATE VIEW told_newest WITH (security_barrier = true) AS
SELECT s.entity_id, s.device_id, told.is_hidden,
  CASE WHEN NOT told.is_hidden THEN s.last_received_at
    WHEN s.last_received_at > now() - interval '26 hours' THEN date_trunc('day', now(), 'UTC')
    ELSE date_trunc('day', s.last_received_at, 'UTC') END AS judged_at,
  CASE WHEN NOT told.is_hidden THEN s.last_received_at END AS last_received_at,
  CASE WHEN NOT told.is_hidden THEN s.moving END AS moving,
  CASE WHEN NOT told.is_hidden THEN s.odometer_m END AS odometer_m,
  CASE WHEN NOT told.is_hidden THEN s.external_battery_mv END AS external_battery_mv
FROM (
  SELECT DISTINCT ON (entity_id) entity_id, device_id, last_received_at, moving, odometer_m, external_battery_mv
  FROM device_states
  WHERE entity_id IS NOT NULL AND ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()))
  ORDER BY entity_id, last_received_at DESC, device_id DESC
) s
LEFT JOIN (
  SELECT e.id FROM entities e WHERE e.consumer_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM consents c
    WHERE c.entity_id = e.id AND c.granted_at <= now() AND c.expires_at > now() AND c.revoked_at IS NULL
  )
) customers ON customers.id = s.entity_id
LEFT JOIN (
  SELECT DISTINCT i.device_id, i.entity_id FROM installations i WHERE i.followed_consumer_id IS NOT NULL AND i.moved_at IS NULL
) on_paper ON on_paper.device_id = s.device_id AND on_paper.entity_id = s.entity_id
CROSS JOIN LATERAL (SELECT customers.id IS NOT NULL OR on_paper.device_id IS NOT NULL AS is_hidden) told;
GRANT SELECT ON told_newest TO roadbook_api;
`
