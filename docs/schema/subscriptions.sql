-- Written by api/subscriptions, tools/seed
-- Deleting a row deletes its rows in orders

CREATE TABLE subscriptions (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  business_id integer NOT NULL,
  title text NOT NULL,
  description text,
  currency text DEFAULT 'EUR'::text NOT NULL,
  default_price_minor integer NOT NULL,
  discount_price_minor integer,
  period text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp with time zone,
  grace_days integer DEFAULT 0 NOT NULL,
  bills boolean DEFAULT false NOT NULL,
  CONSTRAINT subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT subscriptions_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE RESTRICT,
  CONSTRAINT subscriptions_check CHECK (((discount_price_minor >= 0) AND (discount_price_minor <= default_price_minor))),
  CONSTRAINT subscriptions_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT subscriptions_default_price_minor_check CHECK ((default_price_minor >= 0)),
  CONSTRAINT subscriptions_description_check CHECK ((length(description) <= 2000)),
  CONSTRAINT subscriptions_grace_days_check CHECK (((grace_days >= 0) AND (grace_days <= 90))),
  CONSTRAINT subscriptions_period_check CHECK ((period = ANY (ARRAY['month'::text, 'quarter'::text, 'year'::text]))),
  CONSTRAINT subscriptions_title_check CHECK (((length(TRIM(BOTH FROM title)) >= 1) AND (length(TRIM(BOTH FROM title)) <= 100)))
);

CREATE INDEX subscriptions_business ON subscriptions USING btree (business_id);

ALTER TABLE subscriptions ENABLE ROW LEVEL SECURITY;
CREATE POLICY add ON subscriptions FOR INSERT TO roadbook_api WITH CHECK ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));
CREATE POLICY change ON subscriptions FOR UPDATE TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));
CREATE POLICY process_roadbook_web ON subscriptions TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope_read ON subscriptions FOR SELECT TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_line_ids() AS scope_line_ids))));

GRANT INSERT (business_id, title, description, currency, default_price_minor, discount_price_minor, period, grace_days, bills), SELECT, UPDATE (title, description, currency, default_price_minor, discount_price_minor, period, updated_at, deleted_at, grace_days, bills) ON subscriptions TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON subscriptions TO roadbook_web;
