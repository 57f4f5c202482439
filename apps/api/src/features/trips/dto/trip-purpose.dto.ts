import { applyDecorators } from '@nestjs/common'
import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { check, IdsField, OptionalLine } from '../../../http/body-fields.js'
import { MAX_BULK_ROWS } from '../../../bulk/index.js'
import { field, ids } from '../../../texts/platform.js'

export const TRIP_PURPOSES = ['business', 'private', 'commute'] as const
export type TripPurpose = (typeof TRIP_PURPOSES)[number]

const MAX_NOTE = 250
const MAX_DRIVER = 100

const isPurpose = (value: unknown) => (TRIP_PURPOSES as readonly unknown[]).includes(value)

/** Declares the purpose; null when unknown. */
const PurposeField = () =>
  applyDecorators(
    ApiProperty({ type: 'string', enum: [...TRIP_PURPOSES], nullable: true }),
    check((value) => (value === null || isPurpose(value) ? undefined : field('not-one-of', { allowed: TRIP_PURPOSES }))),
  )

/** Purpose of a trip. An absent field stays unchanged. Null or an empty text means that the value is unknown. */
@ApiSchema({ name: 'SayTripPurpose' })
export class SayTripPurposeDto {
  @PurposeField() purpose: TripPurpose | null
  @OptionalLine('note', { maxLength: MAX_NOTE, description: 'Customer or reason of the trip' }) note?: string | null
  @OptionalLine('driver', { maxLength: MAX_DRIVER }) driver?: string | null
}

@ApiSchema({ name: 'SayTripPurposes' })
export class SayTripPurposesDto extends SayTripPurposeDto {
  @IdsField('trips', { max: MAX_BULK_ROWS, none: ids('no-trips') }) ids: number[]
}
