import { Migration } from './migration.js'

/**
 * Adds the course of a subscription: the businesses to which a product is offered, the length of a vehicle's subscription,
 * its renewal, its days of grace, and the notices sent to its managers (R-193, R-196, R-324, G-73, T-18).
 */
export class CoursesOfSubscriptions1763700000056 extends Migration {
  readonly steps = [offers, courses, notices, presets]
}

const offers = `
-- for how many days after its end a vehicle stays covered
ALTER TABLE subscriptions ADD COLUMN grace_days int NOT NULL DEFAULT 0 CHECK (grace_days BETWEEN 0 AND 90);

-- Offered to this business and those below it; the nearest line counts.
CREATE TABLE business_subscriptions (
  business_id int NOT NULL REFERENCES businesses ON DELETE CASCADE,
  subscription_id int NOT NULL REFERENCES subscriptions ON DELETE RESTRICT,
  is_discounted boolean NOT NULL DEFAULT false,
  attached_at timestamptz NOT NULL DEFAULT now(),
  attached_by int REFERENCES users ON DELETE SET NULL,
  PRIMARY KEY (business_id, subscription_id)
);
CREATE INDEX business_subscriptions_subscription ON business_subscriptions (subscription_id);
CREATE INDEX business_subscriptions_attached_by ON business_subscriptions (attached_by);
-- Until now a product was offered to whose it was.
INSERT INTO business_subscriptions (business_id, subscription_id)
  SELECT business_id, id FROM subscriptions WHERE deleted_at IS NULL;

GRANT INSERT (business_id, title, description, currency, default_price_minor, discount_price_minor, period, grace_days),
  UPDATE (title, description, currency, default_price_minor, discount_price_minor, period, grace_days, updated_at, deleted_at)
  ON subscriptions TO roadbook_api;
DROP POLICY scope ON subscriptions;
CREATE POLICY scope_read ON subscriptions FOR SELECT TO roadbook_api
  USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_line_ids()));
CREATE POLICY add ON subscriptions FOR INSERT TO roadbook_api
  WITH CHECK ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
CREATE POLICY change ON subscriptions FOR UPDATE TO roadbook_api
  USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));

GRANT SELECT, DELETE, INSERT (business_id, subscription_id, is_discounted, attached_by), UPDATE (is_discounted)
  ON business_subscriptions TO roadbook_api;
ALTER TABLE business_subscriptions ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope_read ON business_subscriptions FOR SELECT TO roadbook_api
  USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_line_ids()));
CREATE POLICY add ON business_subscriptions FOR INSERT TO roadbook_api
  WITH CHECK (((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()))
    AND EXISTS (SELECT 1 FROM subscriptions s WHERE s.id = subscription_id));
CREATE POLICY change ON business_subscriptions FOR UPDATE TO roadbook_api
  USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
CREATE POLICY remove ON business_subscriptions FOR DELETE TO roadbook_api
  USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
`

const courses = `
ALTER TABLE entity_subscriptions
  -- as it was agreed when it was given; null for those of before
  ADD COLUMN period text CHECK (period IN ('month', 'quarter', 'year')),
  ADD COLUMN currency text CHECK (currency ~ '^[A-Z]{3}$'),
  ADD COLUMN price_minor int CHECK (price_minor >= 0),
  ADD COLUMN grace_days int NOT NULL DEFAULT 0 CHECK (grace_days BETWEEN 0 AND 90),
  -- goes on by itself for another period at each end
  ADD COLUMN renews boolean NOT NULL DEFAULT false,
  -- what its periods are counted from, so that one of the 31st ends on the 31st wherever there is one; null: its present end
  ADD COLUMN anchored_at timestamptz,
  ADD COLUMN cancelled_at timestamptz,
  ADD COLUMN given_by int REFERENCES users ON DELETE SET NULL,
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  ADD CONSTRAINT entity_subscriptions_renewal CHECK (NOT renews OR ends_at IS NOT NULL),
  -- null: as long as it runs
  ADD COLUMN covered_until timestamptz GENERATED ALWAYS AS (CASE WHEN NOT renews THEN
    (ends_at AT TIME ZONE 'Europe/Amsterdam' + make_interval(days => grace_days)) AT TIME ZONE 'Europe/Amsterdam' END) STORED;
CREATE INDEX entity_subscriptions_ends ON entity_subscriptions (ends_at) WHERE status = 'active';
CREATE INDEX entity_subscriptions_given_by ON entity_subscriptions (given_by);

-- The first end of a period after this moment: by the calendar of Amsterdam, at the same time of day also across a change of clocks.
CREATE FUNCTION subscription_end_after(anchor timestamptz, moment timestamptz, period text) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  WITH said AS (SELECT anchor AT TIME ZONE 'Europe/Amsterdam' AS started, moment AT TIME ZONE 'Europe/Amsterdam' AS now,
    CASE period WHEN 'month' THEN 1 WHEN 'quarter' THEN 3 ELSE 12 END AS months)
  SELECT min(ends.at) FROM said, LATERAL (SELECT greatest(0, ((extract(year FROM now) - extract(year FROM started)) * 12
    + extract(month FROM now) - extract(month FROM started))::int / months) AS past) sofar,
    generate_series(greatest(past, 1), past + 2) AS times,
    LATERAL (SELECT (started + make_interval(months => months * times)) AT TIME ZONE 'Europe/Amsterdam' AS at) ends
  WHERE ends.at > moment
$$;

GRANT INSERT (entity_id, subscription_id, status, starts_at, ends_at, period, currency, price_minor, grace_days, renews, anchored_at,
    given_by),
  UPDATE (status, ends_at, renews, anchored_at, cancelled_at, updated_at) ON entity_subscriptions TO roadbook_api;

-- How a vehicle's subscription stands: the one definition that lists, Home, mails and the missing report go by.
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

const notices = `
-- What the managers of a vehicle's business were told of an end: each thing once, and again of another end.
CREATE TABLE subscription_notices (
  entity_subscription_id int NOT NULL REFERENCES entity_subscriptions ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('month', 'week', 'ended')),
  ends_at timestamptz NOT NULL,
  told_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (entity_subscription_id, kind, ends_at)
);
-- What ended before anybody was told of it is no news.
INSERT INTO subscription_notices (entity_subscription_id, kind, ends_at)
  SELECT id, 'ended', ends_at FROM entity_subscriptions WHERE ends_at <= now();
GRANT SELECT, INSERT (entity_subscription_id, kind, ends_at) ON subscription_notices TO roadbook_api;
ALTER TABLE subscription_notices ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON subscription_notices TO roadbook_api
  USING (EXISTS (SELECT 1 FROM entity_subscriptions x WHERE x.id = entity_subscription_id));
`

const presets = `
-- as of maintenance plans: one that is not offered any more is left out when the preset is read
ALTER TABLE install_presets ADD COLUMN subscription_id int REFERENCES subscriptions ON DELETE SET NULL;
CREATE INDEX install_presets_subscription ON install_presets (subscription_id);
`
