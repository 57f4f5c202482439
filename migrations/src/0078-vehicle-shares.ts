import { Migration } from './migration.js'

/** Adds links that show a vehicle's position to people without an account. */
export class VehicleShares1763700000078 extends Migration {
  readonly steps = [shares]
}

const shares = `
-- Its secret is shown once; only the hash is kept.
CREATE TABLE entity_shares (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id int NOT NULL REFERENCES entities ON DELETE CASCADE,
  -- whose vehicle it was: the link ends when it becomes somebody else's
  business_id int NOT NULL REFERENCES businesses ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  created_by int REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  revoked_by int REFERENCES users ON DELETE SET NULL,
  views int NOT NULL DEFAULT 0 CHECK (views >= 0),
  first_viewed_at timestamptz,
  last_viewed_at timestamptz,
  CHECK (expires_at > created_at AND expires_at <= created_at + interval '7 days'),
  CHECK (revoked_at >= created_at),
  CHECK ((views = 0) = (first_viewed_at IS NULL)),
  CHECK (first_viewed_at IS NOT NULL OR last_viewed_at IS NULL)
);
CREATE INDEX entity_shares_entity ON entity_shares (entity_id);
CREATE INDEX entity_shares_business ON entity_shares (business_id);

GRANT SELECT (id, entity_id, business_id, created_by, created_at, expires_at, revoked_at, revoked_by, views, first_viewed_at, last_viewed_at)
  ON entity_shares TO roadbook_api;
GRANT INSERT (entity_id, business_id, token_hash, created_by, expires_at) ON entity_shares TO roadbook_api;
GRANT UPDATE (revoked_at, revoked_by, views, first_viewed_at, last_viewed_at) ON entity_shares TO roadbook_api;
ALTER TABLE entity_shares ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON entity_shares TO roadbook_api
  USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
`
