import { Migration } from './migration.js'

/**
 * Adds one-time codes with which a user is signed in at the dealership shop. Only hashes of codes are stored. The role that
 * serves requests may only add a code for a user in its scope. It cannot read codes, not even those that it added.
 */
export class ShopCodes1763700000007 extends Migration {
  readonly steps = [tables]
}

const tables = `
CREATE TABLE shop_codes (
  -- SHA-256 of the code
  code_hash bytea PRIMARY KEY CHECK (length(code_hash) = 32),
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  CHECK (expires_at > created_at)
);
CREATE INDEX shop_codes_expiry ON shop_codes (expires_at);
CREATE INDEX shop_codes_user ON shop_codes (user_id);

ALTER TABLE shop_codes ENABLE ROW LEVEL SECURITY;
GRANT INSERT (code_hash, user_id, expires_at) ON shop_codes TO roadbook_api;
CREATE POLICY mint ON shop_codes FOR INSERT TO roadbook_api WITH CHECK (user_id IN (SELECT id FROM users));
`
