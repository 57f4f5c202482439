-- Invoices: they never change, and their numbers have no gap.

-- Refuses changes of an invoice, even by an owner of the database. Only two things may change: an invoice may lose the
-- reference to its order, and it may pass to another business if its recipient is dissolved.
CREATE OR REPLACE FUNCTION invoices_stay() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
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
END $$;

-- Checks a credit note. It must belong to an invoice, have the currency of the invoice, and credit at most the amount of the
-- invoice.
CREATE OR REPLACE FUNCTION invoices_credit() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
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

-- Returns the next number of the whole series, including invoices that the caller cannot see. The caller waits until other
-- transactions that issue invoices of the seller have ended. Each statement in here then sees their rows.
CREATE OR REPLACE FUNCTION next_invoice_number(of_seller int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT in_scope(of_seller) THEN
    RAISE EXCEPTION 'not in scope' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('invoices'), of_seller);
  RETURN (SELECT 1 + coalesce(max(i.number), 0) FROM invoices i WHERE i.seller_id = of_seller);
END $$;
REVOKE ALL ON FUNCTION next_invoice_number(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION next_invoice_number(integer) TO roadbook_api;
