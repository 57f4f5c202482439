import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { ListOf, Whole } from '../../../http/properties.js'

/** A figure of today beside the same weekday a week ago, and the last seven days for its small chart. */
@ApiSchema({ name: 'DashboardFigure' })
export class DashboardFigureDto {
  @Whole() today: number
  @Whole() last_week: number
  @ListOf('integer', { description: 'Seven local days, oldest first, today last' }) series: number[]
}

@ApiSchema({ name: 'DashboardSummary' })
export class DashboardSummaryDto {
  @Whole() entities: number
  @Whole() businesses_below: number
  @ApiProperty({ type: () => DashboardFigureDto }) trips: DashboardFigureDto
  @ApiProperty({ type: () => DashboardFigureDto }) distance_m: DashboardFigureDto
  @Whole({ description: 'Entities with a tracker that has been silent for 24 h' }) silent: number
  @Whole({ description: 'Open missing cases' }) missing_open: number
}
