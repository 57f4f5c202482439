import { Migration } from './migration.js'

/**
 * Records everything that makes a customer's whereabouts visible, so that the customer is informed. The whereabouts become
 * visible by a case of a missing vehicle, a link to such a case, or evidence that a tracker has moved. Earlier disclosures
 * are not changed.
 */
export class CustomersKnow1763700000177 extends Migration {
  readonly steps = [disclosures, disputes, rule]
}

const disclosures = `
-- That a customer's whereabouts became visible, and by which link of a mail they end it. Consents are their own record.
CREATE TABLE customer_disclosures (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- by which of these
  case_id int REFERENCES missing_cases ON DELETE CASCADE,
  share_id int REFERENCES missing_case_shares ON DELETE CASCADE,
  installation_id int REFERENCES installations ON DELETE CASCADE,
  -- Whose. No reference: that it was disclosed outlives the customer.
  consumer_id int NOT NULL,
  made_by int REFERENCES users ON DELETE SET NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  -- SHA-256 of the link; null where no mail reaches them
  link_hash bytea UNIQUE CHECK (octet_length(link_hash) = 32),
  -- by the customer
  ended_at timestamptz CHECK (ended_at >= made_at),
  CHECK (num_nonnulls(case_id, share_id, installation_id) = 1)
);
CREATE INDEX customer_disclosures_case ON customer_disclosures (case_id) WHERE case_id IS NOT NULL;
CREATE INDEX customer_disclosures_share ON customer_disclosures (share_id) WHERE share_id IS NOT NULL;
CREATE INDEX customer_disclosures_installation ON customer_disclosures (installation_id) WHERE installation_id IS NOT NULL;

GRANT SELECT (id, case_id, share_id, installation_id, consumer_id, made_by, made_at, link_hash, ended_at),
  INSERT (case_id, share_id, installation_id, consumer_id, made_by, link_hash), UPDATE (ended_at) ON customer_disclosures TO roadbook_api;
ALTER TABLE customer_disclosures ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON customer_disclosures TO roadbook_api USING (
  EXISTS (SELECT 1 FROM missing_cases m WHERE m.id = case_id)
  OR EXISTS (SELECT 1 FROM missing_case_shares s WHERE s.id = share_id)
  OR EXISTS (SELECT 1 FROM installations i WHERE i.id = installation_id)
);
`

const disputes = `
-- When the customer said that the tracker is still on their vehicle: it counts as not moved, and nothing shows otherwise any more.
ALTER TABLE installations ADD COLUMN move_disputed_at timestamptz,
  ADD CONSTRAINT installations_disputed CHECK (move_disputed_at IS NULL OR moved_at IS NULL);
`

const rule = `
-- Requests make nothing of a customer's visible without its record of the same transaction: judged when it ends, of whatever wrote it.
CREATE FUNCTION customers_know() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  is_known boolean;
BEGIN
  IF current_user <> 'roadbook_api' THEN RETURN NULL; END IF;
  IF TG_TABLE_NAME = 'missing_cases' THEN
    is_known := NOT EXISTS (SELECT FROM entities e WHERE e.id = NEW.entity_id AND e.consumer_id IS NOT NULL)
      OR EXISTS (SELECT FROM customer_disclosures d WHERE d.case_id = NEW.id AND d.made_at = now());
  ELSIF TG_TABLE_NAME = 'missing_case_shares' THEN
    is_known := NOT EXISTS (SELECT FROM missing_cases m JOIN entities e ON e.id = m.entity_id
        WHERE m.id = NEW.case_id AND e.consumer_id IS NOT NULL)
      OR EXISTS (SELECT FROM customer_disclosures d WHERE d.share_id = NEW.id AND d.made_at = now());
  ELSIF TG_TABLE_NAME = 'installations' THEN
    is_known := EXISTS (SELECT FROM customer_disclosures d WHERE d.installation_id = NEW.id AND d.made_at = now());
  ELSE
    is_known := NOT EXISTS (SELECT FROM missing_cases m WHERE m.entity_id = NEW.id AND m.state = 'open'
      AND NOT EXISTS (SELECT FROM customer_disclosures d WHERE d.case_id = m.id AND d.made_at = now()));
  END IF;
  IF NOT is_known THEN RAISE EXCEPTION 'a customer does not know what % makes visible', TG_TABLE_NAME; END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER customers_know AFTER INSERT OR UPDATE OF state ON missing_cases DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.state = 'open') EXECUTE FUNCTION customers_know();
CREATE CONSTRAINT TRIGGER customers_know AFTER INSERT ON missing_case_shares DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION customers_know();
CREATE CONSTRAINT TRIGGER customers_know AFTER UPDATE OF moved_at ON installations DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.moved_at IS NOT NULL AND OLD.moved_at IS NULL AND NEW.followed_consumer_id IS NOT NULL)
  EXECUTE FUNCTION customers_know();
CREATE CONSTRAINT TRIGGER customers_know AFTER UPDATE OF consumer_id ON entities DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.consumer_id IS NOT NULL AND NEW.consumer_id IS DISTINCT FROM OLD.consumer_id)
  EXECUTE FUNCTION customers_know();
`
