import { ApiSchema, PickType } from '@nestjs/swagger'
import { Fact, Moment, Whole } from '../../../http/properties.js'
import { CreateAlertRuleDto } from '../rules/alert-rule.dto.js'

/** Condition and vehicles of a rule that is not saved yet. */
@ApiSchema({ name: 'PreviewAlertRule' })
export class PreviewAlertRuleDto extends PickType(CreateAlertRuleDto, [
  'business_id',
  'kind',
  'threshold',
  'lasting_s',
  'hours',
  'tz',
  'geofence_ids',
  'tag_ids',
] as const) {}

/** Alerts that a rule would have raised, counted from stored readings. */
@ApiSchema({ name: 'AlertPreview' })
export class AlertPreviewDto {
  @Fact({ description: 'False for the kind `dispute`, because readings do not show it. All numbers are then 0' })
  countable: boolean
  @Whole({
    description: 'Number of days that were counted, up to now. It is less than 30 if the vehicles sent very many readings',
  })
  days: number
  @Moment({ description: 'Start of these days' }) counted_from: string
  @Whole({ description: 'Alerts that the rule would have raised in these days' }) alerts: number
  @Whole({ description: 'Vehicles with such an alert' }) vehicles: number
  @Whole({ description: 'Vehicles whose readings were counted' }) counted_vehicles: number
  @Whole({ description: 'Vehicles whose location is hidden from the caller. They are not counted' }) hidden_vehicles: number
  @Whole({ description: 'Vehicles that were left out because counting took too long' }) left_out_vehicles: number
  @Moment({
    nullable: true,
    description:
      'Time of the oldest reading that was counted; null if there was none. An alert of silence needs no reading in these days',
  })
  readings_since: string | null
}
