-- Access that ends with a user or with a move of a vehicle: API tokens, shared links and registrations of phones.

-- Ends the API tokens of a deleted user (S8). They stay ended if the user is restored.
CREATE OR REPLACE FUNCTION users_end_tokens() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE api_tokens SET revoked_at = now() WHERE user_id = NEW.id AND revoked_at IS NULL;
  RETURN NULL;
END $$;

-- Ends the links of a user who is deleted, or whose role or business changes, if the user could not create them now.
CREATE OR REPLACE FUNCTION users_end_links() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE entity_shares SET revoked_at = greatest(now(), created_at)
  WHERE created_by = NEW.id AND revoked_at IS NULL AND NOT user_may_at(NEW.id, token_id, 'update:entity', business_id);
  UPDATE missing_case_shares SET revoked_at = greatest(now(), created_at)
  WHERE created_by = NEW.id AND revoked_at IS NULL AND NOT user_may_at(NEW.id, token_id, 'manage:missing-entities', business_id);
  DELETE FROM maintenance_calendar_links WHERE user_id = NEW.id AND NEW.deleted_at IS NOT NULL;
  RETURN NULL;
END $$;

-- Ends the links of a vehicle that changes hands or is deleted. They stay ended if the vehicle comes back.
CREATE OR REPLACE FUNCTION entities_end_links() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE entity_shares SET revoked_at = greatest(now(), created_at) WHERE entity_id = NEW.id AND revoked_at IS NULL;
  UPDATE missing_case_shares s SET revoked_at = greatest(now(), s.created_at) FROM missing_cases m
  WHERE m.entity_id = NEW.id AND s.case_id = m.id AND s.revoked_at IS NULL;
  RETURN NULL;
END $$;

-- Removes earlier registrations of a phone or browser, because it belongs to one person at a time. The earlier user may be out of
-- sight of the new one, so the audit log of that user’s business gets an entry.
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

-- Stores a message to an app in the embedded mailbox, once, and keeps the newest thousand.
CREATE OR REPLACE FUNCTION keep_push(push_id bigint, kind text, address text, title text, body text) RETURNS void LANGUAGE sql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO mailbox.pushes (id, kind, address, title, body) VALUES (push_id, kind, address, title, body)
    ON CONFLICT (id) DO NOTHING;
  -- The newest make room for themselves.
  DELETE FROM mailbox.pushes p WHERE p.id <= (SELECT o.id FROM mailbox.pushes o ORDER BY o.id DESC OFFSET 1000 LIMIT 1);
$$;
REVOKE ALL ON FUNCTION keep_push(bigint,text,text,text,text) FROM PUBLIC;
