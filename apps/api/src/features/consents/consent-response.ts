import type { DisclosedRow } from '../../disclosures/index.js'
import { CONSENT_MINUTES } from './consent-rules.js'
import type { AskedConsentRow, ConsentRow, ConsumerEntityRow } from './consent.row.js'
import type { AskedConsentDto } from './dto/asked-consent.dto.js'
import type { ConsentDto } from './dto/consent.dto.js'
import type { ConsumerEntityDto } from './dto/consumer-entity.dto.js'

export const toConsentResponse = (row: ConsentRow): ConsentDto => ({
  token: row.key,
  state: row.state,
  channel: row.channel,
  requested_at: row.requested_at.toISOString(),
  requested_by: row.requested_by,
  granted_at: row.granted_at?.toISOString() ?? null,
  expires_at: row.ends_at?.toISOString() ?? null,
  revoked_by: row.revoked_by,
})

export const toConsumerEntityResponse = (entity: ConsumerEntityRow, consent: ConsentRow | undefined): ConsumerEntityDto => ({
  entity_id: entity.id,
  entity_name: entity.name,
  imei: entity.imei,
  is_consumer: entity.consumer_id !== null,
  customer_name: entity.customer_name,
  has_email: entity.email !== null,
  location_hidden: entity.is_hidden,
  consent_minutes: CONSENT_MINUTES,
  consent: consent ? toConsentResponse(consent) : null,
})

export const toAskedResponse = (row: AskedConsentRow): AskedConsentDto => ({
  about: 'consent',
  state: row.state,
  entity_name: row.entity_name,
  business_name: row.business_name,
  requested_by: row.requested_by,
  locale: row.locale ?? 'en',
  consent_minutes: CONSENT_MINUTES,
  expires_at: row.ends_at?.toISOString() ?? null,
  revoked_by: row.revoked_by,
})

export const toDisclosedResponse = (row: DisclosedRow): AskedConsentDto => ({
  about: row.kind,
  state: row.state,
  entity_name: row.entity_name,
  business_name: row.business_name,
  requested_by: row.made_by,
  locale: row.locale ?? 'en',
  consent_minutes: CONSENT_MINUTES,
  expires_at: row.expires_at?.toISOString() ?? null,
  revoked_by: row.state === 'revoked' ? 'customer' : null,
})
