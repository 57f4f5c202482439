import { ApiProperty } from '@nestjs/swagger'
import { IsISO8601, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator'
import { WholeField } from '../http/body-fields.js'
import { Fact, Moment, Text, Whole } from '../http/properties.js'
import { says } from '../http/validation.js'
import { field, required } from '../texts/platform.js'
import { say } from './texts.js'

/** Maximum lifetime of a link: a week. */
export const LONGEST_SHARE_HOURS = 168

/** A link for somebody without an account, as shown to users who may create one. */
export class ShareDto {
  @Whole() id: number
  @Text({ nullable: true, description: 'Null for users out of sight' }) created_by: string | null
  @Moment() created_at: string
  @Moment() expires_at: string
  @Moment({ nullable: true, description: 'By somebody, or because what it was for ended' }) revoked_at: string | null
  @Fact({ description: 'It opens the vehicle now' }) is_live: boolean
  @Whole({ description: 'Number of times the page was opened' }) views: number
  @Moment({ nullable: true }) last_viewed_at: string | null
}

export class NewShareDto extends ShareDto {
  @Text({
    nullable: true,
    description:
      'Shown this once, and null where the same key is sent again; without a host where the portal’s address is not set',
  })
  link: string | null
}

export class MakeShareDto {
  @WholeField({ min: 1, max: LONGEST_SHARE_HOURS, description: '1, 8, 24, or any other; seven days at most' }) hours: number
}

/** The part after `#` of a link, which no server log contains. */
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
      'The newest point that the page has: only what is newer is answered. A page that asks again is no further opening, unless more than ten minutes lie between, or are answered',
  })
  @IsISO8601({ strict: true }, says(say('not-a-moment')))
  @IsOptional()
  since?: string
}
