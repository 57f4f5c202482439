import { Migration } from './migration.js'

/** Adds payments of orders through a payment provider (decision 57). */
export class ProviderPayments1763700000082 extends Migration {
  readonly steps = [payments, state]
}

const payments = `
CREATE TABLE provider_payments (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id int NOT NULL REFERENCES orders ON DELETE CASCADE,
  -- who pays, as of the order
  business_id int NOT NULL REFERENCES businesses ON DELETE CASCADE,
  provider text NOT NULL CHECK (provider IN ('mollie', 'stripe')),
  -- our name of it at the provider: asked for twice with the same it is one
  key uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  -- the provider's, once it answered
  ref text,
  -- what refunds and disputes at Stripe are of, once it is known
  intent text,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  amount_minor int NOT NULL CHECK (amount_minor > 0),
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paid', 'failed', 'ended')),
  paid_at timestamptz,
  -- went back by refunds, in all; by what is withdrawn now, as of a moment
  refunded_minor int NOT NULL DEFAULT 0 CHECK (refunded_minor >= 0),
  withdrawn_minor int NOT NULL DEFAULT 0 CHECK (withdrawn_minor >= 0),
  withdrawn_at timestamptz,
  -- whether its order was paid by it
  is_counted boolean NOT NULL DEFAULT false,
  -- what a person has to look at: another amount than the order costs, or more than it costs
  problem text CHECK (problem IN ('amount', 'surplus')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((status = 'paid') = (paid_at IS NOT NULL)),
  CHECK (is_counted <= (status = 'paid')),
  UNIQUE (provider, ref)
);
CREATE UNIQUE INDEX provider_payments_counted ON provider_payments (order_id) WHERE is_counted;
CREATE UNIQUE INDEX provider_payments_open ON provider_payments (order_id) WHERE status = 'open';
CREATE INDEX provider_payments_order ON provider_payments (order_id);
CREATE INDEX provider_payments_business ON provider_payments (business_id);
CREATE INDEX provider_payments_intent ON provider_payments (provider, intent);

GRANT SELECT, INSERT (order_id, business_id, provider, currency, amount_minor),
  UPDATE (ref, intent, status, paid_at, refunded_minor, withdrawn_minor, withdrawn_at, is_counted, problem, updated_at)
  ON provider_payments TO roadbook_api;
ALTER TABLE provider_payments ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON provider_payments TO roadbook_api
  USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
`

const state = `
CREATE TABLE payment_provider_state (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  -- when the next request may leave, by whichever process
  next_at timestamptz NOT NULL DEFAULT now(),
  -- in a row; from the fifth on nobody asks until \`open_until\`
  failures int NOT NULL DEFAULT 0 CHECK (failures >= 0),
  open_until timestamptz
);
INSERT INTO payment_provider_state DEFAULT VALUES;
`
