import { ApiProperty } from '@nestjs/swagger'
import { IsIn, IsOptional } from 'class-validator'
import { LOCALES } from '../texts/locale.js'
import { isOneOf, OptionalLine, RequiredLine } from './body-fields.js'
import { OneOf, Text } from './properties.js'

/** Data about a person that every user who sees the person may read. */
export class PersonDto {
  @Text() first_name: string
  @Text() last_name: string
  @Text({ nullable: true, description: 'Null if not entered' }) address: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) postcode: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) city: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) phone: string | null
  @Text() email: string
  @OneOf(LOCALES) locale: string
}

/** Data about a person to write. Optional fields that are absent stay unchanged. */
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
