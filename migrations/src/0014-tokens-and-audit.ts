import { Migration } from './migration.js'

/**
 * Adds permissions and usage (by whom, from where) of API tokens, and idempotency keys for writes. For the audit log it adds
 * the owner of each object and a text to search.
 */
export class TokensAndAudit1763700000014 extends Migration {
  readonly steps = [tokens, onceOnly, audit]
}

const tokens = `
ALTER TABLE api_tokens
  ADD COLUMN scope text NOT NULL DEFAULT 'write' CHECK (scope IN ('read', 'write', 'install')),
  -- the first characters of the secret, to recognise it by
  ADD COLUMN prefix text CHECK (length(prefix) BETWEEN 4 AND 16),
  ADD COLUMN last_used_from text,
  ADD COLUMN revoked_by int REFERENCES users ON DELETE SET NULL;
CREATE INDEX api_tokens_user ON api_tokens (user_id);
-- A token ends by a mark, never by going away.
REVOKE SELECT, DELETE, UPDATE ON api_tokens FROM roadbook_api;
GRANT UPDATE (revoked_at, revoked_by) ON api_tokens TO roadbook_api;
-- Requests need no hash: whoever calls is found out before they have a tenant.
GRANT SELECT (id, user_id, name, scope, prefix, created_at, expires_at, revoked_at, revoked_by, last_used_at, last_used_from)
  ON api_tokens TO roadbook_api;

-- From where a token was used. Only the process that checks tokens reads and writes it.
CREATE TABLE api_token_addresses (
  token_id int NOT NULL REFERENCES api_tokens ON DELETE CASCADE,
  address text NOT NULL,
  first_used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (token_id, address)
);

-- S8: a user's tokens end with the user, and a restored user does not find them alive.
CREATE FUNCTION users_end_tokens() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE api_tokens SET revoked_at = now() WHERE user_id = NEW.id AND revoked_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER users_end_tokens AFTER UPDATE OF deleted_at ON users
  FOR EACH ROW WHEN (NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL) EXECUTE FUNCTION users_end_tokens();
`

const onceOnly = `
-- Writes that were sent with an Idempotency-Key, with what they answered; written in the transaction of the write.
CREATE TABLE idempotency_keys (
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  -- SHA-256 of call and body
  fingerprint bytea NOT NULL CHECK (length(fingerprint) = 32),
  answer jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (user_id, created_at);
GRANT SELECT, INSERT, UPDATE (answer), DELETE ON idempotency_keys TO roadbook_api;
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON idempotency_keys TO roadbook_api USING (user_id IN (SELECT id FROM users));
`

const audit = `
ALTER TABLE audit_log
  -- of the API token that was used, if it was one
  ADD COLUMN token_id int REFERENCES api_tokens ON DELETE SET NULL,
  -- who it was, as they were called then
  ADD COLUMN actor text,
  ADD COLUMN search_text text GENERATED ALWAYS AS (
    lower(action || ' ' || object_type || ' ' || coalesce(object_id, '') || ' ' || coalesce(actor, '') || ' ' ||
      coalesce(before::text, '') || ' ' || coalesce(after::text, ''))
  ) STORED;
CREATE INDEX audit_log_business ON audit_log (business_id, at DESC, id DESC);
CREATE INDEX audit_log_at ON audit_log (at DESC, id DESC);
CREATE INDEX audit_log_user ON audit_log (user_id, action, object_type, object_id, at DESC);
`
