import { Tenancy1763700000001 } from './0001-tenancy.js'
import { EventLog1763700000002 } from './0002-event-log.js'
import { Identity1763700000004 } from './0004-identity.js'
import { Roles1763700000005 } from './0005-roles.js'

/** Every migration, oldest first. They only ever add up: a landed one is never edited. */
export const migrations = [Tenancy1763700000001, EventLog1763700000002, Identity1763700000004, Roles1763700000005]
