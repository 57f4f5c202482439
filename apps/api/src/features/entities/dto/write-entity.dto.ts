import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { VEHICLE_TYPES, type VehicleType } from '@roadbook/contracts'
import { IsIn, IsInt, Max, Min, ValidateIf } from 'class-validator'
import type { Label } from '../../../texts/platform.js'
import { FlagField, IdsField, isOneOf, OptionalIdField, OptionalLine, RequiredLine } from '../../../http/body-fields.js'
import { field } from '../../../texts/platform.js'
import { says } from '../../../http/validation.js'

const MAX_TAGS = 50
/** Maximum odometer reading, in metres. No vehicle reaches it: it is a trip around the earth every day for a hundred years. */
const MAX_ODOMETER_M = 1_500_000_000
/** Minimum length of a name, in characters. */
const MIN_LENGTH = 4
/** Messages with the wording of the specification. */
const TYPE_AND_BRAND = field('type-and-brand')
const NAME_BRAND_COLOR = field('name-brand-color')

/**
 * Types that users may set. They cannot set the type `unregistered`, because an unregistered entity can only be deleted and
 * installed again.
 */
const WRITABLE_TYPES = VEHICLE_TYPES.filter((type) => type !== 'unregistered')
const Word = (label: Label) => OptionalLine(label, { maxLength: 100 })

/** Fields that create and update have in common. An absent field stays unchanged. */
class EntityWordsDto {
  @OptionalLine('short-name', { maxLength: 50 }) short_name?: string | null

  @Word('model') model?: string | null

  @Word('engine-brand') engine_brand?: string | null

  @Word('engine-model') engine_model?: string | null

  @Word('power-unit') power_unit?: string | null

  @ApiProperty({ type: 'number', minimum: 0, maximum: MAX_ODOMETER_M, required: false, description: 'Metres, as read today' })
  @ValidateIf((_, value) => value !== undefined)
  @Max(MAX_ODOMETER_M, says(field('not-metres')))
  @Min(0, says(field('not-metres')))
  @IsInt(says(field('not-metres')))
  odometer_m?: number

  @IdsField('tags, except those that have fields of their own', { max: MAX_TAGS }) tags?: number[]

  @OptionalIdField('tag', 'Id of a tag of the type `group`; null: in no target group') target_group_id?: number | null

  @FlagField(
    'True to save the vehicle even if another vehicle has the same frame number or license plate. Otherwise the response is 409',
  )
  allow_twin?: boolean
}

/** New vehicle without a tracker. */
@ApiSchema({ name: 'CreateEntity' })
export class CreateEntityDto extends EntityWordsDto {
  @RequiredLine('name', { maxLength: 100, minLength: MIN_LENGTH }) name: string

  @RequiredLine('frame-number', { maxLength: 50, minLength: MIN_LENGTH }) frame_number: string

  @RequiredLine('license-plate', { maxLength: 20, minLength: MIN_LENGTH }) license_plate: string

  @ApiProperty({ type: 'string', enum: WRITABLE_TYPES })
  @IsIn(WRITABLE_TYPES, isOneOf(WRITABLE_TYPES, TYPE_AND_BRAND))
  vehicle_type: VehicleType

  @RequiredLine('brand', { maxLength: 100 }, TYPE_AND_BRAND) brand: string

  @Word('color') color?: string | null

  @OptionalIdField('business', 'Id of the owning business. Default: the business of the caller') business_id?: number | null
}

/**
 * Changes to a vehicle. An absent field stays unchanged. To move a vehicle to another business, link it to that
 * business.
 */
@ApiSchema({ name: 'UpdateEntity' })
export class UpdateEntityDto extends EntityWordsDto {
  @RequiredLine('name', { maxLength: 100 }, NAME_BRAND_COLOR) name: string

  @RequiredLine('brand', { maxLength: 100 }, NAME_BRAND_COLOR) brand: string

  @RequiredLine('color', { maxLength: 100 }, NAME_BRAND_COLOR) color: string

  @OptionalLine('frame-number', { maxLength: 50, minLength: MIN_LENGTH }) frame_number?: string | null

  @OptionalLine('license-plate', { maxLength: 20, minLength: MIN_LENGTH }) license_plate?: string | null

  @ApiProperty({ type: 'string', enum: WRITABLE_TYPES, required: false })
  @ValidateIf((_, value) => value !== undefined)
  @IsIn(WRITABLE_TYPES, isOneOf(WRITABLE_TYPES, TYPE_AND_BRAND))
  vehicle_type?: VehicleType
}
