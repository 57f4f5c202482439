import { applyDecorators } from '@nestjs/common'
import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { check, OptionalLine, RequiredLine, WordField } from '../../../http/body-fields.js'
import { Fact, Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { ZoneName } from '../../../http/time-zone.js'
import { TRIP_PURPOSES, type TripPurpose } from '../../trips/index.js'
import { say } from '../texts.js'

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/

/** Correction of an entry after its month was closed. */
@ApiSchema({ name: 'LogbookCorrection' })
export class LogbookCorrectionDto {
  @OneOf(TRIP_PURPOSES) purpose: TripPurpose
  @Text({ nullable: true, description: 'Null if not entered' }) note: string | null
  @Text({ nullable: true, description: 'Name of the driver; null if not entered' }) driver: string | null
  @Text() reason: string
  @Moment() corrected_at: string
  @Text({ nullable: true, description: 'Name of the user; null if the caller may not see that user' }) corrected_by: string | null
}

/**
 * Trip in a logbook. In a closed month, the trip is as it was when the month was closed. In an open month, it is in its
 * present state.
 */
@ApiSchema({ name: 'LogbookEntry' })
export class LogbookEntryDto {
  @Whole({ nullable: true, description: 'Id of the entry in the closed month; null while the month is open' }) id: number | null
  @Whole({ nullable: true, description: 'Id of the trip; null if the trip no longer exists' }) trip_id: number | null
  @Moment() started_at: string
  @Moment() ended_at: string
  @Moment({ nullable: true, description: 'Estimated arrival, if the readings are far apart; null otherwise' })
  arrived_at: string | null
  @Text({ nullable: true, description: 'Null if none is known for the position' }) start_address: string | null
  @Text({ nullable: true, description: 'Null if none is known for the position' }) stop_address: string | null
  @Whole() distance_m: number
  @Whole({ nullable: true, description: 'Odometer at the start of the trip; null if unknown' }) odometer_start_m: number | null
  @Whole({ nullable: true, description: 'Odometer at the end of the trip; null if unknown' }) odometer_stop_m: number | null
  @Whole({
    nullable: true,
    description:
      'Metres that the odometer counted between the end of the previous trip and the start of this trip; null if unknown',
  })
  gap_m: number | null
  @OneOf(TRIP_PURPOSES, { nullable: true, description: 'Purpose after the latest correction; null without a purpose' })
  purpose: TripPurpose | null
  @Text({ nullable: true, description: 'Null if not entered' }) note: string | null
  @Text({ nullable: true, description: 'Name of the driver; null if not entered' }) driver: string | null
  @Moment({ nullable: true, description: 'When its purpose was first entered; null before' }) said_at: string | null
  @Fact({ description: 'True if the purpose was entered later than seven days after the trip' }) is_late: boolean
  @Fact() is_closed: boolean
  @Moment({ nullable: true, description: 'Time when the trip was added, if its month was already closed; null otherwise' })
  added_at: string | null
  @Fact({
    description: 'True if the trip was recalculated after its month was closed, or no longer exists. The entry stays unchanged',
  })
  is_recalculated: boolean
  @ApiProperty({ type: () => [LogbookCorrectionDto], description: 'Oldest first' }) corrections: LogbookCorrectionDto[]
  @ApiProperty({
    type: () => LogbookWordsDto,
    nullable: true,
    description: 'Purpose before the first correction; null if it had none',
  })
  said: LogbookWordsDto | null
}

@ApiSchema({ name: 'LogbookWords' })
export class LogbookWordsDto {
  @OneOf(TRIP_PURPOSES) purpose: TripPurpose
  @Text({ nullable: true, description: 'Null if not entered' }) note: string | null
  @Text({ nullable: true, description: 'Name of the driver; null if not entered' }) driver: string | null
}

@ApiSchema({ name: 'LogbookMonth' })
export class LogbookMonthDto {
  @Text({ example: '2025-10' }) month: string
  @Whole({ description: 'Number of trips' }) trips: number
  @Whole({ description: 'Number of trips without a purpose' }) unsaid: number
  @Whole({ description: 'Number of trips that are not in the closed logbook' }) open: number
  @Moment({ nullable: true, description: 'Null until the month is closed' }) closed_at: string | null
  @Text({
    nullable: true,
    description: 'Name of the user; null until the month is closed, or if the caller may not see that user',
  })
  closed_by: string | null
}

@ApiSchema({ name: 'LogbookTotals' })
export class LogbookTotalsDto {
  @Whole({ description: 'Number of trips' }) trips: number
  @Whole() distance_m: number
  @Whole() business_m: number
  @Whole() commute_m: number
  @Whole() private_m: number
  @Whole() unsaid_m: number
}

@ApiSchema({ name: 'Logbook' })
export class LogbookDto {
  @Whole() entity_id: number
  @Text() entity_name: string
  @Text({ nullable: true, description: 'Null if not entered' }) license_plate: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) frame_number: string | null
  @Text({ nullable: true, description: 'IMEI of the tracker on the vehicle; null without a tracker' }) imei: string | null
  @Text({ nullable: true, description: 'Null if the vehicle has no business' }) business_name: string | null
  @Text({ example: '2025-10' }) from: string
  @Text({ example: '2025-10' }) till: string
  @Text() time_zone: string
  @Whole({ nullable: true, description: 'Odometer at the start of the first trip; null if unknown' }) odometer_start_m:
    | number
    | null
  @Whole({ nullable: true, description: 'Odometer at the end of the last trip; null if unknown' }) odometer_stop_m: number | null
  @ApiProperty({ type: () => LogbookTotalsDto }) totals: LogbookTotalsDto
  @ApiProperty({ type: () => [LogbookMonthDto] }) months: LogbookMonthDto[]
  @ApiProperty({ type: () => [LogbookEntryDto] }) entries: LogbookEntryDto[]
}

/** Returns whether a value is a month such as `2025-10`. */
export const isMonth = (value: unknown): value is string => typeof value === 'string' && MONTH.test(value)

const MonthField = () =>
  applyDecorators(
    ApiProperty({ type: 'string', pattern: MONTH.source, example: '2025-10' }),
    check((value) => (isMonth(value) ? undefined : say('not-month'))),
  )

@ApiSchema({ name: 'CloseLogbookMonth' })
export class CloseLogbookMonthDto {
  @MonthField() month: string
  @ApiProperty({ type: 'string', description: 'Time zone of the month', example: 'Europe/Amsterdam' })
  @ZoneName(() => false)
  tz: string
}

@ApiSchema({ name: 'CorrectLogbookEntry' })
export class CorrectLogbookEntryDto {
  @WordField(TRIP_PURPOSES) purpose: TripPurpose
  @OptionalLine('note', { maxLength: 250 }) note?: string | null
  @OptionalLine('driver', { maxLength: 100 }) driver?: string | null
  @RequiredLine('reason', { maxLength: 250, description: 'Why the log was wrong' }) reason: string
}
