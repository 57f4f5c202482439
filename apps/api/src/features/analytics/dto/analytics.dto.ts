import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Decimal, OneOf, Text, Whole } from '../../../http/properties.js'
import { PRESETS, type Preset, type Unit, UNITS } from '../presets.js'

@ApiSchema({ name: 'AnalyticsPoint' })
export class AnalyticsPointDto {
  @Text({
    description:
      'Hour (0–23), weekday (1–7, Monday is 1), month (YYYY-MM) or day (YYYY-MM-DD). The preset decides which of these it is',
  })
  key: string
  @Decimal({ nullable: true, description: 'Value; null if there is no data. Null is a gap in the chart and not a zero' }) value:
    | number
    | null
}

/** Chart with its data (R-144, G-62). */
@ApiSchema({ name: 'Analytics' })
export class AnalyticsDto {
  @OneOf(PRESETS) preset: Preset
  @OneOf(UNITS) unit: Unit
  @Text({ description: 'First day, YYYY-MM-DD' }) from: string
  @Text({ description: 'Last day, included' }) till: string
  @Text({ description: 'IANA time zone of the days, hours and months' }) time_zone: string
  @Whole({ nullable: true, description: 'Null: all vehicles' }) target_group_id: number | null
  @ApiProperty({ type: [AnalyticsPointDto] }) points: AnalyticsPointDto[]
  @Decimal({
    nullable: true,
    description: 'Value for the whole period: the sum, or the mean for a preset that shows averages; null without data',
  })
  total: number | null
  @Decimal({ nullable: true, description: 'The same value for the period of equal length just before; null without data' })
  previous_total: number | null
}
