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
  @Text({ nullable: true, description: 'Null if not entered' }) frame_number: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) license_plate: string | null
  @Text() vehicle_type: string
  @Text({ nullable: true, description: 'IMEI of the tracker on the vehicle; null without a tracker' }) imei: string | null
}

@ApiSchema({ name: 'ReportTotals' })
export class ReportTotalsDto {
  @Whole({ description: 'Number of trips' }) trips: number
  @Whole() distance_m: number
  @Whole() duration_s: number
  @Whole({ description: 'Time at rest within trips' }) idle_s: number
  @Decimal({ nullable: true, description: 'Null without trips' }) average_speed_kph: number | null
  @Decimal({ nullable: true, description: 'Null if unknown' }) max_speed_kph: number | null
}

@ApiSchema({ name: 'ReportDay' })
export class ReportDayDto {
  @ApiProperty({ type: 'string', format: 'date', description: 'Day in the zone; trips belong to the day on which they start' })
  day: string
  @Whole({ description: 'Number of trips' }) trips: number
  @Whole() distance_m: number
  @Whole() duration_s: number
  @Whole() idle_s: number
}

@ApiSchema({ name: 'NearestDays' })
export class NearestDaysDto {
  @Text({ nullable: true, description: 'Last day with trips before the period; null if there is none' }) before: string | null
  @Text({ nullable: true, description: 'First day with trips after the period; null if there is none' }) after: string | null
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
  @ApiProperty({ type: () => [TripDto], description: 'Oldest first, at most 2 000. `totals` cover all trips' }) trips: TripDto[]
  @ApiProperty({
    type: () => NearestDaysDto,
    nullable: true,
    description: 'Nearest days with trips, if the period has none; null otherwise',
  })
  nearest: NearestDaysDto | null
}
