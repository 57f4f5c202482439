import { Migration } from './migration.js'

/**
 * Without days of grace, covers a vehicle exactly until its subscription ends. Until now, the end was converted to
 * Amsterdam time and back. This moved some ends by an hour: when clocks are put back, an hour occurs twice, and an end in
 * the first of the two hours became the same time in the second.
 */
export class CoveredUntilTheEnd1763700000147 extends Migration {
  readonly steps = [covered]
}

// The view is the same as in step 56. PostgreSQL 15 and 16 cannot change the expression of a generated column, so the
// column and the view are created again.
const covered = `
DROP VIEW entity_subscription_states;
ALTER TABLE entity_subscriptions DROP COLUMN covered_until;
ALTER TABLE entity_subscriptions ADD COLUMN covered_until timestamptz GENERATED ALWAYS AS (CASE WHEN renews THEN NULL
  WHEN grace_days = 0 THEN ends_at
  ELSE (ends_at AT TIME ZONE 'Europe/Amsterdam' + make_interval(days => grace_days)) AT TIME ZONE 'Europe/Amsterdam' END) STORED;
CREATE VIEW entity_subscription_states WITH (security_invoker = true) AS
SELECT x.id, x.entity_id, x.subscription_id, x.starts_at, x.ends_at, x.covered_until, x.renews, x.period, x.currency, x.price_minor,
  x.grace_days, x.anchored_at, x.cancelled_at, x.given_by, x.created_at, x.updated_at,
  CASE
    WHEN x.status = 'cancelled' THEN 'cancelled'
    WHEN x.status = 'pending' OR x.starts_at > now() THEN 'pending'
    WHEN x.covered_until <= now() THEN 'expired'
    -- Unless another one follows on it.
    WHEN NOT x.renews AND x.ends_at <= now() + interval '30 days' AND NOT EXISTS (
      SELECT 1 FROM entity_subscriptions other WHERE other.entity_id = x.entity_id AND other.id <> x.id
        AND (other.status = 'active' OR (other.status = 'pending' AND other.starts_at > now()))
        AND other.starts_at <= x.covered_until AND (other.renews OR other.ends_at IS NULL OR other.ends_at > x.ends_at)
    ) THEN 'expiring'
    ELSE 'active'
  END AS state
FROM entity_subscriptions x;
GRANT SELECT ON entity_subscription_states TO roadbook_api;
`
