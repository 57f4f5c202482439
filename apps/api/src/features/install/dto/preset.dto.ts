import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { VEHICLE_TYPES, type VehicleType } from '@roadbook/contracts'
import { IsIn, ValidateIf } from 'class-validator'
import type { Label } from '../../../texts/platform.js'
import { FlagField, IdsField, isOneOf, OptionalIdField, OptionalLine, RequiredLine } from '../../../http/body-fields.js'
import { Fact, ListOf, Moment, OneOf, Text, Whole } from '../../../http/properties.js'

const MAX_TAGS = 50
const MAX_TAG_GROUPS = 20
const TYPES = VEHICLE_TYPES.filter((type) => type !== 'unregistered')
const Word = (label: Label) => OptionalLine(label, { maxLength: 100 })

/** Values that fill the installation form (R-299, R-300, G-51). Absent fields are not part of the preset. */
@ApiSchema({ name: 'WriteInstallPreset' })
export class WritePresetDto {
  @RequiredLine('name', { maxLength: 100 }) name: string

  @FlagField('True if the preset fills the form when the page opens. Only one preset of a user can do so') auto_import?: boolean

  @ApiProperty({
    type: 'string',
    enum: TYPES,
    nullable: true,
    required: false,
    description: 'Null if it is not part of the preset',
  })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsIn(TYPES, isOneOf(TYPES))
  vehicle_type?: VehicleType | null

  @Word('brand') brand?: string | null

  @Word('model') model?: string | null

  @Word('color') color?: string | null

  @Word('engine-brand') engine_brand?: string | null

  @Word('engine-model') engine_model?: string | null

  @Word('power-unit') power_unit?: string | null

  @IdsField('tags', { max: MAX_TAGS }) tags?: number[]

  @IdsField('tag groups', { max: MAX_TAG_GROUPS }) tag_groups?: number[]

  @OptionalIdField('tag', 'Id of a tag of the type `group`') target_group_id?: number | null

  @OptionalIdField('business') business_id?: number | null

  @OptionalIdField('maintenance-plan') maintenance_plan_id?: number | null

  @OptionalIdField('subscription') subscription_id?: number | null
}

@ApiSchema({ name: 'InstallPreset' })
export class PresetDto {
  @Whole() id: number
  @Text() name: string
  @Fact({ description: 'Fills the form when the page opens' }) auto_import: boolean
  @OneOf(TYPES, { nullable: true, description: 'Null if it is not part of the preset' }) vehicle_type: string | null
  @Text({ nullable: true, description: 'Null if it is not part of the preset' }) brand: string | null
  @Text({ nullable: true, description: 'Null if it is not part of the preset' }) model: string | null
  @Text({ nullable: true, description: 'Null if it is not part of the preset' }) color: string | null
  @Text({ nullable: true, description: 'Null if it is not part of the preset' }) engine_brand: string | null
  @Text({ nullable: true, description: 'Null if it is not part of the preset' }) engine_model: string | null
  @Text({ nullable: true, description: 'Null if it is not part of the preset' }) power_unit: string | null
  @ListOf('integer', { description: 'Ids of tags; deleted tags are left out' }) tags: number[]
  @ListOf('integer', { description: 'Ids of tag groups; deleted groups are left out' }) tag_groups: number[]
  @Whole({ nullable: true, description: 'Id of a tag of the type `group`; null if it is not part of the preset' })
  target_group_id: number | null
  @Whole({ nullable: true, description: 'Null if it is not part of the preset' }) business_id: number | null
  @Whole({ nullable: true, description: 'Also null if the plan is not active now' }) maintenance_plan_id: number | null
  @Whole({ nullable: true, description: 'Null, too, once the product is gone' }) subscription_id: number | null
  @Moment() created_at: string
  @Moment() updated_at: string
}

/** Preset in a list of options. */
@ApiSchema({ name: 'PresetOption' })
export class PresetOptionDto {
  @Whole() id: number
  @Text() name: string
  @Fact() auto_import: boolean
}
