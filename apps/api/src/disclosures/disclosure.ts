import type { Locale } from '../texts/locale.js'

/** What makes a customer's whereabouts visible, beside their consent. */
export const DISCLOSURE_KINDS = ['missing-case', 'case-link', 'shown-move'] as const
export type DisclosureKind = (typeof DISCLOSURE_KINDS)[number]

/** One of them, by the id of the case, of the link, or of the installation whose tracker was shown to have moved. */
export interface Disclosure {
  kind: DisclosureKind
  id: number
}

/** Whom it concerns. */
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

/** What stands behind a customer's link. */
export interface DisclosedRow {
  id: number
  kind: DisclosureKind
  /** Of the case, the link or the installation. */
  subject_id: number
  /** Of the vehicle that is seen. */
  entity_id: number
  business_id: number
  business_name: string
  /** Of the customer's vehicle. */
  entity_name: string
  customer_name: string | null
  locale: Locale | null
  made_by: string | null
  expires_at: Date | null
  /** `revoked` by the customer; `expired` when it ended without them. A case that was taken up again is `granted`, whoever ended it. */
  state: 'granted' | 'revoked' | 'expired'
}
