import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { IsBoolean, IsOptional } from 'class-validator'
import { isTemporaryPassword } from '../../../identity-directory/temporary-password.js'
import { check, OptionalLine } from '../../../http/body-fields.js'
import { WritePersonDto } from '../../../http/person.dto.js'
import { BusinessField, EmailField, RoleField } from './user-fields.js'
import { field } from '../../../texts/platform.js'
import { says } from '../../../http/validation.js'
import { say } from '../texts.js'

/** New user. */
@ApiSchema({ name: 'CreateUser' })
export class CreateUserDto extends WritePersonDto {
  @OptionalLine('second-phone', { maxLength: 40 }) telephone?: string | null
  @EmailField() email: string
  @RoleField({ required: true }) role_name: string
  @BusinessField({ required: true }) parent: number | null

  @ApiProperty({
    type: 'string',
    required: false,
    writeOnly: true,
    description:
      'Temporary password in the form of the generated ones. If absent, one is generated. Ignored if no accounts are created here',
  })
  @IsOptional()
  @check((value) => (typeof value === 'string' && isTemporaryPassword(value) ? undefined : say('password-rules')))
  password?: string

  @ApiProperty({
    type: 'boolean',
    required: false,
    default: true,
    description:
      'True to mail an invitation that explains how to sign in, in the user’s language; ignored if the product sends no mail',
  })
  @IsOptional()
  @IsBoolean(says(field('not-boolean')))
  invite?: boolean
}
