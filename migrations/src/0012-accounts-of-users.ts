import { Migration } from './migration.js'

/**
 * Adds user management. For users: the time before which tokens are invalid, and a flag for accounts that this product
 * created at the identity provider. Also: accounts that must still be synchronised, trackers that belong to a user, an
 * editable role map, and links to set a password.
 */
export class AccountsOfUsers1763700000012 extends Migration {
  readonly steps = [users, roleMap, devices, changes, resetLinks]
}

const users = `
ALTER TABLE users
  -- access tokens that were issued before this open nothing
  ADD COLUMN tokens_valid_from timestamptz,
  -- we made the account at the identity provider, so we may disable and remove it
  ADD COLUMN account_managed boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT users_managed_account CHECK (NOT account_managed OR subject IS NOT NULL);
CREATE INDEX users_created ON users (created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX users_role ON users (role_id);
`

const roleMap = `
GRANT INSERT, DELETE ON role_permissions TO roadbook_api;
ALTER TABLE role_permissions ENABLE ROW LEVEL SECURITY;
CREATE POLICY readable ON role_permissions FOR SELECT TO roadbook_api USING (true);
CREATE POLICY add_by_super_admin ON role_permissions FOR INSERT TO roadbook_api
  WITH CHECK (current_setting('roadbook.scope', true) = 'all');
CREATE POLICY remove_by_super_admin ON role_permissions FOR DELETE TO roadbook_api
  USING (current_setting('roadbook.scope', true) = 'all');
`

const devices = `
-- Trackers that belong to a user, for example the one of a demonstration bike.
CREATE TABLE user_devices (
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  device_id int NOT NULL REFERENCES devices ON DELETE CASCADE,
  attached_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, device_id)
);
CREATE INDEX user_devices_device ON user_devices (device_id);
GRANT SELECT, INSERT, DELETE ON user_devices TO roadbook_api;
ALTER TABLE user_devices ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON user_devices TO roadbook_api
  USING (user_id IN (SELECT id FROM users) AND device_id IN (SELECT id FROM devices));
`

const changes = `
-- Accounts at the identity provider that are to be brought in line with their user. Written in the transaction that changes
-- the user; before an account is made, a row here sees to it that no account stays behind without its user.
CREATE TABLE identity_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id int,
  -- what the provider calls the account, or the name that we gave it when we made it
  subject text,
  account_key uuid,
  not_before timestamptz NOT NULL DEFAULT now(),
  attempts int NOT NULL DEFAULT 0,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(subject, account_key) = 1)
);
CREATE INDEX identity_changes_due ON identity_changes (not_before);
CREATE UNIQUE INDEX identity_changes_key ON identity_changes (account_key);
GRANT SELECT, INSERT, DELETE ON identity_changes TO roadbook_api;
ALTER TABLE identity_changes ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON identity_changes TO roadbook_api
  USING (in_scope(business_id) OR current_setting('roadbook.scope', true) = 'all');
`

const resetLinks = `
CREATE TABLE identity.reset_links (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  account_id uuid NOT NULL REFERENCES identity.accounts ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX reset_links_account ON identity.reset_links (account_id);
`
