import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { PageMetaDto } from '../../../http/page.dto.js'
import { Decimal, ListOf, OneOf, Text, Whole } from '../../../http/properties.js'
import { COLUMN_KINDS, type ColumnKind, type SheetRow } from '../../../papers/index.js'
import type { Sentence } from '../../../texts/sentence.js'
import { TripDto } from '../../trips/index.js'

/**
 * Contents of a report: every trip (`all`), one row per vehicle (`summary`), or one of four kinds that show how vehicles are
 * used.
 */
export const REPORT_MODES = ['all', 'summary', 'stops', 'utilisation', 'speeding', 'activity'] as const
export type ReportMode = (typeof REPORT_MODES)[number]

@ApiSchema({ name: 'ReportColumn' })
export class ReportColumnDto {
  @Text({ description: 'Name of the value in each row' }) key: string
  @Text({ description: 'Label in the caller’s language' }) label: Sentence | string
  @OneOf(COLUMN_KINDS) kind: ColumnKind
}

export const ROW_SCHEMA = {
  type: 'object' as const,
  additionalProperties: { nullable: true, oneOf: [{ type: 'string' as const }, { type: 'number' as const }] },
  description: 'Values by the key of their column; `entity_id` and `trip_id` where the row is about one',
}

@ApiSchema({ name: 'ReportPageMeta' })
export class ReportPageMetaDto extends PageMetaDto {
  @ApiProperty({ type: () => [ReportColumnDto] }) columns: ReportColumnDto[]
  @ApiProperty({ ...ROW_SCHEMA, description: 'Totals of all pages, by the key of their column' }) totals: SheetRow
  @Text() from: string
  @Text() till: string
  @Text() time_zone: string
  @Whole({ description: 'Number of vehicles in the report' }) entities: number
  @Whole({ description: 'Number of vehicles left out because their customers have not consented' }) hidden_entities: number
  @ListOf('string', { description: 'Remarks in the language of the caller' }) notes: (Sentence | string)[]
}

@ApiSchema({ name: 'ReportedEntity' })
export class ReportedEntityDto {
  @Whole() id: number
  @Text() name: string
  @Text({ nullable: true }) frame_number: string | null
  @Text({ nullable: true }) license_plate: string | null
  @Text() vehicle_type: string
  @Text({ nullable: true }) imei: string | null
}

@ApiSchema({ name: 'ReportTotals' })
export class ReportTotalsDto {
  @Whole() trips: number
  @Whole() distance_m: number
  @Whole() duration_s: number
  @Whole({ description: 'Time at rest within trips' }) idle_s: number
  @Decimal({ nullable: true }) average_speed_kph: number | null
  @Decimal({ nullable: true }) max_speed_kph: number | null
}

@ApiSchema({ name: 'ReportDay' })
export class ReportDayDto {
  @ApiProperty({ type: 'string', format: 'date', description: 'Day in the zone; trips belong to the day on which they start' })
  day: string
  @Whole() trips: number
  @Whole() distance_m: number
  @Whole() duration_s: number
  @Whole() idle_s: number
}

@ApiSchema({ name: 'NearestDays' })
export class NearestDaysDto {
  @Text({ nullable: true, description: 'The last day before the period that has trips' }) before: string | null
  @Text({ nullable: true, description: 'The first day after it' }) after: string | null
}

/** All trips and totals of one vehicle in a period. */
@ApiSchema({ name: 'Report' })
export class ReportDto {
  @ApiProperty({ type: () => ReportedEntityDto }) entity: ReportedEntityDto
  @Text() from: string
  @Text() till: string
  @Text() time_zone: string
  @ApiProperty({ type: () => ReportTotalsDto }) totals: ReportTotalsDto
  @ApiProperty({ type: () => [ReportDayDto], description: 'Days with trips' }) days: ReportDayDto[]
  @ApiProperty({ type: () => [TripDto], description: 'The oldest first, 2 000 at most; `totals` are of all' }) trips: TripDto[]
  @ApiProperty({ type: () => NearestDaysDto, nullable: true, description: 'Nearest days with trips, if the period has none' })
  nearest: NearestDaysDto | null
}
