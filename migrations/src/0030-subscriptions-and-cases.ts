import { Migration } from './migration.js'

/**
 * Adds subscriptions: the products that a business offers, and for each vehicle with a subscription its product and period
 * . Also adds cases of missing vehicles with their course.
 */
export class SubscriptionsAndCases1763700000030 extends Migration {
  readonly steps = [subscriptions, cases]
}

const subscriptions = `
-- Offered by a business to itself and those below it.
CREATE TABLE subscriptions (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id int NOT NULL REFERENCES businesses ON DELETE RESTRICT,
  title text NOT NULL CHECK (length(trim(title)) BETWEEN 1 AND 100),
  description text CHECK (length(description) <= 2000),
  currency text NOT NULL DEFAULT 'EUR' CHECK (currency ~ '^[A-Z]{3}$'),
  -- of one period, in the currency's smallest unit
  default_price_minor int NOT NULL CHECK (default_price_minor >= 0),
  discount_price_minor int CHECK (discount_price_minor BETWEEN 0 AND default_price_minor),
  period text NOT NULL CHECK (period IN ('month', 'quarter', 'year')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE INDEX subscriptions_business ON subscriptions (business_id);

CREATE TABLE entity_subscriptions (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id int NOT NULL REFERENCES entities ON DELETE CASCADE,
  subscription_id int NOT NULL REFERENCES subscriptions ON DELETE RESTRICT,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('pending', 'active', 'cancelled')),
  starts_at timestamptz NOT NULL DEFAULT now(),
  -- runs on until it is cancelled where this is null
  ends_at timestamptz CHECK (ends_at > starts_at),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX entity_subscriptions_entity ON entity_subscriptions (entity_id, starts_at);
CREATE INDEX entity_subscriptions_subscription ON entity_subscriptions (subscription_id);

GRANT SELECT ON subscriptions, entity_subscriptions TO roadbook_api;
ALTER TABLE subscriptions ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON subscriptions TO roadbook_api
  USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_line_ids()));
ALTER TABLE entity_subscriptions ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON entity_subscriptions TO roadbook_api USING (EXISTS (SELECT 1 FROM entities e WHERE e.id = entity_id));
`

const cases = `
ALTER TABLE missing_cases
  -- what people call it by on the telephone
  ADD COLUMN number text GENERATED ALWAYS AS ('M-' || CASE WHEN id < 100000 THEN lpad(id::text, 5, '0') ELSE id::text END) STORED,
  ADD COLUMN reason text NOT NULL DEFAULT 'other' CHECK (reason IN ('stolen', 'lost', 'not-returned', 'other')),
  ADD COLUMN note text CHECK (length(note) <= 2000),
  -- where it was when it was reported, in ten-millionths of a degree; null when that was unknown
  ADD COLUMN reported_latitude int,
  ADD COLUMN reported_longitude int,
  ADD COLUMN reported_positioned_at timestamptz,
  ADD COLUMN ended_by int REFERENCES users ON DELETE SET NULL,
  ADD COLUMN end_reason text CHECK (length(end_reason) <= 200),
  ADD COLUMN end_note text CHECK (length(end_note) <= 2000),
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  ADD CONSTRAINT missing_cases_ends_later CHECK (ended_at >= opened_at),
  ADD CONSTRAINT missing_cases_end CHECK (state <> 'open' OR (ended_by IS NULL AND end_reason IS NULL AND end_note IS NULL)),
  ADD CONSTRAINT missing_cases_position CHECK ((reported_latitude IS NULL) = (reported_longitude IS NULL));
CREATE INDEX missing_cases_entity ON missing_cases (entity_id, opened_at);
CREATE INDEX missing_cases_opened ON missing_cases (opened_at, id);
-- What was reported stays written down.
REVOKE DELETE ON missing_cases FROM roadbook_api;
`
