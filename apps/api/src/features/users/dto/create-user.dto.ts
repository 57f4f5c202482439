import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { IsBoolean, IsIn, IsOptional } from 'class-validator'
import { LOCALES } from '../../../texts/locale.js'
import { isTemporaryPassword } from '../../../identity-directory/temporary-password.js'
import { check, isOneOf, OptionalLine, RequiredLine } from '../../../http/body-fields.js'
import { BusinessField, EmailField, RoleField } from './user-fields.js'
import { field } from '../../../texts/platform.js'
import { says } from '../../../http/validation.js'
import { say } from '../texts.js'

/** */
@ApiSchema({ name: 'CreateUser' })
export class CreateUserDto {
  @RequiredLine('first-name', { maxLength: 100 }) first_name: string
  @RequiredLine('last-name', { maxLength: 100 }) last_name: string
  @OptionalLine('address', { maxLength: 200 }) address?: string | null
  @OptionalLine('postcode', { maxLength: 20 }) postcode?: string | null
  @OptionalLine('city', { maxLength: 100 }) city?: string | null
  @OptionalLine('phone', { maxLength: 40 }) phone?: string | null
  @OptionalLine('second-phone', { maxLength: 40 }) telephone?: string | null
  @EmailField() email: string
  @RoleField({ required: true }) role_name: string
  @BusinessField({ required: true }) parent: number | null

  @ApiProperty({ type: 'string', enum: LOCALES, required: false })
  @IsOptional()
  @IsIn(LOCALES, isOneOf(LOCALES))
  locale?: string

  @ApiProperty({
    type: 'string',
    required: false,
    writeOnly: true,
    description: 'One like those that are generated; made here when absent, ignored where no accounts are made',
  })
  @IsOptional()
  @check((value) => (typeof value === 'string' && isTemporaryPassword(value) ? undefined : say('password-rules')))
  password?: string

  @ApiProperty({
    type: 'boolean',
    required: false,
    default: true,
    description:
      'Whether an invitation with the way to sign in is mailed, in the language of the user; ignored where no mails are sent',
  })
  @IsOptional()
  @IsBoolean(says(field('not-boolean')))
  invite?: boolean
}
