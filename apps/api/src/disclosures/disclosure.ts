import type { Locale } from '../texts/locale.js'

/** Ways in which staff see the location of a customer's vehicle without the customer's consent. */
export const DISCLOSURE_KINDS = ['missing-case', 'case-link', 'shown-move'] as const
export type DisclosureKind = (typeof DISCLOSURE_KINDS)[number]

/**
 * One disclosure. Its id is the id of the missing case, of the link, or of the installation with the tracker that was shown to
 * have moved.
 */
export interface Disclosure {
  kind: DisclosureKind
  id: number
}

/** The customer whom a disclosure concerns. */
export interface ConcernedCustomer {
  consumer_id: number
  /** Null for a customer whose data were erased. The other values are then null too. */
  first_name: string | null
  email: string | null
  locale: Locale | null
  /** Name of the customer's vehicle. */
  entity_name: string | null
  /** Business whose staff see the vehicle. */
  business_name: string | null
  /** Time when the disclosure ends by itself. */
  expires_at: Date | null
}

/** A disclosure, found by the customer's link. */
export interface DisclosedRow {
  id: number
  kind: DisclosureKind
  /** Id of the case, the link or the installation. */
  subject_id: number
  /** The vehicle that staff see. */
  entity_id: number
  business_id: number
  business_name: string
  /** The name of the customer's vehicle. */
  entity_name: string
  customer_name: string | null
  locale: Locale | null
  made_by: string | null
  expires_at: Date | null
  /**
   * State of the disclosure. `revoked`: the customer ended it. `expired`: it ended in another way. `granted`: it is in force.
   * A reopened case is `granted` again, even if the customer had ended it.
   */
  state: 'granted' | 'revoked' | 'expired'
}
