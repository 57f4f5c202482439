import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { OptionalIdField, OptionalLine, PartsField, RequiredLine, WholeField, WordField } from '../../../http/body-fields.js'
import { Fact, Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { say } from '../texts.js'

/** Units of an interval. */
export const METRICS = ['days', 'weeks', 'months', 'years', 'kilometers'] as const
export type Metric = (typeof METRICS)[number]

const MAX_NAME_LENGTH = 100
/** Maximum length of a description, in characters. */
const MAX_DESCRIPTION_LENGTH = 250
const MAX_TRIGGERS = 20
/**
 * Maximum value of an interval. It is more than a hundred years in days, or more than twice around the earth in kilometres.
 */
const MAX_INTERVAL = 100_000
const tooLong = say('description-too-long', { max: MAX_DESCRIPTION_LENGTH })

/** Trigger that makes a service due after each interval. */
@ApiSchema({ name: 'MaintenanceTrigger' })
export class MaintenanceTriggerDto {
  @Whole() id: number
  @Text() name: string
  @Whole({ description: 'Interval between two services, in the unit of `metric`' }) value: number
  @OneOf(METRICS) metric: Metric
  @Text({ nullable: true, description: 'Null if not entered' }) description: string | null
}

/** Maintenance plan. */
@ApiSchema({ name: 'MaintenancePlan' })
export class MaintenancePlanDto {
  @Whole() id: number
  @Text() title: string
  @Text({ nullable: true, description: 'Null if not entered' }) description: string | null
  @Whole({ description: 'Id of the owning business. It applies to vehicles of this business and those below' })
  business_id: number
  @Text() business_name: string
  @Fact({ description: 'True if the plan is active; an inactive plan makes nothing due' }) active: boolean
  @ApiProperty({ type: [MaintenanceTriggerDto], description: 'Triggers of the plan; each is evaluated independently (G-76)' })
  triggers: MaintenanceTriggerDto[]
  @Whole({ description: 'Number of vehicles in scope to which the plan applies' }) entities_count: number
  @Whole({ description: 'Number of its open notifications' }) open_count: number
  @Text({ description: 'IANA time zone of the intervals' }) tz: string
  @Moment({
    nullable: true,
    description:
      'Time when the next service of the plan is due, by date or as forecast from the daily distance. Computed when the plan is saved, and every quarter of an hour. Null if there is no such time',
  })
  next_due_at: string | null
  @Whole({
    nullable: true,
    description:
      'Kilometres until the first vehicle needs a service; negative if it is overdue; null if no service is due by distance',
  })
  next_left_km: number | null
  @Moment() created_at: string
  @Moment() updated_at: string
  @Moment({ nullable: true, description: 'Null unless it was deleted' }) deleted_at: string | null
}

@ApiSchema({ name: 'WriteMaintenanceTrigger' })
export class WriteMaintenanceTriggerDto {
  @RequiredLine('name', { maxLength: MAX_NAME_LENGTH }) name: string

  @WholeField({ min: 1, max: MAX_INTERVAL, description: 'Interval between two services, in the unit of `metric`' }) value: number

  @WordField(METRICS) metric: Metric

  @OptionalLine('description', { maxLength: MAX_DESCRIPTION_LENGTH, tooLong }) description?: string | null
}

@ApiSchema({ name: 'WritePlanTrigger' })
export class WritePlanTriggerDto extends WriteMaintenanceTriggerDto {
  @OptionalIdField(
    'trigger',
    'Id of the trigger to change. If absent, the trigger with the same name, value and metric is kept, or a new one is made',
  )
  id?: number | null
}

@ApiSchema({ name: 'UpdateMaintenancePlan' })
export class UpdateMaintenancePlanDto {
  @RequiredLine('title', { maxLength: MAX_NAME_LENGTH }) title: string

  @RequiredLine('description', { maxLength: MAX_DESCRIPTION_LENGTH, tooLong }) description: string

  @PartsField(WritePlanTriggerDto, { max: MAX_TRIGGERS, none: say('no-triggers') }) triggers: WritePlanTriggerDto[]
}

@ApiSchema({ name: 'CreateMaintenancePlan' })
export class CreateMaintenancePlanDto extends UpdateMaintenancePlanDto {
  @OptionalIdField('business', 'Id of the owning business. Default: the business of the caller') business_id?: number | null
}
