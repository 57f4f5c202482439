import { Migration } from './migration.js'

/**
 * Records how a customer gave consent (G-49): by mail or in person, and to which version of the text. Also records who
 * ended the consent. A consent is from one customer to one business, and ends when the vehicle changes hands.
 */
export class Consents1763700000018 extends Migration {
  readonly steps = [columns, ends]
}

const columns = `
ALTER TABLE consents
  -- what a browser keeps to know its consent by; it opens nothing
  ADD COLUMN key uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  ADD COLUMN channel text NOT NULL DEFAULT 'in-person' CHECK (channel IN ('mail', 'in-person')),
  ADD COLUMN text_version smallint NOT NULL DEFAULT 1 CHECK (text_version > 0),
  ADD COLUMN consumer_id int REFERENCES consumers ON DELETE SET NULL,
  -- SHA-256 of what the customer's link holds
  ADD COLUMN link_hash bytea UNIQUE CHECK (length(link_hash) = 32),
  ADD COLUMN link_expires_at timestamptz,
  ADD COLUMN declined_at timestamptz,
  ADD COLUMN revoked_by text CHECK (revoked_by IN ('customer', 'business', 'transfer'));
UPDATE consents SET revoked_by = 'business' WHERE revoked_at IS NOT NULL;
UPDATE consents c SET consumer_id = e.consumer_id FROM entities e WHERE e.id = c.entity_id;
ALTER TABLE consents
  ADD CONSTRAINT consents_link CHECK ((link_hash IS NULL) = (link_expires_at IS NULL) AND (link_hash IS NULL OR channel = 'mail')),
  ADD CONSTRAINT consents_one_answer CHECK (granted_at IS NULL OR declined_at IS NULL),
  ADD CONSTRAINT consents_revoked_by CHECK ((revoked_at IS NULL) = (revoked_by IS NULL));
-- What was agreed stays written down.
REVOKE DELETE ON consents FROM roadbook_api;
`

const ends = `
-- Not as the role of the request: the vehicle may have left its scope.
CREATE FUNCTION consents_end_with_transfer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE consents SET revoked_at = now(), revoked_by = 'transfer'
  WHERE entity_id = NEW.id AND revoked_at IS NULL AND declined_at IS NULL AND coalesce(expires_at, link_expires_at) > now();
  RETURN NULL;
END $$;
CREATE TRIGGER entities_end_consents AFTER UPDATE OF consumer_id, business_id, deleted_at ON entities
  FOR EACH ROW WHEN (OLD.consumer_id IS DISTINCT FROM NEW.consumer_id OR OLD.business_id <> NEW.business_id
    OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
  EXECUTE FUNCTION consents_end_with_transfer();
`
