-- Written by api/invoices, tools/seed
-- INSERT, UPDATE, DELETE, TRUNCATE: may refuse it (invoices_credit, invoices_stay)

CREATE TABLE invoices (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  seller_id integer NOT NULL,
  business_id integer NOT NULL,
  order_id integer,
  number integer NOT NULL,
  follows integer GENERATED ALWAYS AS (NULLIF((number - 1), 0)) STORED,
  prefix text NOT NULL,
  credits_id integer,
  issued_at timestamp with time zone DEFAULT now() NOT NULL,
  issued_on date NOT NULL,
  locale text NOT NULL,
  seller jsonb NOT NULL,
  buyer jsonb NOT NULL,
  title text NOT NULL,
  entity_name text NOT NULL,
  period text NOT NULL,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  currency text NOT NULL,
  net_minor integer NOT NULL,
  vat_minor integer NOT NULL,
  total_minor integer GENERATED ALWAYS AS ((net_minor + vat_minor)) STORED NOT NULL,
  vat_rate_bp integer NOT NULL,
  vat_treatment text NOT NULL,
  CONSTRAINT invoices_pkey PRIMARY KEY (id),
  CONSTRAINT invoices_seller_id_id_key UNIQUE (seller_id, id),
  CONSTRAINT invoices_seller_id_number_key UNIQUE (seller_id, number),
  CONSTRAINT invoices_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE RESTRICT,
  CONSTRAINT invoices_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE SET NULL,
  CONSTRAINT invoices_seller_id_credits_id_fkey FOREIGN KEY (seller_id, credits_id) REFERENCES invoices(seller_id, id),
  CONSTRAINT invoices_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES businesses(id) ON DELETE RESTRICT,
  CONSTRAINT invoices_seller_id_follows_fkey FOREIGN KEY (seller_id, follows) REFERENCES invoices(seller_id, number),
  CONSTRAINT invoices_check CHECK (((vat_rate_bp > 0) OR (vat_minor = 0))),
  CONSTRAINT invoices_check1 CHECK (((net_minor + vat_minor) > 0)),
  CONSTRAINT invoices_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT invoices_locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'nl'::text, 'de'::text, 'fr'::text]))),
  CONSTRAINT invoices_net_minor_check CHECK ((net_minor >= 0)),
  CONSTRAINT invoices_number_check CHECK ((number >= 1)),
  CONSTRAINT invoices_period_check CHECK ((period = ANY (ARRAY['month'::text, 'quarter'::text, 'year'::text]))),
  CONSTRAINT invoices_vat_minor_check CHECK ((vat_minor >= 0)),
  CONSTRAINT invoices_vat_rate_bp_check CHECK (((vat_rate_bp >= 0) AND (vat_rate_bp <= 10000))),
  CONSTRAINT invoices_vat_treatment_check CHECK ((vat_treatment = ANY (ARRAY['domestic'::text, 'buyer-country'::text, 'reverse-charge'::text, 'outside'::text, 'none'::text])))
);

CREATE INDEX invoices_business ON invoices USING btree (business_id, issued_at);
CREATE INDEX invoices_order ON invoices USING btree (order_id);
CREATE UNIQUE INDEX invoices_order_once ON invoices USING btree (order_id) WHERE (credits_id IS NULL);
CREATE INDEX invoices_seller_credits ON invoices USING btree (seller_id, credits_id);
CREATE INDEX invoices_seller_follows ON invoices USING btree (seller_id, follows);

ALTER TABLE invoices ENABLE ROW LEVEL SECURITY;
CREATE POLICY add ON invoices FOR INSERT TO roadbook_api WITH CHECK ((( SELECT scope_is_all() AS scope_is_all) OR (seller_id IN ( SELECT scope_ids() AS scope_ids))));
CREATE POLICY process_roadbook_web ON invoices TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope_read ON invoices FOR SELECT TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (seller_id IN ( SELECT scope_ids() AS scope_ids)) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT INSERT (seller_id, business_id, order_id, number, prefix, credits_id, issued_on, locale, seller, buyer, title, entity_name, period, starts_at, ends_at, currency, net_minor, vat_minor, vat_rate_bp, vat_treatment), SELECT ON invoices TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON invoices TO roadbook_web;

CREATE TRIGGER invoices_credit BEFORE INSERT ON invoices FOR EACH ROW WHEN (new.credits_id IS NOT NULL) EXECUTE FUNCTION invoices_credit();
CREATE TRIGGER invoices_stay BEFORE DELETE OR UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION invoices_stay();
CREATE TRIGGER invoices_stay_all BEFORE TRUNCATE ON invoices FOR EACH STATEMENT EXECUTE FUNCTION invoices_stay();

CREATE OR REPLACE FUNCTION invoices_credit()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE credited record;
BEGIN
  SELECT i.currency, i.business_id, i.credits_id,
    i.net_minor - coalesce(sum(c.net_minor), 0) AS net, i.vat_minor - coalesce(sum(c.vat_minor), 0) AS vat
    INTO credited FROM public.invoices i LEFT JOIN public.invoices c ON c.seller_id = i.seller_id AND c.credits_id = i.id
    WHERE i.id = NEW.credits_id GROUP BY i.id;
  IF credited.credits_id IS NOT NULL OR credited.currency <> NEW.currency OR credited.business_id <> NEW.business_id
    OR NEW.net_minor > credited.net OR NEW.vat_minor > credited.vat THEN
    RAISE EXCEPTION 'a credit note takes back more than its invoice says' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION invoices_stay()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
-- and what the database computes later
DECLARE computed text[] := '{follows,total_minor}';
BEGIN
  IF TG_OP = 'UPDATE' AND (
    (NEW.order_id IS NULL AND to_jsonb(NEW) - (computed || '{order_id}') = to_jsonb(OLD) - (computed || '{order_id}'))
    OR to_jsonb(NEW) - (computed || '{business_id}') = to_jsonb(OLD) - (computed || '{business_id}')
  ) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an invoice is never changed: a credit note takes it back' USING ERRCODE = 'restrict_violation';
END $function$;
