import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Fact, OneOf, Text, Whole } from '../../../http/properties.js'
import { NEED_WORDS } from '../../entities/index.js'

/** Kinds in the order in which Home shows them. They are the needs of vehicles, and alerts (T-10). */
export const ATTENTION_KINDS = ['open_case', 'open_alert', ...NEED_WORDS.filter((need) => need !== 'open_case')] as const
export type AttentionKind = (typeof ATTENTION_KINDS)[number]

@ApiSchema({ name: 'DashboardDay' })
export class DashboardDayDto {
  @Text({ description: 'YYYY-MM-DD' }) day: string
  @Whole() value: number
  @Fact({ description: 'True for today, which is not over and cannot be compared with whole days' }) is_running: boolean
}

/** Figure of today, the same weekday a week ago, and the days between. */
@ApiSchema({ name: 'DashboardFigure' })
export class DashboardFigureDto {
  @Whole() today: number
  @Whole({ description: 'Figure of the same weekday a week ago, up to this time of day' }) last_week: number
  @ApiProperty({ type: [DashboardDayDto], description: 'The seven whole days before today, oldest first, and today' })
  days: DashboardDayDto[]
}

/** Something that needs attention today. It names the portal view that lists the same rows. */
@ApiSchema({ name: 'DashboardAttention' })
export class DashboardAttentionDto {
  @OneOf(ATTENTION_KINDS) kind: AttentionKind
  @Whole() count: number
  @Whole({ nullable: true, description: 'The same count a week ago; null if it was not counted then' }) week_ago: number | null
  @Text({ description: 'Address of the view in the portal' }) path: string
}

@ApiSchema({ name: 'DashboardSummary' })
export class DashboardSummaryDto {
  @Whole() entities: number
  @Whole() businesses_below: number
  @Fact({ description: 'True if all first steps are done' }) is_begun: boolean
  @Text({ description: 'IANA time zone of the days' }) time_zone: string
  @ApiProperty({ type: () => DashboardFigureDto }) trips: DashboardFigureDto
  @ApiProperty({ type: () => DashboardFigureDto }) distance_m: DashboardFigureDto
  @ApiProperty({ type: [DashboardAttentionDto], description: 'Only the groups that the caller may open, even if a count is 0' })
  attention: DashboardAttentionDto[]
}

/** Badges beside the entries of the portal's sidebar, shown on every page. */
@ApiSchema({ name: 'DashboardBadges' })
export class DashboardBadgesDto {
  @Whole({
    nullable: true,
    description: 'Number of open cases, like `open_case` of the summary; null if the caller may not open that view',
  })
  open_cases: number | null
  @Whole({
    nullable: true,
    description: 'Number of open alerts of rules that notify the caller in the portal; null if the caller may not see the map',
  })
  alerts: number | null
  @Whole({
    nullable: true,
    description:
      'Number of claims of IMEIs whose tracker answered and that wait for a decision; null for users other than super admins',
  })
  claims_to_decide: number | null
}
