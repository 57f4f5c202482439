-- Written by api/payments, tools/seed
-- Deleting a row deletes its rows in provider_payments

CREATE TABLE orders (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  business_id integer NOT NULL,
  seller_id integer NOT NULL,
  entity_id integer NOT NULL,
  subscription_id integer NOT NULL,
  entity_name text NOT NULL,
  title text NOT NULL,
  period text NOT NULL,
  grace_days integer NOT NULL,
  currency text NOT NULL,
  price_minor integer NOT NULL,
  vat_minor integer DEFAULT 0 NOT NULL,
  total_minor integer GENERATED ALWAYS AS ((price_minor + vat_minor)) STORED NOT NULL,
  note text,
  status text DEFAULT 'open'::text NOT NULL,
  method text,
  paid_at timestamp with time zone,
  refunded_minor integer DEFAULT 0 NOT NULL,
  refunded_at timestamp with time zone,
  entity_subscription_id integer,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  follows_id integer,
  follows_at timestamp with time zone,
  ordered_by integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  vat_rate_bp integer,
  vat_treatment text,
  CONSTRAINT orders_pkey PRIMARY KEY (id),
  CONSTRAINT orders_follows_id_follows_at_key UNIQUE (follows_id, follows_at),
  CONSTRAINT orders_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  CONSTRAINT orders_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(id) ON DELETE CASCADE,
  CONSTRAINT orders_entity_subscription_id_fkey FOREIGN KEY (entity_subscription_id) REFERENCES entity_subscriptions(id) ON DELETE SET NULL,
  CONSTRAINT orders_follows_id_fkey FOREIGN KEY (follows_id) REFERENCES entity_subscriptions(id) ON DELETE CASCADE,
  CONSTRAINT orders_ordered_by_fkey FOREIGN KEY (ordered_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT orders_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES businesses(id) ON DELETE CASCADE,
  CONSTRAINT orders_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id) ON DELETE CASCADE,
  CONSTRAINT orders_check CHECK (((vat_minor >= 0) AND (vat_minor <= price_minor))),
  CONSTRAINT orders_check1 CHECK (((refunded_minor >= 0) AND (refunded_minor <= (price_minor + vat_minor)))),
  CONSTRAINT orders_check2 CHECK ((ends_at > starts_at)),
  CONSTRAINT orders_check3 CHECK (((status = ANY (ARRAY['paid'::text, 'refunded'::text])) = (paid_at IS NOT NULL))),
  CONSTRAINT orders_check4 CHECK (((status = 'refunded'::text) <= (refunded_minor = (price_minor + vat_minor)))),
  CONSTRAINT orders_check5 CHECK (((starts_at IS NULL) = (ends_at IS NULL))),
  CONSTRAINT orders_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT orders_grace_days_check CHECK (((grace_days >= 0) AND (grace_days <= 90))),
  CONSTRAINT orders_method_check CHECK ((method = ANY (ARRAY['book'::text, 'mollie'::text, 'stripe'::text]))),
  CONSTRAINT orders_period_check CHECK ((period = ANY (ARRAY['month'::text, 'quarter'::text, 'year'::text]))),
  CONSTRAINT orders_price_minor_check CHECK (((price_minor >= 0) AND (price_minor <= 100000000))),
  CONSTRAINT orders_status_check CHECK ((status = ANY (ARRAY['open'::text, 'paid'::text, 'failed'::text, 'cancelled'::text, 'refunded'::text]))),
  CONSTRAINT orders_vat_rate_bp_check CHECK (((vat_rate_bp >= 0) AND (vat_rate_bp <= 10000))),
  CONSTRAINT orders_vat_treatment_check CHECK ((vat_treatment = ANY (ARRAY['domestic'::text, 'buyer-country'::text, 'reverse-charge'::text, 'outside'::text, 'none'::text])))
);

CREATE INDEX orders_business ON orders USING btree (business_id, created_at);
CREATE INDEX orders_entity ON orders USING btree (entity_id);
CREATE INDEX orders_entity_subscription ON orders USING btree (entity_subscription_id);
CREATE INDEX orders_ordered_by ON orders USING btree (ordered_by);
CREATE INDEX orders_seller ON orders USING btree (seller_id);
CREATE INDEX orders_subscription ON orders USING btree (subscription_id);

ALTER TABLE orders ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON orders TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON orders TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT INSERT (business_id, seller_id, entity_id, subscription_id, entity_name, title, period, grace_days, currency, price_minor, vat_minor, note, entity_subscription_id, starts_at, ends_at, follows_id, follows_at, ordered_by, vat_rate_bp, vat_treatment), SELECT, UPDATE (price_minor, vat_minor, note, status, method, paid_at, refunded_minor, refunded_at, entity_subscription_id, starts_at, ends_at, updated_at, vat_rate_bp, vat_treatment) ON orders TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON orders TO roadbook_web;
