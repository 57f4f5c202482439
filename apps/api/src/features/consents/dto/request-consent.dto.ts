import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { IsBoolean, IsIn, IsOptional } from 'class-validator'
import { CONSENT_CHANNELS, type ConsentChannel } from '../consent-rules.js'
import { says } from '../../../http/validation.js'
import { say } from '../texts.js'

@ApiSchema({ name: 'RequestConsent' })
export class RequestConsentDto {
  @ApiProperty({ enum: CONSENT_CHANNELS, description: '`mail`: ask the customer. `in-person`: they agreed here and now' })
  @IsIn(CONSENT_CHANNELS, says(say('not-a-channel', { allowed: CONSENT_CHANNELS })))
  channel: ConsentChannel

  @ApiProperty({
    type: 'boolean',
    required: false,
    description: 'Must be true for `in-person`. It confirms that the customer has agreed',
  })
  @IsOptional()
  @IsBoolean(says(say('agreed-not-boolean')))
  customer_agreed?: boolean
}
