import { ApiSchema } from '@nestjs/swagger'
import { Moment, OneOf, Text } from '../../../http/properties.js'
import {
  CONSENT_CHANNELS,
  CONSENT_ENDERS,
  CONSENT_STATES,
  type ConsentChannel,
  type ConsentEnder,
  type ConsentState,
} from '../consent-rules.js'

/** Customer's permission to see the location of their vehicle (G-49). */
@ApiSchema({ name: 'Consent' })
export class ConsentDto {
  @Text({ description: 'Key of this consent; it gives no access' }) token: string
  @OneOf(CONSENT_STATES) state: ConsentState
  @OneOf(CONSENT_CHANNELS) channel: ConsentChannel
  @Moment() requested_at: string
  @Text({ nullable: true, description: 'Name of the user who requested it; null if the caller may not see that user' })
  requested_by: string | null
  @Moment({ nullable: true, description: 'Null until the customer consents' }) granted_at: string | null
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
