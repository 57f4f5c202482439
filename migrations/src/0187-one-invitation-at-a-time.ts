import { Migration } from './migration.js'

/**
 * If several invitations are sent to one address at the same time, lets only the first create the account. The others wait
 * for its result.
 */
export class OneInvitationAtATime1763700000187 extends Migration {
  readonly steps = [address]
}

const address = `
ALTER TABLE identity_changes
  -- Whose account is being made; null of accounts that are there.
  ADD COLUMN email text CHECK (email IS NULL OR account_key IS NOT NULL);
CREATE UNIQUE INDEX identity_changes_email ON identity_changes (lower(email)) WHERE email IS NOT NULL;
`
