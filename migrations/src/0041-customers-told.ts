import { Migration } from './migration.js'

/**
 * G-107: adds the customer who is notified when a tracker was removed from their vehicle or installed on another one. A
 * consent that was given in person can now also be ended by a link.
 */
export class CustomersTold1763700000041 extends Migration {
  readonly steps = [customer, links]
}

const customer = `
-- The customer's vehicle that the tracker of an installation was on last, when that was not on paper alone.
CREATE FUNCTION installation_followed(installation int) RETURNS installations
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT before.* FROM installations i JOIN installations before ON before.device_id = i.device_id
    AND (before.installed_at, before.id) < (i.installed_at, i.id)
    AND (before.followed_consumer_id IS NULL OR before.moved_at IS NOT NULL)
  WHERE i.id = installation AND i.followed_consumer_id IS NOT NULL
  ORDER BY before.installed_at DESC, before.id DESC LIMIT 1
$$;
REVOKE ALL ON FUNCTION installation_followed(int) FROM PUBLIC;

-- Whom an installation in scope concerns: the customer whose vehicle its tracker came off, who may be another business's. No row
-- where it came off none, or they were forgotten.
CREATE FUNCTION installation_customer(installation int)
RETURNS TABLE (first_name text, email text, locale text, entity_name text, business_name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 1 AS $$
  SELECT k.first_name, k.email, k.locale, was.name, b.name
  FROM installations i
  JOIN consumers k ON k.id = i.followed_consumer_id
  JOIN businesses b ON b.id = i.business_id
  CROSS JOIN LATERAL installation_followed(i.id) followed
  JOIN entities was ON was.id = followed.entity_id
  WHERE i.id = installation AND in_scope(i.business_id)
$$;
REVOKE ALL ON FUNCTION installation_customer(int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION installation_customer(int) TO roadbook_api;
`

const links = `
ALTER TABLE consents DROP CONSTRAINT consents_link,
  ADD CONSTRAINT consents_link CHECK ((link_hash IS NULL) = (link_expires_at IS NULL));
`
