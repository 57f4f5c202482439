import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { IsIn, IsNotEmpty, IsString, MaxLength } from 'class-validator'
import { CONSENT_ANSWERS, type ConsentAnswer } from '../consent-rules.js'
import { field, required } from '../../../texts/platform.js'
import { says } from '../../../http/validation.js'
import { say } from '../texts.js'

/** Customer's link: the part of the address after `#`. Browsers do not send this part, so servers do not log it. */
@ApiSchema({ name: 'ConsentLink' })
export class ConsentLinkDto {
  @ApiProperty({ type: 'string', minLength: 1, maxLength: 200 })
  @MaxLength(200, says(field('too-long', { label: field('label.link') })))
  @IsNotEmpty(says(required('link')))
  @IsString(says(required('link')))
  link: string
}

@ApiSchema({ name: 'AnswerConsent' })
export class AnswerConsentDto extends ConsentLinkDto {
  @ApiProperty({ enum: CONSENT_ANSWERS })
  @IsIn(CONSENT_ANSWERS, says(say('not-an-answer', { allowed: CONSENT_ANSWERS })))
  answer: ConsentAnswer
}
