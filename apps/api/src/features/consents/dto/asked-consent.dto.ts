import { ApiSchema } from '@nestjs/swagger'
import { LOCALES, type Locale } from '../../../texts/locale.js'
import { Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import {
  ASKED_ABOUT,
  type AskedAbout,
  CONSENT_ENDERS,
  CONSENT_STATES,
  type ConsentEnder,
  type ConsentState,
} from '../consent-rules.js'

/** Request to the customer, or disclosure that the customer may end. The page behind the customer's link shows it. */
@ApiSchema({ name: 'AskedConsent' })
export class AskedConsentDto {
  @OneOf(ASKED_ABOUT, {
    description:
      'Subject of the request: consent, a missing case, a link to the case, or a tracker that was proved to have moved. The customer can end each of them',
  })
  about: AskedAbout
  @OneOf(CONSENT_STATES) state: ConsentState
  @Text() entity_name: string
  @Text() business_name: string
  @Text({ nullable: true, description: 'Name of the user who requests it; null if the caller may not see that user' })
  requested_by: string | null
  @OneOf(LOCALES, { description: 'The customer’s language' }) locale: Locale
  @Whole({ description: 'Duration of a consent in minutes' }) consent_minutes: number
  @Moment({
    nullable: true,
    description: 'End of the consent. While the consent is pending, the end of the customer’s link. Null if there is no end',
  })
  expires_at: string | null
  @OneOf(CONSENT_ENDERS, {
    nullable: true,
    description: 'Cause of the end. `transfer`: the vehicle changed hands. Null unless the consent ended before its time',
  })
  revoked_by: ConsentEnder | null
}
