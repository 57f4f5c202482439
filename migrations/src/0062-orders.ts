import { Migration } from './migration.js'

/**
 * Adds orders: the price of a vehicle's subscription for one period, the business that must pay it, and whether it was paid
 * (R-195, R-197, R-323, G-73).
 */
export class Orders1763700000062 extends Migration {
  readonly steps = [orders, states, access]
}

const orders = `
-- For each period of it that comes an order is made.
ALTER TABLE subscriptions ADD COLUMN bills boolean NOT NULL DEFAULT false;
GRANT INSERT (bills), UPDATE (bills) ON subscriptions TO roadbook_api;

CREATE TABLE orders (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- who pays, and whom
  business_id int NOT NULL REFERENCES businesses ON DELETE CASCADE,
  seller_id int NOT NULL REFERENCES businesses ON DELETE CASCADE,
  entity_id int NOT NULL REFERENCES entities ON DELETE CASCADE,
  subscription_id int NOT NULL REFERENCES subscriptions ON DELETE CASCADE,
  -- as it was when it was ordered
  entity_name text NOT NULL,
  title text NOT NULL,
  period text NOT NULL CHECK (period IN ('month', 'quarter', 'year')),
  grace_days int NOT NULL CHECK (grace_days BETWEEN 0 AND 90),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  price_minor int NOT NULL CHECK (price_minor BETWEEN 0 AND 100000000),
  vat_minor int NOT NULL DEFAULT 0 CHECK (vat_minor BETWEEN 0 AND price_minor),
  total_minor int NOT NULL GENERATED ALWAYS AS (price_minor + vat_minor) STORED,
  note text,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paid', 'failed', 'cancelled', 'refunded')),
  -- null: not known
  method text CHECK (method IN ('book', 'mollie', 'stripe')),
  paid_at timestamptz,
  refunded_minor int NOT NULL DEFAULT 0 CHECK (refunded_minor BETWEEN 0 AND price_minor + vat_minor),
  refunded_at timestamptz,
  -- What it is for: of one that only runs when it is paid, known once it is.
  entity_subscription_id int REFERENCES entity_subscriptions ON DELETE SET NULL,
  starts_at timestamptz,
  ends_at timestamptz CHECK (ends_at > starts_at),
  -- The end of a period that it was made for, by itself: once for each.
  follows_id int REFERENCES entity_subscriptions ON DELETE CASCADE,
  follows_at timestamptz,
  ordered_by int REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((status IN ('paid', 'refunded')) = (paid_at IS NOT NULL)),
  CHECK ((status = 'refunded') <= (refunded_minor = price_minor + vat_minor)),
  CHECK ((starts_at IS NULL) = (ends_at IS NULL)),
  UNIQUE (follows_id, follows_at)
);
CREATE INDEX orders_business ON orders (business_id, created_at);
CREATE INDEX orders_seller ON orders (seller_id);
CREATE INDEX orders_entity ON orders (entity_id);
CREATE INDEX orders_subscription ON orders (subscription_id);
CREATE INDEX orders_entity_subscription ON orders (entity_subscription_id);
CREATE INDEX orders_ordered_by ON orders (ordered_by);
`

const states = `
-- How an order stands: the one definition that lists and filters go by. What is paid and has begun stands as its period does.
CREATE VIEW order_states WITH (security_invoker = true) AS
SELECT o.id, CASE
    WHEN o.status <> 'paid' OR o.starts_at IS NULL OR o.starts_at > now() THEN o.status
    WHEN o.ends_at <= now() THEN 'expired'
    WHEN o.ends_at <= now() + interval '30 days' THEN 'expiring'
    ELSE 'active'
  END AS state
FROM orders o;
`

const access = `
GRANT SELECT ON order_states TO roadbook_api;
GRANT SELECT,
  INSERT (business_id, seller_id, entity_id, subscription_id, entity_name, title, period, grace_days, currency, price_minor, vat_minor,
    note, entity_subscription_id, starts_at, ends_at, follows_id, follows_at, ordered_by),
  UPDATE (price_minor, vat_minor, note, status, method, paid_at, refunded_minor, refunded_at, entity_subscription_id, starts_at, ends_at,
    updated_at)
  ON orders TO roadbook_api;
ALTER TABLE orders ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON orders TO roadbook_api USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
`
