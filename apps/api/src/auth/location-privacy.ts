import type { Caller } from './caller.js'
import { type Sql, sql } from '../database/sql.js'

/**
 * Who may see where a consumer's vehicle is (G-38). Everything that tells a position, a trip or an address decides here:
 * hidden from the business unless the consumer's consent is in force, or a missing case is open and the caller manages
 * missing entities. A super admin is no exception.
 */
export const LOCATION_PERMISSION = 'manage:missing-entities'

/** What the view `entity_privacy` says of one entity. */
export interface EntityPrivacy {
  hiddenFromBusiness: boolean
  hasOpenCase: boolean
}

export const isLocationHidden = (privacy: EntityPrivacy, permissions: ReadonlySet<string>): boolean =>
  privacy.hiddenFromBusiness && !(privacy.hasOpenCase && permissions.has(LOCATION_PERMISSION))

/**
 * The view of `device_states` that tells the caller what they may know of each (G-106): `is_hidden`, `judged_at` for judgements of
 * silence, and everything that a ride changes, null while it is hidden.
 */
export const toldStates = ({ permissions }: Pick<Caller, 'permissions'>): Sql =>
  permissions.has(LOCATION_PERMISSION) ? sql`told_states_of_cases` : sql`told_states`

/** The same as SQL over a row of `entity_privacy` with the alias `p`. */
export const locationHidden = ({ permissions }: Pick<Caller, 'permissions'>): Sql =>
  sql`(p.hidden_from_business AND NOT (p.has_open_case AND ${permissions.has(LOCATION_PERMISSION)}::boolean))`
