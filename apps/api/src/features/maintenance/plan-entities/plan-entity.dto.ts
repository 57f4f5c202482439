import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { ValidateIf } from 'class-validator'
import { IdField, IdsField, MomentField, OptionalIdField, PartsField, WholeField } from '../../../http/body-fields.js'
import { ids } from '../../../texts/platform.js'
import { Moment, Text, Whole } from '../../../http/properties.js'

export const MAX_JOINING = 1_000
/** Maximum odometer, in metres. A service accepts the same maximum. */
const MAX_COUNTED_M = 10_000_000_000

/** Vehicle that a plan applies to. */
@ApiSchema({ name: 'PlanEntity' })
export class PlanEntityDto {
  @Whole() id: number
  @Text() name: string
  @Text({ nullable: true, description: 'Null if not entered' }) license_plate: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) frame_number: string | null
  @Text() vehicle_type: string
  @Whole() business_id: number
  @Text() business_name: string
  @Moment({ description: 'When it joined the plan' }) since: string
  @Moment({ description: 'Start of the intervals if no service was done since (G-76)' }) counted_from: string
  @Whole({ description: 'Number of the vehicle’s open notifications by this plan' }) open_count: number
}

/** Start of the first interval of a vehicle that joins a plan, for example its last service elsewhere. */
@ApiSchema({ name: 'PlanEntityStart' })
export class PlanEntityStartDto {
  @IdField('entity') entity_id: number

  @MomentField({
    isNullable: true,
    description: 'Start of the intervals by date. A time in the future makes the first service due later. Default: now',
  })
  counted_from?: string | null

  @WholeField({
    min: -MAX_COUNTED_M,
    max: MAX_COUNTED_M,
    isOptional: true,
    description:
      'Odometer in metres at the start of the intervals by distance. Negative if that was before the odometer began. Default: the odometer now',
  })
  counted_from_m?: number | null
}

@ApiSchema({ name: 'AddPlanEntities' })
export class AddPlanEntitiesDto {
  @ApiProperty({ required: false })
  @IdsField('entities that join', { max: MAX_JOINING, none: ids('no-entities') })
  @ValidateIf(({ tag_id }: AddPlanEntitiesDto, value) => value !== undefined || !tag_id)
  entity_ids?: number[]

  @OptionalIdField('tag', 'Id of a tag. All vehicles that have this tag now are added too') tag_id?: number | null

  @PartsField(PlanEntityStartDto, { max: MAX_JOINING }) starts?: PlanEntityStartDto[]
}

@ApiSchema({ name: 'AddedPlanEntities' })
export class AddedPlanEntitiesDto {
  @Whole({ description: 'Number of vehicles that were not in the plan before' }) added: number
  @Whole({ description: 'Number of vehicles to which the plan applies now' }) entities_count: number
}
