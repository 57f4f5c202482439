import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Fact, Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { DEVICE_STATES } from '../../devices/index.js'
import { PhotoDto } from '../../../photos/index.js'

/** Reasons for sending a tracker back (G-52). */
export const RETURN_REASONS = ['defective', 'wrong-order', 'end-of-contract', 'other'] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]
/** States of a return. `closed` means that the tracker is in use again. */
export const RETURN_STATES = ['open', 'cancelled', 'closed'] as const

@ApiSchema({ name: 'ReturnPhoto' })
export class ReturnPhotoDto extends PhotoDto {}

/** Sender's address on a parcel. */
@ApiSchema({ name: 'ReturnAddress' })
export class ReturnAddressDto {
  @Text() name: string
  @Text() address: string
  @Text() postcode: string
  @Text() city: string
  @Text({ description: 'ISO 3166-1, two letters; empty when it is not known' }) country: string
}

/** Return of a tracker. */
@ApiSchema({ name: 'Return' })
export class ReturnDto {
  @Whole() id: number
  @Text({ example: 'RMA-2026-000123-3', description: 'Year, serial number and check digit (Luhn, over both)' }) number: string
  @OneOf(RETURN_STATES, { description: '`closed`: the device is in use again' })
  state: (typeof RETURN_STATES)[number]
  @Text() imei: string
  @Whole({ nullable: true, description: 'Id of the device; null if it belongs to another business by now' }) device_id:
    | number
    | null
  @Text({ nullable: true }) device_model: string | null
  @Whole({ nullable: true, description: 'Id of the vehicle that the tracker was on last' }) entity_id: number | null
  @Text({ nullable: true }) entity_name: string | null
  @Whole() business_id: number
  @Text() business_name: string
  @OneOf(RETURN_REASONS) reason: string
  @Text({ nullable: true }) note: string | null
  @Fact() replacement_wanted: boolean
  @ApiProperty({ type: ReturnAddressDto }) ship_from: ReturnAddressDto
  @ApiProperty({ type: [ReturnPhotoDto] }) photos: ReturnPhotoDto[]
  @Moment() created_at: string
  @Text({ nullable: true, description: 'User who requested the return; null if the caller may not see that user' }) created_by:
    | string
    | null
  @Moment({ nullable: true, description: 'When it was cancelled or closed' }) ended_at: string | null
}

/** Initial values of the form for a return. */
@ApiSchema({ name: 'ReturnForm' })
export class ReturnFormDto {
  @Text() imei: string
  @Text({ nullable: true }) device_model: string | null
  @OneOf(DEVICE_STATES) state: string
  @Whole({ nullable: true, description: 'Id of its vehicle' }) entity_id: number | null
  @Text({ nullable: true }) entity_name: string | null
  @ApiProperty({ type: ReturnDto, nullable: true, description: 'Return that is already open for this tracker' })
  open_return: ReturnDto | null
  @ApiProperty({
    type: ReturnAddressDto,
    nullable: true,
    description: 'Address from which the caller last sent a return, otherwise that of the device’s business',
  })
  ship_from: ReturnAddressDto | null
}
