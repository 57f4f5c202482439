import { Migration } from './migration.js'

/**
 * Creates the embedded identity provider's own schema: accounts, the OpenID provider's stored state, keys, sign-in attempts
 * and set-up links. The role that serves requests cannot read anything in this schema. The API needs only tokens.
 */
export class Identity1763700000004 extends Migration {
  readonly steps = [tables]
}

const tables = `
CREATE SCHEMA identity;
REVOKE ALL ON SCHEMA identity FROM PUBLIC;

CREATE TABLE identity.accounts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL UNIQUE CHECK (email = lower(email) AND email LIKE '%_@_%'),
  name text NOT NULL,
  -- argon2id in PHC form, with its salt and cost
  password_hash text NOT NULL,
  must_change_password boolean NOT NULL DEFAULT false,
  -- a password that somebody else chose stops working here
  temporary_until timestamptz,
  password_changed_at timestamptz NOT NULL DEFAULT now(),
  disabled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (must_change_password OR temporary_until IS NULL)
);

-- Sessions, codes, grants and refresh tokens. Only a hash of what a browser holds is kept, so a copy of this table signs nobody in.
CREATE TABLE identity.payloads (
  model text NOT NULL,
  id_hash bytea NOT NULL CHECK (length(id_hash) = 32),
  payload jsonb NOT NULL,
  account_id text,
  grant_id text,
  uid text,
  consumed_at timestamptz,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (model, id_hash)
);
CREATE INDEX payloads_account ON identity.payloads (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX payloads_grant ON identity.payloads (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX payloads_uid ON identity.payloads (model, uid) WHERE uid IS NOT NULL;
CREATE INDEX payloads_expiry ON identity.payloads (expires_at);

-- Made at the first start and kept, so that a restart leaves tokens and sessions valid.
CREATE TABLE identity.keys (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('signing', 'cookie')),
  value jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Failed sign-ins of the last minutes. The account is a hash: people type passwords into the wrong field.
CREATE TABLE identity.sign_in_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_hash bytea NOT NULL,
  address text NOT NULL,
  attempted_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sign_in_attempts_address ON identity.sign_in_attempts (address, attempted_at);
CREATE INDEX sign_in_attempts_age ON identity.sign_in_attempts (attempted_at);

CREATE TABLE identity.setup_links (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
`
