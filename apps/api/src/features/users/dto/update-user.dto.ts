import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { IsIn, IsOptional } from 'class-validator'
import { LOCALES } from '../../../texts/locale.js'
import { BusinessField, EmailField, OptionalText, RequiredText, RoleField } from './user-fields.js'

/** What is optional and absent stays as it is. */
@ApiSchema({ name: 'UpdateUser' })
export class UpdateUserDto {
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
  @RoleField({ required: false })
  role_name?: string
  @BusinessField({ required: false })
  parent?: number | null

  @ApiProperty({ type: 'string', enum: LOCALES, required: false })
  @IsOptional()
  @IsIn(LOCALES)
  locale?: string
}
