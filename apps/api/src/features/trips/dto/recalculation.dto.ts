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
  @Whole({ description: 'Number of new trips' }) added: number
  @Whole({ description: 'Number of trips whose start, end or distance changed; they keep their ids' }) changed: number
  @Whole({ description: 'Number of removed trips' }) removed: number
  @Text({ nullable: true, description: 'Name of the requester; null if the account was deleted or the caller may not see it' })
  requested_by: string | null
  @Moment() created_at: string
  @Moment({ nullable: true, description: 'Null until it is done or given up' }) ended_at: string | null
}

const isMoment = IsISO8601({ strict: true }, says(field('not-time')))

@ApiSchema({ name: 'RecalculateTrips' })
export class RecalculateTripsDto {
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    required: false,
    description: 'Start of the recalculation. Default and minimum: the vehicle’s first tracker',
    example: '2025-06-01T00:00:00Z',
  })
  @IsOptional()
  @isMoment
  from?: string

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    required: false,
    description: 'End of the recalculation. Default and maximum: now',
  })
  @IsOptional()
  @isMoment
  till?: string
}
