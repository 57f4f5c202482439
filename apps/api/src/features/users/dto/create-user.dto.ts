import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { IsBoolean, IsIn, IsOptional, ValidateBy } from 'class-validator'
import { LOCALES } from '../../../texts/locale.js'
import { isTemporaryPassword } from '../../../identity-directory/temporary-password.js'
import { BusinessField, EmailField, OptionalText, RequiredText, RoleField } from './user-fields.js'

/** */
@ApiSchema({ name: 'CreateUser' })
export class CreateUserDto {
  @RequiredText('First name')
  first_name: string
  @RequiredText('Last name')
  last_name: string
  @OptionalText('Address', 200)
  address?: string | null
  @OptionalText('Postcode', 20)
  postcode?: string | null
  @OptionalText('City', 100)
  city?: string | null
  @OptionalText('Phone', 40)
  phone?: string | null
  @OptionalText('Telephone', 40)
  telephone?: string | null
  @EmailField()
  email: string
  @RoleField({ required: true })
  role_name: string
  @BusinessField({ required: true })
  parent: number | null

  @ApiProperty({ type: 'string', enum: LOCALES, required: false })
  @IsOptional()
  @IsIn(LOCALES)
  locale?: string

  @ApiProperty({
    type: 'string',
    required: false,
    writeOnly: true,
    description: 'One like those that are generated; made here when absent, ignored where no accounts are made',
  })
  @IsOptional()
  @ValidateBy({
    name: 'temporaryPassword',
    validator: {
      validate: (value) => typeof value === 'string' && isTemporaryPassword(value),
      defaultMessage: () => 'Password must be 12 characters with upper and lower case letters, digits and one of !#$%&*?@',
    },
  })
  password?: string

  @ApiProperty({
    type: 'boolean',
    required: false,
    default: true,
    description:
      'Whether an invitation with the way to sign in is mailed, in the language of the user; ignored where no mails are sent',
  })
  @IsOptional()
  @IsBoolean()
  invite?: boolean
}
