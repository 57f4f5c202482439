import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { FixValidity } from '@roadbook/contracts'
import { Decimal, Fact, Moment, OneOf, Text, Whole } from '../../http/properties.js'

export const MESSAGE_KINDS = ['packet', 'event', 'rejected'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

export const VALIDITIES = Object.keys(FixValidity) as (keyof typeof FixValidity)[]

/** Reading as the gateway decoded it. Unknown values are null. */
@ApiSchema({ name: 'DecodedFix' })
export class DecodedFixDto {
  @Moment({ nullable: true }) positioned_at: string | null
  @OneOf(VALIDITIES, { description: 'Validity as the device reported it, before a comparison with other fixes' })
  validity: keyof typeof FixValidity
  @Decimal({ nullable: true }) latitude: number | null
  @Decimal({ nullable: true }) longitude: number | null
  @Decimal({ nullable: true }) altitude_m: number | null
  @Decimal({ nullable: true }) speed_kph: number | null
  @Decimal({ nullable: true }) heading: number | null
  @Whole({ nullable: true }) satellites: number | null
  @Decimal({ nullable: true }) hdop: number | null
  @Fact({ nullable: true }) ignition: boolean | null
  @Fact({ nullable: true }) movement: boolean | null
  @Whole({ nullable: true }) odometer_m: number | null
  @Whole({ nullable: true }) external_battery_mv: number | null
  @Whole({ nullable: true }) battery_mv: number | null
  @Whole({ nullable: true }) battery_percent: number | null
  @Whole({ nullable: true }) gsm_signal: number | null
  @Whole({ nullable: true, description: 'Event that made the device record the fix, as the maker’s number' }) event: number | null
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'All other values, by name if the name is known' })
  attributes: Record<string, unknown>
}

/** Message of a tracker, or event of its connection. */
@ApiSchema({ name: 'DeviceMessage' })
export class DeviceMessageDto {
  @OneOf(MESSAGE_KINDS) kind: MessageKind
  @Moment({ description: 'When the message was received, by the gateway’s clock' }) received_at: string
  @Moment({ description: 'When the message was stored durably' }) stored_at: string
  @Text({ nullable: true }) protocol: string | null
  @Text({ nullable: true }) gateway: string | null
  @Text({
    nullable: true,
    description: 'The frame’s bytes, hexadecimal, at most 8 KiB of them; null while the location is hidden',
  })
  raw: string | null
  @ApiProperty({
    type: () => [DecodedFixDto],
    nullable: true,
    description: 'Fixes of a packet; null while the location is hidden',
  })
  fixes: DecodedFixDto[] | null
  @Fact({ description: 'True if a second sender claimed the IMEI; the message was not used' }) quarantined: boolean
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true, description: 'Events only: `type` and its details' })
  event: Record<string, unknown> | null
  @Text({ nullable: true, description: 'Rejected messages only: the reason' }) reason: string | null
  @Text({ nullable: true, description: 'Rejected messages only: the part that rejected it' }) rejected_by: string | null
  @Fact({
    description:
      'True if the tracker is on a consumer’s vehicle without consent, or the positions are from a time when the tracker was not the caller’s',
  })
  location_hidden: boolean
}

/** Point where a search in the event log ended. */
@ApiSchema({ name: 'DeviceMessagesMeta' })
export class DeviceMessagesMetaDto {
  @Text({ nullable: true, description: 'Cursor of the next, older page; null at the end of the period' }) next_cursor:
    | string
    | null
  @Moment({ description: 'Time from which on all messages were searched' }) searched_from: string
}
