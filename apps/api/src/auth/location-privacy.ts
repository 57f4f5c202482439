import type { Caller } from './caller.js'
import { type Sql, sql } from '../database/sql.js'

/**
 * Permission to see hidden locations in a missing case (G-38). All code that returns a position, trip or address of a
 * consumer's vehicle uses this module. The business sees these data in two cases only: the consumer's consent is in force, or
 * a missing case is open and the caller has this permission. Super admins are no exception.
 */
export const LOCATION_PERMISSION = 'manage:missing-entities'

/** Values of the view `entity_privacy` for one entity. */
export interface EntityPrivacy {
  hiddenFromBusiness: boolean
  hasOpenCase: boolean
}

export const isLocationHidden = (privacy: EntityPrivacy, permissions: ReadonlySet<string>): boolean =>
  privacy.hiddenFromBusiness && !(privacy.hasOpenCase && permissions.has(LOCATION_PERMISSION))

/**
 * Returns the view of `device_states` with the values that the caller is allowed to see (G-106). The view has two additional
 * columns: `is_hidden`, and `judged_at`, the time from which the silence of a tracker is measured. While the location is
 * hidden, every value that a ride changes is null.
 */
export const visibleStates = ({ permissions }: Pick<Caller, 'permissions'>): Sql =>
  permissions.has(LOCATION_PERMISSION) ? sql`told_states_of_cases` : sql`told_states`

/** Returns the condition that a location is hidden from the caller, over a row of `entity_privacy` with the alias `p`. */
export const locationHidden = ({ permissions }: Pick<Caller, 'permissions'>): Sql =>
  sql`(p.hidden_from_business AND NOT (p.has_open_case AND ${permissions.has(LOCATION_PERMISSION)}::boolean))`
