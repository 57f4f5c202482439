import { ApiSchema } from '@nestjs/swagger'
import { IdField } from '../../../http/body-fields.js'
import { Moment, Text, Whole } from '../../../http/properties.js'
import { MaintenanceTriggerDto, WriteMaintenanceTriggerDto } from '../dto/maintenance-plan.dto.js'

/** Trigger with its plan. */
@ApiSchema({ name: 'PlanTrigger' })
export class PlanTriggerDto extends MaintenanceTriggerDto {
  @Whole() plan_id: number
  @Text() plan_title: string
  @Whole() business_id: number
  @Moment() created_at: string
  @Moment() updated_at: string
}

@ApiSchema({ name: 'CreatePlanTrigger' })
export class CreatePlanTriggerDto extends WriteMaintenanceTriggerDto {
  @IdField('maintenance-plan') plan_id: number
}
