import { Migration } from './migration.js'

/**
 * Makes "Move everything to" succeed for everything that belongs to a business (G-20). If each of the two businesses has a
 * setting, each keeps its own setting. Invoices stay with the business that received them, and series of invoices stay with
 * the issuer (decision 91).
 */
export class BusinessesTakenApart1763700000172 extends Migration {
  readonly steps = [papers, contents]
}

const papers = `
-- Whoever asks, an owner of the database included. What an invoice says is never changed: that its order is gone may be noted, and which
-- business keeps it, where the one that it was sent to is taken apart.
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
`

const contents = `
CREATE OR REPLACE FUNCTION move_business_contents(from_business int, to_business int) RETURNS TABLE (table_name text, moved bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  link record;
  one record;
BEGIN
  IF NOT in_scope(from_business) OR NOT in_scope(to_business) THEN
    RAISE EXCEPTION 'not in scope' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (SELECT 1 FROM public.businesses b WHERE b.id = to_business AND from_business = ANY (b.path)) THEN
    RAISE EXCEPTION 'a business cannot take over what it stands below' USING ERRCODE = 'check_violation';
  END IF;
  -- A month that both closed becomes one.
  UPDATE logbook_entries x SET month_id = theirs.id
  FROM logbook_months ours JOIN logbook_months theirs ON theirs.entity_id = ours.entity_id AND theirs.month = ours.month
  WHERE x.month_id = ours.id AND ours.business_id = from_business AND theirs.business_id = to_business;
  DELETE FROM logbook_months ours USING logbook_months theirs
  WHERE theirs.entity_id = ours.entity_id AND theirs.month = ours.month
    AND ours.business_id = from_business AND theirs.business_id = to_business;
  FOR link IN
    SELECT c.conrelid::regclass AS child, c.conrelid::regclass::text AS name, a.attname AS col, c.confdeltype = 'c' AS ends
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f' AND c.confrelid = 'public.businesses'::regclass AND c.conparentid = 0
      -- Whose numbers they are, and what invoices say of it: nobody else becomes this one.
      AND (c.conrelid::regclass::text, a.attname) NOT IN (('invoices', 'seller_id'), ('invoice_parties', 'business_id'))
    ORDER BY 2
  LOOP
    BEGIN
      EXECUTE format('UPDATE %s SET %I = $2 WHERE %I = $1', link.child, link.col, link.col) USING from_business, to_business;
      GET DIAGNOSTICS moved = ROW_COUNT;
    EXCEPTION WHEN unique_violation THEN
      -- What the other one has already, and what ends with this one, stays.
      IF NOT link.ends THEN RAISE; END IF;
      moved := 0;
      FOR one IN EXECUTE format('SELECT ctid AS place FROM %s WHERE %I = $1', link.child, link.col) USING from_business LOOP
        BEGIN
          EXECUTE format('UPDATE %s SET %I = $2 WHERE ctid = $1', link.child, link.col) USING one.place, to_business;
          moved := moved + 1;
        EXCEPTION WHEN unique_violation THEN
          NULL;
        END;
      END LOOP;
    END;
    table_name := link.name;
    IF moved > 0 THEN
      RETURN NEXT;
    END IF;
  END LOOP;
END $$;
`
