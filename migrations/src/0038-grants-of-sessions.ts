import { Migration } from './migration.js'

/** A session ends with the grant that it gave the portal; from now on it says which one that is. */
export class GrantsOfSessions1763700000038 extends Migration {
  readonly steps = [grantsOfSessions]
}

const grantsOfSessions = `
UPDATE identity.payloads SET grant_id = payload #>> '{authorizations,roadbook-portal,grantId}' WHERE model = 'Session'
`
