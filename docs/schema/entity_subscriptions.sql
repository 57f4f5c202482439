-- Written by api/subscriptions, tools/seed
-- UPDATE, INSERT: may refuse it (entity_subscriptions_of_seller)
-- Deleting a row deletes its rows in orders, subscription_notices

CREATE TABLE entity_subscriptions (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  entity_id integer NOT NULL,
  subscription_id integer NOT NULL,
  status text DEFAULT 'active'::text NOT NULL,
  starts_at timestamp with time zone DEFAULT now() NOT NULL,
  ends_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  period text,
  currency text,
  price_minor integer,
  grace_days integer DEFAULT 0 NOT NULL,
  renews boolean DEFAULT false NOT NULL,
  anchored_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  given_by integer,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  covered_until timestamp with time zone GENERATED ALWAYS AS (
CASE
    WHEN renews THEN NULL::timestamp with time zone
    WHEN (grace_days = 0) THEN ends_at
    ELSE (((ends_at AT TIME ZONE 'Europe/Amsterdam'::text) + make_interval(days => grace_days)) AT TIME ZONE 'Europe/Amsterdam'::text)
END) STORED,
  CONSTRAINT entity_subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT entity_subscriptions_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(id) ON DELETE CASCADE,
  CONSTRAINT entity_subscriptions_given_by_fkey FOREIGN KEY (given_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT entity_subscriptions_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id) ON DELETE RESTRICT,
  CONSTRAINT entity_subscriptions_check CHECK ((ends_at > starts_at)),
  CONSTRAINT entity_subscriptions_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT entity_subscriptions_grace_days_check CHECK (((grace_days >= 0) AND (grace_days <= 90))),
  CONSTRAINT entity_subscriptions_period_check CHECK ((period = ANY (ARRAY['month'::text, 'quarter'::text, 'year'::text]))),
  CONSTRAINT entity_subscriptions_price_minor_check CHECK ((price_minor >= 0)),
  CONSTRAINT entity_subscriptions_renewal CHECK (((NOT renews) OR (ends_at IS NOT NULL))),
  CONSTRAINT entity_subscriptions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'cancelled'::text])))
);

CREATE INDEX entity_subscriptions_ends ON entity_subscriptions USING btree (ends_at) WHERE (status = 'active'::text);
CREATE INDEX entity_subscriptions_entity ON entity_subscriptions USING btree (entity_id, starts_at);
CREATE INDEX entity_subscriptions_given_by ON entity_subscriptions USING btree (given_by);
CREATE INDEX entity_subscriptions_subscription ON entity_subscriptions USING btree (subscription_id);

ALTER TABLE entity_subscriptions ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON entity_subscriptions TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON entity_subscriptions TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM entities e
  WHERE (e.id = entity_subscriptions.entity_id))));

GRANT INSERT (entity_id, subscription_id, status, starts_at, ends_at, period, currency, price_minor, grace_days, renews, anchored_at, given_by), SELECT, UPDATE (status, ends_at, renews, anchored_at, cancelled_at, updated_at) ON entity_subscriptions TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON entity_subscriptions TO roadbook_web;

CREATE TRIGGER entity_subscriptions_extended AFTER UPDATE ON entity_subscriptions FOR EACH ROW WHEN (new.status <> 'cancelled'::text AND (old.status <> new.status OR new.entity_id <> old.entity_id OR new.subscription_id <> old.subscription_id OR new.starts_at < old.starts_at OR COALESCE(new.ends_at, 'infinity'::timestamp with time zone) > COALESCE(old.ends_at, 'infinity'::timestamp with time zone) OR new.grace_days > old.grace_days OR new.renews AND NOT old.renews)) EXECUTE FUNCTION entity_subscriptions_of_seller();
CREATE TRIGGER entity_subscriptions_given AFTER INSERT ON entity_subscriptions FOR EACH ROW EXECUTE FUNCTION entity_subscriptions_of_seller();

-- In functions.sql: scope_ids, scope_is_all, scope_is_given, subscription_is_sold

CREATE OR REPLACE FUNCTION entity_subscriptions_of_seller()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF subscription_is_sold(NEW.subscription_id) THEN
    RAISE EXCEPTION 'The seller of this product is another business: order a period, and the vehicle is covered once it is paid'
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $function$;
