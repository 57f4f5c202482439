import { ApiProperty } from '@nestjs/swagger'
import { IsIn, IsOptional } from 'class-validator'
import { LOCALES } from '../texts/locale.js'
import { isOneOf, OptionalLine, RequiredLine } from './body-fields.js'
import { OneOf, Text } from './properties.js'

/** What everybody is told who may see a person. */
export class PersonDto {
  @Text() first_name: string
  @Text() last_name: string
  @Text({ nullable: true }) address: string | null
  @Text({ nullable: true }) postcode: string | null
  @Text({ nullable: true }) city: string | null
  @Text({ nullable: true }) phone: string | null
  @Text() email: string
  @OneOf(LOCALES) locale: string
}

/** What people write down about a person. What is optional and absent stays as it is. */
export class WritePersonDto {
  @RequiredLine('first-name', { maxLength: 100, isName: true }) first_name: string
  @RequiredLine('last-name', { maxLength: 100, isName: true }) last_name: string
  @OptionalLine('address', { maxLength: 200 }) address?: string | null
  @OptionalLine('postcode', { maxLength: 20 }) postcode?: string | null
  @OptionalLine('city', { maxLength: 100 }) city?: string | null
  @OptionalLine('phone', { maxLength: 40 }) phone?: string | null

  @ApiProperty({ type: 'string', enum: LOCALES, required: false })
  @IsOptional()
  @IsIn(LOCALES, isOneOf(LOCALES))
  locale?: string
}
