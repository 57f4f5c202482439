import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { IsIn, IsNotEmpty, IsString, MaxLength } from 'class-validator'
import { CONSENT_ANSWERS, type ConsentAnswer } from '../consent-rules.js'

/** What stands behind `#` in the address that the customer was sent, so that no server log ever holds it. */
@ApiSchema({ name: 'ConsentLink' })
export class ConsentLinkDto {
  @ApiProperty({ type: 'string', minLength: 1, maxLength: 200 })
  @MaxLength(200, { message: 'Link is too long' })
  @IsNotEmpty({ message: 'Link is required' })
  @IsString({ message: 'Link is required' })
  link: string
}

@ApiSchema({ name: 'AnswerConsent' })
export class AnswerConsentDto extends ConsentLinkDto {
  @ApiProperty({ enum: CONSENT_ANSWERS })
  @IsIn(CONSENT_ANSWERS, { message: `The answer must be one of: ${CONSENT_ANSWERS.join(', ')}` })
  answer: ConsentAnswer
}
