import { Migration } from './migration.js'

/** Stores with each session the grant that it gave to the portal. If one of the two ends, the other ends, too. */
export class GrantsOfSessions1763700000038 extends Migration {
  readonly steps = [grantsOfSessions]
}

const grantsOfSessions = `
UPDATE identity.payloads SET grant_id = payload #>> '{authorizations,roadbook-portal,grantId}' WHERE model = 'Session'
`
