import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger'
import { BUSINESS_KINDS, type BusinessKind } from '@roadbook/contracts'
import { Transform } from 'class-transformer'
import {
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateIf,
} from 'class-validator'
import { ids } from '../../../texts/platform.js'
import { says } from '../../../http/validation.js'

export const INT4_MAX = 2_147_483_647
const Trimmed = () => Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
/** An emptied field is an unknown value. */
const EmptyIsNull = () => Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() || null : value))
const Line = (maxLength: number) => ApiProperty({ type: 'string', nullable: true, required: false, maxLength })
const Flag = (description: string) => ApiPropertyOptional({ type: 'boolean', description })
/** Null is not "unchanged": it is nothing that a flag can be. */
const WhenGiven = () => ValidateIf((_, value) => value !== undefined)
const SUPER_ADMIN = 'Only a super admin may say'

/** A business with a fixed place and kind; those come with the call. */
@ApiSchema({ name: 'BusinessProperties' })
export class BusinessPropertiesDto {
  @ApiProperty({ type: 'string', maxLength: 100 })
  @Trimmed()
  @MaxLength(100, { message: 'Name is too long' })
  @IsNotEmpty({ message: 'Name is required' })
  @IsString({ message: 'Name is required' })
  name: string

  @Line(200)
  @EmptyIsNull()
  @IsOptional()
  @MaxLength(200)
  @IsString()
  address?: string | null

  @Line(20)
  @EmptyIsNull()
  @IsOptional()
  @MaxLength(20)
  @IsString()
  postcode?: string | null

  @Line(100)
  @EmptyIsNull()
  @IsOptional()
  @MaxLength(100)
  @IsString()
  city?: string | null

  @Line(100)
  @EmptyIsNull()
  @IsOptional()
  @MaxLength(100)
  @IsString()
  country?: string | null

  @Line(254)
  @EmptyIsNull()
  @IsOptional()
  @IsEmail({}, { message: 'Invalid email' })
  email?: string | null

  @Line(40)
  @EmptyIsNull()
  @IsOptional()
  @MaxLength(40)
  @IsString()
  phone?: string | null

  @Flag('Whether its page shows the counts')
  @WhenGiven()
  @IsBoolean()
  show_statistics?: boolean

  @Flag('Names and frame numbers of its entities are written in capitals')
  @WhenGiven()
  @IsBoolean()
  name_upper?: boolean

  @Flag(`${SUPER_ADMIN}: a dealer with customers`)
  @WhenGiven()
  @IsBoolean()
  has_customers?: boolean

  @Flag(`${SUPER_ADMIN}: its people may install devices`)
  @WhenGiven()
  @IsBoolean()
  can_install_devices?: boolean

  @Flag(`${SUPER_ADMIN}: missing vehicles are recovered, also of the businesses below`)
  @WhenGiven()
  @IsBoolean()
  recovery_contract?: boolean

  @Flag(`${SUPER_ADMIN}: a maker of vehicles`)
  @WhenGiven()
  @IsBoolean()
  is_oem?: boolean
}

/** A business to make below the one that the call names. */
@ApiSchema({ name: 'CreateBusiness' })
export class CreateBusinessDto extends BusinessPropertiesDto {
  @ApiProperty({ type: 'string', enum: BUSINESS_KINDS })
  @IsIn(BUSINESS_KINDS, { message: `must be one of: ${BUSINESS_KINDS.join(', ')}` })
  type: BusinessKind
}

/** A business of a fixed kind to make. */
@ApiSchema({ name: 'CreateBusinessOfKind' })
export class CreateBusinessOfKindDto extends BusinessPropertiesDto {
  @ApiProperty({ type: 'integer', nullable: true, required: false, description: 'Null: at the root, for a super admin' })
  @IsOptional()
  @Max(INT4_MAX)
  @Min(1)
  @IsInt(says(ids('business')))
  parent_id?: number | null
}

/** Changes of a business. What is absent stays as it is; another parent moves it with everything below. */
@ApiSchema({ name: 'UpdateBusiness' })
export class UpdateBusinessDto extends CreateBusinessOfKindDto {}

/** Where a business is to stand. */
@ApiSchema({ name: 'MoveBusiness' })
export class MoveBusinessDto {
  @ApiProperty({ type: 'integer', nullable: true, description: 'Null: at the root, for a super admin' })
  @ValidateIf((_, value) => value !== null)
  @Max(INT4_MAX)
  @Min(1)
  @IsInt(says(ids('business')))
  parent_id: number | null
}

/** Who takes over what hangs on a business. */
@ApiSchema({ name: 'MoveEverything' })
export class MoveEverythingDto {
  @ApiProperty({ type: 'integer', description: 'Id of the business that takes everything over' })
  @Max(INT4_MAX)
  @Min(1)
  @IsInt(says(ids('business')))
  to: number
}

/** A vendor that becomes the sub-vendor of another one. */
@ApiSchema({ name: 'AttachToParent' })
export class AttachToParentDto extends MoveBusinessDto {
  @ApiProperty({ type: 'integer', description: 'Id of the vendor' })
  @Max(INT4_MAX)
  @Min(1)
  @IsInt(says(ids('vendor')))
  vendor_id: number
}
