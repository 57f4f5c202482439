import { ApiSchema } from '@nestjs/swagger'
import { IdsField, OptionalIdField, WordField } from '../../../http/body-fields.js'
import { Fact, ListOf, Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { PAPER_FORMATS, type PaperFormat } from '../../../papers/index.js'
import type { Sentence } from '../../../texts/sentence.js'
import { REPORT_MODES, type ReportMode } from './report.dto.js'
import { DayField, LIMIT_KPH, MeasureField, MIN_MINUTES, ZoneField } from './wish-fields.js'

/** Kinds of reports (R-132 to R-134, G-59). */
export const REPORT_KINDS = ['periodic', 'individual', 'multiple'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]
export const REQUEST_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

/** Maximum ids in a request. It is higher than any configured limit of vehicles. */
const MAX_IDS = 1_000

@ApiSchema({ name: 'AskForReport' })
export class AskForReportDto {
  @WordField(REPORT_KINDS) kind: ReportKind
  @WordField(REPORT_MODES) mode: ReportMode
  @WordField(PAPER_FORMATS) format: PaperFormat
  @DayField('First day') from: string
  @DayField('Last day, included') till: string
  @IdsField('vehicles: one for an individual report, several for a multiple report', { max: MAX_IDS }) entity_ids?: number[]
  @OptionalIdField('tag', 'Id of a tag of the type `group`; a periodic report covers its vehicles. Null: all vehicles')
  target_group_id?: number | null

  @MeasureField(LIMIT_KPH) limit_kph?: number
  @MeasureField(MIN_MINUTES) min_minutes?: number
  @ZoneField() tz?: string
}

@ApiSchema({ name: 'AskedReport' })
export class AskedReportDto {
  @Whole({ description: 'Id of the request. `GET /reports/requests/{id}` returns its progress' }) id: number
}

/** Report that was requested by a user or made by a schedule. */
@ApiSchema({ name: 'ReportRequest' })
export class ReportRequestDto {
  @Whole() id: number
  @OneOf(REPORT_KINDS) kind: ReportKind
  @OneOf(REPORT_MODES) mode: ReportMode
  @OneOf(PAPER_FORMATS) format: PaperFormat
  @Text({ description: 'First day, YYYY-MM-DD of the zone' }) from: string
  @Text({ description: 'Last day, included' }) till: string
  @Text() time_zone: string
  @Whole({
    nullable: true,
    description: 'Id of the target group. A periodic report without one covers all vehicles; null without one',
  })
  target_group_id: number | null
  @Text({ nullable: true, description: 'Null without a target group' }) target_group_name: string | null
  @ListOf('integer') entity_ids: number[]
  @Whole({ nullable: true, description: '`speeding`: trips faster than this; null if it was not set' }) limit_kph: number | null
  @Whole({ nullable: true, description: '`stops`: minimum length; null if it was not set' }) min_minutes: number | null
  @Whole({ nullable: true, description: 'Id of the schedule that requested it; null otherwise' }) schedule_id: number | null
  @Text({ nullable: true, description: 'Null if a user requested it' }) schedule_name: string | null
  @OneOf(REQUEST_STATES) state: RequestState
  @Whole({ description: '0 to 100' }) progress: number
  @Text({ nullable: true, description: 'Why the last attempt failed; null unless it failed' }) reason: Sentence | string | null
  @Whole({ nullable: true, description: 'Number of rows of the file, without head and totals; null before there is a file' })
  rows: number | null
  @Text({ nullable: true, description: 'Name of the file; null before there is one, and after it has expired' }) file_name:
    | string
    | null
  @Whole({ nullable: true, description: 'Null before there is a file' }) size_bytes: number | null
  @Moment({ nullable: true, description: 'Null before there is a file' }) file_expires_at: string | null
  @Text({ nullable: true, description: 'Name of the requester; null if the caller may not see them' }) requested_by: string | null
  @Fact({ description: 'True if the caller requested it, and may retry or cancel it' }) is_own: boolean
  @Moment() created_at: string
  @Moment() updated_at: string
  @Moment({ nullable: true, description: 'Null until it starts' }) started_at: string | null
  @Moment({ nullable: true, description: 'Null until it is done or given up' }) ended_at: string | null
}
