import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { IsIn, IsOptional } from 'class-validator'
import { LOCALES } from '../../../texts/locale.js'
import { isOneOf, OptionalLine, RequiredLine } from '../../../http/body-fields.js'
import { BusinessField, EmailField, RoleField } from './user-fields.js'

/** What is optional and absent stays as it is. */
@ApiSchema({ name: 'UpdateUser' })
export class UpdateUserDto {
  @RequiredLine('first-name', { maxLength: 100 }) first_name: string
  @RequiredLine('last-name', { maxLength: 100 }) last_name: string
  @OptionalLine('address', { maxLength: 200 }) address?: string | null
  @OptionalLine('postcode', { maxLength: 20 }) postcode?: string | null
  @OptionalLine('city', { maxLength: 100 }) city?: string | null
  @OptionalLine('phone', { maxLength: 40 }) phone?: string | null
  @OptionalLine('second-phone', { maxLength: 40 }) telephone?: string | null
  @EmailField() email: string
  @RoleField({ required: false }) role_name?: string
  @BusinessField({ required: false }) parent?: number | null

  @ApiProperty({ type: 'string', enum: LOCALES, required: false })
  @IsOptional()
  @IsIn(LOCALES, isOneOf(LOCALES))
  locale?: string
}
