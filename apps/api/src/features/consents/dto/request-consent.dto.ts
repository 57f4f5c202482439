import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { IsBoolean, IsIn, IsOptional } from 'class-validator'
import { CONSENT_CHANNELS, type ConsentChannel } from '../consent-rules.js'

const CHANNEL = `The channel must be one of: ${CONSENT_CHANNELS.join(', ')}`

@ApiSchema({ name: 'RequestConsent' })
export class RequestConsentDto {
  @ApiProperty({ enum: CONSENT_CHANNELS, description: '`mail`: ask the customer. `in-person`: they agreed here and now' })
  @IsIn(CONSENT_CHANNELS, { message: CHANNEL })
  channel: ConsentChannel

  @ApiProperty({ type: 'boolean', required: false, description: 'Must be true for `in-person`: the customer has said so' })
  @IsOptional()
  @IsBoolean({ message: 'customer_agreed must be true or false' })
  customer_agreed?: boolean
}
