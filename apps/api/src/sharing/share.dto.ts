import { ApiProperty } from '@nestjs/swagger'
import { IsISO8601, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator'
import { WholeField } from '../http/body-fields.js'
import { Fact, Moment, Text, Whole } from '../http/properties.js'
import { says } from '../http/validation.js'
import { field, required } from '../texts/platform.js'
import { say } from './texts.js'

/** Maximum lifetime of a link in hours: a week. */
export const LONGEST_SHARE_HOURS = 168

/** A link for somebody without an account. Users who may create such a link see it in this form. */
export class ShareDto {
  @Whole() id: number
  @Text({ nullable: true, description: 'Name of the user; null if the caller may not see that user' }) created_by: string | null
  @Moment() created_at: string
  @Moment() expires_at: string
  @Moment({
    nullable: true,
    description: 'When the link was ended, by a user or by a change of its vehicle or case; null unless it was ended',
  })
  revoked_at: string | null
  @Fact({ description: 'True if the link opens now' }) is_live: boolean
  @Whole({ description: 'Number of times the page was opened' }) views: number
  @Moment({ nullable: true, description: 'Null until somebody opens the link' }) last_viewed_at: string | null
}

export class NewShareDto extends ShareDto {
  @Text({
    nullable: true,
    description:
      'Link with its secret, returned only once; null when the same Idempotency-Key is sent again. Without a host if the portal’s address is not configured',
  })
  link: string | null
}

export class MakeShareDto {
  @WholeField({ min: 1, max: LONGEST_SHARE_HOURS, description: 'Hours for which the link is valid, at most 168 (seven days)' })
  hours: number
}

/** The part of a link after `#`. No server log contains it. */
export class BehindLink {
  @ApiProperty({ type: 'string', minLength: 1, maxLength: 200 })
  @MaxLength(200, says(field('too-long', { label: field('label.link') })))
  @IsNotEmpty(says(required('link')))
  @IsString(says(required('link')))
  link: string
}

/** Opens the content of a link, or reads it again. */
export class FollowedLink extends BehindLink {
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    required: false,
    description:
      'Time of the newest point that the page already has. Only newer points are returned. Such a request does not count as another opening of the link, with two exceptions: more than ten minutes have passed since the last request, or the response covers more than ten minutes',
  })
  @IsISO8601({ strict: true }, says(say('not-a-moment')))
  @IsOptional()
  since?: string
}
