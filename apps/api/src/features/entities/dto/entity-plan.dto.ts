import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Fact, Moment, OneOf, Text, Whole } from '../../../http/properties.js'

/** Units of an interval. */
const METRICS = ['days', 'weeks', 'months', 'years', 'kilometers'] as const

/** Trigger that repeats after a time or a distance. */
@ApiSchema({ name: 'EntityPlanTrigger' })
export class EntityPlanTriggerDto {
  @Text() name: string
  @Whole({ description: 'Interval between two services, in the unit of `metric`' }) value: number
  @OneOf(METRICS) metric: string
}

/** Maintenance plan that applies to a vehicle. */
@ApiSchema({ name: 'EntityPlan' })
export class EntityPlanDto {
  @Whole() id: number
  @Text() title: string
  @Fact({ description: 'True if the plan is active; an inactive plan makes nothing due' }) active: boolean
  @Moment({ description: 'Time since which the plan applies to the vehicle' }) since: string
  @ApiProperty({ type: [EntityPlanTriggerDto] }) triggers: EntityPlanTriggerDto[]
}
