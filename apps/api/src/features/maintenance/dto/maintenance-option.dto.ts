import { ApiSchema } from '@nestjs/swagger'
import { Moment, Text, Whole } from '../../../http/properties.js'

/** Plan in a list of options. */
@ApiSchema({ name: 'MaintenancePlanOption' })
export class MaintenancePlanOptionDto {
  @Whole() id: number
  @Text({ description: 'Title of the plan' }) name: string
  @Text({ nullable: true, description: 'Null if not entered' }) description: string | null
  @Whole({ description: 'Id of the business that has the plan; the plan applies to vehicles of this business and below' })
  business_id: number
  @Text() business_name: string
}

/** Service in a list of options. */
@ApiSchema({ name: 'MaintenanceNotificationOption' })
export class MaintenanceNotificationOptionDto {
  @Whole() id: number
  @Text({ description: 'Name of the trigger that is due' }) name: string
  @Text({ description: 'Title of the plan' }) plan_title: string
  @Whole() entity_id: number
  @Text() entity_name: string
  @Moment({ nullable: true, description: 'Time for which the service is planned; null if it is not' }) planned_at: string | null
}
