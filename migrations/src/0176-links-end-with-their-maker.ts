import { Migration } from './migration.js'

/**
 * Keeps links to vehicles, cases and calendars valid only while their author may create them. If the author, the author's
 * right, the author's API token or the vehicle is removed, a link ends permanently.
 */
export class LinksEndWithTheirMaker1763700000176 extends Migration {
  readonly steps = [tokens, maker, ends, endsOfVehicles, endsOfMakers, takeOver]
}

const tokens = ['entity_shares', 'missing_case_shares', 'maintenance_calendar_links']
  .map(
    (table) => `
ALTER TABLE ${table} ADD COLUMN token_id int REFERENCES api_tokens ON DELETE CASCADE;
COMMENT ON COLUMN ${table}.token_id IS 'the API token that made it, if one did: it ends with it';
CREATE INDEX ${table}_token ON ${table} (token_id) WHERE token_id IS NOT NULL;
${table === 'maintenance_calendar_links' ? '' : `CREATE INDEX ${table}_maker ON ${table} (created_by) WHERE revoked_at IS NULL;`}`,
  )
  .join('').concat(`
GRANT SELECT (token_id), INSERT (token_id) ON entity_shares, missing_case_shares TO roadbook_api;`)

const maker = `
-- Whether a user may do at this moment, at this business, what takes this permission; through this API token, if it was one.
CREATE FUNCTION user_may_at(maker int, token int, wanted text, business int) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM users u JOIN roles r ON r.id = u.role_id
    WHERE u.id = maker AND u.deleted_at IS NULL
      AND (EXISTS (SELECT FROM role_permissions p WHERE p.role_id = u.role_id AND p.permission = wanted)
        OR EXISTS (SELECT FROM user_permissions p WHERE p.user_id = u.id AND p.permission = wanted))
      AND (r.key = 'super-admin' OR EXISTS (SELECT FROM businesses b WHERE b.id = business AND u.business_id = ANY (b.path)))
  ) AND (token IS NULL OR EXISTS (
    SELECT FROM api_tokens k
    WHERE k.id = token AND k.user_id = maker AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
  ))
$$;
REVOKE ALL ON FUNCTION user_may_at(int, int, text, int) FROM PUBLIC;

-- The same for requests, of a business in their scope: the maker may belong to a business above it.
CREATE FUNCTION maker_still_may(maker int, token int, wanted text, business int) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT (scope_is_all() OR business IN (SELECT scope_ids())) AND user_may_at(maker, token, wanted, business)
$$;
REVOKE ALL ON FUNCTION maker_still_may(int, int, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION maker_still_may(int, int, text, int) TO roadbook_api;
`

/** Statements that revoke earlier links whose author could no longer create them. */
const ends = `
UPDATE entity_shares s SET revoked_at = greatest(now(), s.created_at) FROM entities e
WHERE e.id = s.entity_id AND s.revoked_at IS NULL AND s.expires_at > now()
  AND (e.business_id IS DISTINCT FROM s.business_id OR e.consumer_id IS NOT NULL OR e.deleted_at IS NOT NULL);
UPDATE missing_case_shares s SET revoked_at = greatest(now(), s.created_at) FROM missing_cases m JOIN entities e ON e.id = m.entity_id
WHERE m.id = s.case_id AND s.revoked_at IS NULL AND s.expires_at > now()
  AND (e.business_id IS DISTINCT FROM s.business_id OR e.deleted_at IS NOT NULL)
`

const endsOfVehicles = `
-- A vehicle that becomes somebody else's, or is deleted, takes its links with it: they open nothing when it comes back.
CREATE FUNCTION entities_end_links() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE entity_shares SET revoked_at = greatest(now(), created_at) WHERE entity_id = NEW.id AND revoked_at IS NULL;
  UPDATE missing_case_shares s SET revoked_at = greatest(now(), s.created_at) FROM missing_cases m
  WHERE m.entity_id = NEW.id AND s.case_id = m.id AND s.revoked_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER entities_end_links AFTER UPDATE OF business_id, consumer_id, deleted_at ON entities FOR EACH ROW
WHEN (OLD.business_id IS DISTINCT FROM NEW.business_id OR OLD.consumer_id IS DISTINCT FROM NEW.consumer_id
  OR (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL))
EXECUTE FUNCTION entities_end_links();
`

const endsOfMakers = `
-- Somebody who goes, or is given another role or business, leaves no links behind that they could not make now.
CREATE FUNCTION users_end_links() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE entity_shares SET revoked_at = greatest(now(), created_at)
  WHERE created_by = NEW.id AND revoked_at IS NULL AND NOT user_may_at(NEW.id, token_id, 'update:entity', business_id);
  UPDATE missing_case_shares SET revoked_at = greatest(now(), created_at)
  WHERE created_by = NEW.id AND revoked_at IS NULL AND NOT user_may_at(NEW.id, token_id, 'manage:missing-entities', business_id);
  DELETE FROM maintenance_calendar_links WHERE user_id = NEW.id AND NEW.deleted_at IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER users_end_links AFTER UPDATE OF deleted_at, role_id, business_id ON users FOR EACH ROW
WHEN (OLD.role_id IS DISTINCT FROM NEW.role_id OR OLD.business_id IS DISTINCT FROM NEW.business_id
  OR (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL))
EXECUTE FUNCTION users_end_links();
`

const takeOver = `
-- A phone or a browser is one person's at a time. Whose it was may be out of sight of who takes it over, so their business reads of it.
CREATE OR REPLACE FUNCTION push_registrations_move() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(53, hashtext(encode(NEW.address_hash, 'hex')));
  WITH gone AS (DELETE FROM push_registrations WHERE address_hash = NEW.address_hash RETURNING id, consumer_id, user_id, kind)
  INSERT INTO audit_log (business_id, action, object_type, object_id, before, after)
  SELECT coalesce(k.business_id, u.business_id), 'push-registration.taken-over', 'push-registration', g.id::text,
    jsonb_build_object('kind', g.kind), '{}'
  FROM gone g LEFT JOIN consumers k ON k.id = g.consumer_id LEFT JOIN users u ON u.id = g.user_id;
  RETURN NEW;
END $$;
`
