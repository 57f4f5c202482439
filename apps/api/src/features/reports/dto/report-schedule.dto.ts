import { ApiSchema } from '@nestjs/swagger'
import { FlagField, IdsField, NullableIdField, RequiredLine, WordField } from '../../../http/body-fields.js'
import { Fact, ListOf, Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { PAPER_FORMATS, type PaperFormat } from '../../../papers/index.js'
import type { Sentence } from '../../../texts/sentence.js'
import { say } from '../texts.js'
import { REPORT_MODES, type ReportMode } from './report.dto.js'
import { LIMIT_KPH, MeasureField, MIN_MINUTES, ZoneField } from './wish-fields.js'

/** Intervals of a schedule. Each report covers the last complete day, week from Monday, or month. */
export const EVERY = ['day', 'week', 'month'] as const
export type Every = (typeof EVERY)[number]

const MAX_RECIPIENTS = 50

@ApiSchema({ name: 'WriteReportSchedule' })
export class WriteReportScheduleDto {
  @RequiredLine('name', { maxLength: 100 }) name: string
  @WordField(REPORT_MODES) mode: ReportMode
  @WordField(PAPER_FORMATS) format: PaperFormat
  @NullableIdField('tag', 'Id of a tag of the type `group`; the reports cover its vehicles. Null: all vehicles of the business')
  target_group_id: number | null

  @WordField(EVERY) every: Every
  @IdsField('users who may read reports, and get them', { max: MAX_RECIPIENTS, none: say('no-recipients') }) recipients: number[]
  @MeasureField(LIMIT_KPH) limit_kph?: number
  @MeasureField(MIN_MINUTES) min_minutes?: number
  @ZoneField() tz?: string
  @FlagField('Makes reports. Default: true') is_active?: boolean
}

/** Schedule of reports. A report is sent at six in the morning after its period. */
@ApiSchema({ name: 'ReportSchedule' })
export class ReportScheduleDto {
  @Whole() id: number
  @Text() name: string
  @OneOf(REPORT_MODES) mode: ReportMode
  @OneOf(PAPER_FORMATS) format: PaperFormat
  @Whole({ nullable: true, description: 'Null: all vehicles of its business and those below' }) target_group_id: number | null
  @Text({ nullable: true }) target_group_name: string | null
  @OneOf(EVERY) every: Every
  @Text() tz: string
  @ListOf('integer', { description: 'Ids of users; of those in scope' }) recipients: number[]
  @Text({ description: 'Their names, joined by commas' }) recipient_names: string
  @Whole({ nullable: true }) limit_kph: number | null
  @Whole({ nullable: true }) min_minutes: number | null
  @Fact() is_active: boolean
  @Text({ nullable: true, description: 'Why it stopped by itself' }) paused_reason: Sentence | string | null
  @Text({
    nullable: true,
    description:
      'User who last saved the schedule; its reports are made with this user’s rights. Null if the caller may not see that user',
  })
  owner: string | null
  @Whole({ nullable: true }) business_id: number | null
  @Moment() next_run_at: string
  @Moment() created_at: string
  @Moment() updated_at: string
}
