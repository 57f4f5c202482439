import { Migration } from './migration.js'

/** Adds invoices and credit notes for orders, and the details of seller and buyer that are printed on them (decision 58). */
export class Invoices1763700000083 extends Migration {
  readonly steps = [parties, vat, invoices, fixed]
}

const parties = `
CREATE TABLE invoice_parties (
  business_id int PRIMARY KEY REFERENCES businesses ON DELETE CASCADE,
  name text NOT NULL CHECK (length(trim(name)) > 0),
  address text NOT NULL,
  postcode text NOT NULL,
  city text NOT NULL,
  -- ISO 3166-1
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  -- null: not registered for VAT
  vat_number text CHECK (vat_number ~ '^[A-Z0-9+*.-]{4,20}$'),
  -- what invoices to it are written in
  locale text NOT NULL CHECK (locale IN ('en', 'nl', 'de', 'fr')),
  -- before the numbers of its own invoices
  prefix text NOT NULL DEFAULT '' CHECK (prefix ~ '^[A-Z0-9/-]{0,12}$'),
  updated_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE ON invoice_parties TO roadbook_api;
ALTER TABLE invoice_parties ENABLE ROW LEVEL SECURITY;
-- Who buys sees what stands on the invoice of who sells, above it.
CREATE POLICY scope_read ON invoice_parties FOR SELECT TO roadbook_api
  USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_line_ids()));
CREATE POLICY add ON invoice_parties FOR INSERT TO roadbook_api
  WITH CHECK ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
CREATE POLICY change ON invoice_parties FOR UPDATE TO roadbook_api
  USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
`

const vat = `
-- How the VAT of an order came about; null where nothing is known of who sells or buys.
ALTER TABLE orders ADD COLUMN vat_rate_bp int CHECK (vat_rate_bp BETWEEN 0 AND 10000),
  ADD COLUMN vat_treatment text CHECK (vat_treatment IN ('domestic', 'buyer-country', 'reverse-charge', 'outside', 'none'));
GRANT INSERT (vat_rate_bp, vat_treatment), UPDATE (vat_rate_bp, vat_treatment) ON orders TO roadbook_api;
`

const invoices = `
CREATE TABLE invoices (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seller_id int NOT NULL REFERENCES businesses ON DELETE RESTRICT,
  business_id int NOT NULL REFERENCES businesses ON DELETE RESTRICT,
  order_id int REFERENCES orders ON DELETE SET NULL,
  -- One series a seller, credit notes among them. Each follows the one before, which must be there: no gap, no double.
  number int NOT NULL CHECK (number >= 1),
  follows int GENERATED ALWAYS AS (nullif(number - 1, 0)) STORED,
  prefix text NOT NULL,
  -- what the credit note takes back, of the same seller
  credits_id int,
  issued_at timestamptz NOT NULL DEFAULT now(),
  issued_on date NOT NULL,
  locale text NOT NULL CHECK (locale IN ('en', 'nl', 'de', 'fr')),
  -- as they were then
  seller jsonb NOT NULL,
  buyer jsonb NOT NULL,
  title text NOT NULL,
  entity_name text NOT NULL,
  period text NOT NULL CHECK (period IN ('month', 'quarter', 'year')),
  starts_at timestamptz,
  ends_at timestamptz,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  net_minor int NOT NULL CHECK (net_minor >= 0),
  vat_minor int NOT NULL CHECK (vat_minor >= 0),
  total_minor int NOT NULL GENERATED ALWAYS AS (net_minor + vat_minor) STORED,
  vat_rate_bp int NOT NULL CHECK (vat_rate_bp BETWEEN 0 AND 10000),
  vat_treatment text NOT NULL CHECK (vat_treatment IN ('domestic', 'buyer-country', 'reverse-charge', 'outside', 'none')),
  CHECK (vat_rate_bp > 0 OR vat_minor = 0),
  CHECK (net_minor + vat_minor > 0),
  UNIQUE (seller_id, number),
  UNIQUE (seller_id, id),
  FOREIGN KEY (seller_id, follows) REFERENCES invoices (seller_id, number),
  FOREIGN KEY (seller_id, credits_id) REFERENCES invoices (seller_id, id)
);
-- an order has one invoice, and any number of credit notes
CREATE UNIQUE INDEX invoices_order_once ON invoices (order_id) WHERE credits_id IS NULL;
CREATE INDEX invoices_business ON invoices (business_id, issued_at);
CREATE INDEX invoices_order ON invoices (order_id);
CREATE INDEX invoices_seller_follows ON invoices (seller_id, follows);
CREATE INDEX invoices_seller_credits ON invoices (seller_id, credits_id);

GRANT SELECT, INSERT (seller_id, business_id, order_id, number, prefix, credits_id, issued_on, locale, seller, buyer, title, entity_name,
  period, starts_at, ends_at, currency, net_minor, vat_minor, vat_rate_bp, vat_treatment) ON invoices TO roadbook_api;
ALTER TABLE invoices ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON invoices TO roadbook_api USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
`

const fixed = `
-- Whoever asks, an owner of the database included. Only that an order is gone may be noted.
CREATE FUNCTION invoices_stay() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
-- and what the database computes later
DECLARE computed text[] := '{order_id,follows,total_minor}';
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.order_id IS NULL AND to_jsonb(NEW) - computed = to_jsonb(OLD) - computed THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an invoice is never changed: a credit note takes it back' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER invoices_stay BEFORE UPDATE OR DELETE ON invoices FOR EACH ROW EXECUTE FUNCTION invoices_stay();
CREATE TRIGGER invoices_stay_all BEFORE TRUNCATE ON invoices FOR EACH STATEMENT EXECUTE FUNCTION invoices_stay();

-- Credit notes are of an invoice, in its currency, and take back what it says at most.
CREATE FUNCTION invoices_credit() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
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
END $$;
CREATE TRIGGER invoices_credit BEFORE INSERT ON invoices FOR EACH ROW WHEN (NEW.credits_id IS NOT NULL)
  EXECUTE FUNCTION invoices_credit();
`
