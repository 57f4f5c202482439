import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Transform } from 'class-transformer'
import { IsEmail, IsIn, IsOptional, IsTimeZone } from 'class-validator'
import { isOneOf, OptionalLine, RequiredLine } from '../../../http/body-fields.js'
import { LOCALES } from '../../../texts/locale.js'
import { field } from '../../../texts/platform.js'
import { says } from '../../../http/validation.js'
import { say } from '../texts.js'

/** Changes to one's own account. What is absent stays as it is. */
@ApiSchema({ name: 'UpdateAccount' })
export class UpdateAccountDto {
  @RequiredLine('first-name', { maxLength: 100 }) first_name: string

  @RequiredLine('last-name', { maxLength: 100 }) last_name: string

  @OptionalLine('address', { maxLength: 200 }) address?: string | null

  @OptionalLine('postcode', { maxLength: 20 }) postcode?: string | null

  @OptionalLine('city', { maxLength: 100 }) city?: string | null

  @OptionalLine('phone', { maxLength: 40 }) phone?: string | null

  @ApiProperty({ type: 'string', required: false, description: 'Read-only: the present address or nothing' })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @IsOptional()
  @IsEmail({}, says(field('not-email')))
  email?: string

  @ApiProperty({ type: 'string', enum: LOCALES, required: false })
  @IsOptional()
  @IsIn(LOCALES, isOneOf(LOCALES))
  locale?: string

  @ApiProperty({ type: 'string', nullable: true, required: false, description: 'IANA name' })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() || null : value))
  @IsOptional()
  @IsTimeZone(says(say('unknown-time-zone')))
  time_zone?: string | null
}
