import type { Locale } from '../texts/locale.js'

/** The ways in which staff see where a customer's vehicle is without the customer's consent. */
export const DISCLOSURE_KINDS = ['missing-case', 'case-link', 'shown-move'] as const
export type DisclosureKind = (typeof DISCLOSURE_KINDS)[number]

/** One disclosure. Its id is that of the case, the link, or the installation whose tracker was shown to have moved. */
export interface Disclosure {
  kind: DisclosureKind
  id: number
}

/** The customer whom a disclosure concerns. */
export interface ConcernedCustomer {
  consumer_id: number
  /** Null for a customer who was forgotten, with all that follows. */
  first_name: string | null
  email: string | null
  locale: Locale | null
  /** Their vehicle. */
  entity_name: string | null
  /** Whose people see it. */
  business_name: string | null
  /** When it ends by itself. */
  expires_at: Date | null
}

/** A disclosure as the customer's link finds it. */
export interface DisclosedRow {
  id: number
  kind: DisclosureKind
  /** The id of the case, the link or the installation. */
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
  /** `revoked`: the customer ended it. `expired`: it ended without them. A reopened case is `granted`, whoever ended it before. */
  state: 'granted' | 'revoked' | 'expired'
}
