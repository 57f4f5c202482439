import { Tenancy1763700000001 } from './0001-tenancy.js'
import { Roles1763700000005 } from './0005-roles.js'

/** Every migration, oldest first. They only ever add up: a landed one is never edited. */
export const migrations = [Tenancy1763700000001, Roles1763700000005]
