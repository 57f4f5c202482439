import { Migration } from './migration.js'

/**
 * Makes a series of invoices, with its documents, belong to the seller. This does not change if the buyer is moved in the
 * tree (decisions 58 and 91).
 */
export class SeriesOfSellers1763700000171 extends Migration {
  readonly steps = [seen, numbers]
}

const seen = `
DROP POLICY scope ON invoices;
CREATE POLICY scope_read ON invoices FOR SELECT TO roadbook_api
  USING ((SELECT scope_is_all()) OR seller_id IN (SELECT scope_ids()) OR business_id IN (SELECT scope_ids()));
-- Who buys issues nothing.
CREATE POLICY add ON invoices FOR INSERT TO roadbook_api
  WITH CHECK ((SELECT scope_is_all()) OR seller_id IN (SELECT scope_ids()));
`

const numbers = `
-- By the whole series, whatever the caller sees of it. Who issues waits until the seller's others have ended their transactions; each
-- statement in here then sees what they did.
CREATE FUNCTION next_invoice_number(of_seller int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT in_scope(of_seller) THEN
    RAISE EXCEPTION 'not in scope' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('invoices'), of_seller);
  RETURN (SELECT 1 + coalesce(max(i.number), 0) FROM invoices i WHERE i.seller_id = of_seller);
END $$;
REVOKE ALL ON FUNCTION next_invoice_number(int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION next_invoice_number(int) TO roadbook_api;
`
