import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Transform } from 'class-transformer'
import { IsEmail, IsIn, IsNotEmpty, IsOptional, IsString, IsTimeZone, MaxLength } from 'class-validator'
import { LOCALES } from '../../../texts/locale.js'

const Trimmed = () => Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
/** An emptied field is an unknown value. */
const EmptyIsNull = () => Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() || null : value))
const Optional = (maxLength: number) => ApiProperty({ type: 'string', nullable: true, required: false, maxLength })

/** Changes to one's own account. What is absent stays as it is. */
@ApiSchema({ name: 'UpdateAccount' })
export class UpdateAccountDto {
  @ApiProperty({ type: 'string', maxLength: 100 })
  @Trimmed()
  @MaxLength(100, { message: 'First name is too long' })
  @IsNotEmpty({ message: 'First name is required' })
  @IsString({ message: 'First name is required' })
  first_name: string

  @ApiProperty({ type: 'string', maxLength: 100 })
  @Trimmed()
  @MaxLength(100, { message: 'Last name is too long' })
  @IsNotEmpty({ message: 'Last name is required' })
  @IsString({ message: 'Last name is required' })
  last_name: string

  @Optional(200)
  @EmptyIsNull()
  @IsOptional()
  @MaxLength(200)
  @IsString()
  address?: string | null

  @Optional(20)
  @EmptyIsNull()
  @IsOptional()
  @MaxLength(20)
  @IsString()
  postcode?: string | null

  @Optional(100)
  @EmptyIsNull()
  @IsOptional()
  @MaxLength(100)
  @IsString()
  city?: string | null

  @Optional(40)
  @EmptyIsNull()
  @IsOptional()
  @MaxLength(40)
  @IsString()
  phone?: string | null

  @ApiProperty({ type: 'string', required: false, description: 'Read-only: the present address or nothing' })
  @Trimmed()
  @IsOptional()
  @IsEmail({}, { message: 'Invalid email' })
  email?: string

  @ApiProperty({ type: 'string', enum: LOCALES, required: false })
  @IsOptional()
  @IsIn(LOCALES)
  locale?: string

  @ApiProperty({ type: 'string', nullable: true, required: false, description: 'IANA name' })
  @EmptyIsNull()
  @IsOptional()
  @IsTimeZone({ message: 'Unknown time zone' })
  time_zone?: string | null
}
