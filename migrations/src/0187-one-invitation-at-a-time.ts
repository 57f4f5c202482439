import { Migration } from './migration.js'

/** Of several invitations of one address at once the first one makes the account, and the others wait for what becomes of it. */
export class OneInvitationAtATime1763700000187 extends Migration {
  readonly steps = [address]
}

const address = `
ALTER TABLE identity_changes
  -- Whose account is being made; null of accounts that are there.
  ADD COLUMN email text CHECK (email IS NULL OR account_key IS NOT NULL);
CREATE UNIQUE INDEX identity_changes_email ON identity_changes (lower(email)) WHERE email IS NOT NULL;
`
