import type { Locale } from '../../texts/locale.js'
import type { ConsentChannel, ConsentEnder, ConsentState } from './consent-rules.js'

export interface ConsentRow {
  id: number
  key: string
  state: ConsentState
  channel: ConsentChannel
  requested_at: Date
  requested_by: string | null
  granted_at: Date | null
  /** End of the consent. While the request is unanswered, this is the end of its link. */
  ends_at: Date | null
  revoked_by: ConsentEnder | null
}

/** Vehicle with the requested tracker, and the vehicle's customer. */
export interface ConsumerEntityRow {
  id: number
  name: string
  imei: string
  business_name: string
  is_hidden: boolean
  consumer_id: number | null
  first_name: string | null
  customer_name: string | null
  email: string | null
  locale: Locale | null
}

/** Consent that the customer's link refers to. */
export interface AskedConsentRow extends ConsentRow {
  entity_id: number
  entity_name: string
  business_id: number
  business_name: string
  customer_name: string | null
  locale: Locale | null
}
