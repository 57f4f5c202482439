import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { IsISO8601, IsOptional } from 'class-validator'
import { says } from '../../../http/validation.js'
import { Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { field } from '../../../texts/platform.js'

export const RECALCULATION_STATES = ['queued', 'running', 'done', 'failed'] as const
export type RecalculationState = (typeof RECALCULATION_STATES)[number]

/** Recalculation of a vehicle's trips, with its progress. */
@ApiSchema({ name: 'TripRecalculation' })
export class TripRecalculationDto {
  @Whole() id: number
  @Whole() entity_id: number
  @Moment() from_at: string
  @Moment() till_at: string
  @OneOf(RECALCULATION_STATES) state: RecalculationState
  @Whole({ description: 'Percent' }) progress: number
  @Whole({ description: 'Trips that were not there before' }) added: number
  @Whole({ description: 'Trips that begin, end or measure otherwise now; they keep their ids' }) changed: number
  @Whole({ description: 'Trips that were removed' }) removed: number
  @Text({ nullable: true, description: 'Null where that account is no more, or not to be seen' }) requested_by: string | null
  @Moment() created_at: string
  @Moment({ nullable: true }) ended_at: string | null
}

const isMoment = IsISO8601({ strict: true }, says(field('not-time')))

@ApiSchema({ name: 'RecalculateTrips' })
export class RecalculateTripsDto {
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    required: false,
    description: 'Its first tracker by default, and at least',
    example: '2025-06-01T00:00:00Z',
  })
  @IsOptional()
  @isMoment
  from?: string

  @ApiProperty({ type: 'string', format: 'date-time', required: false, description: 'Now by default, and at most' })
  @IsOptional()
  @isMoment
  till?: string
}
