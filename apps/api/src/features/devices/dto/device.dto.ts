import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { SPEED_UNITS, type SpeedUnit } from '@roadbook/contracts'
import { Fact, Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { DeviceClockDto } from '../../device-clock/index.js'
import { Sentence } from '../../../texts/sentence.js'
import { say } from '../texts.js'

/** States in the lifecycle of a device (D.16). */
export const DEVICE_STATES = ['free', 'installed', 'returned', 'deleted'] as const
/** Connection states. The age of the tracker's last data decides the state (G-41). */
const CONNECTIONS = ['live', 'today', 'sleeping', 'silent', 'never'] as const
export const SIM_STATES = ['inactive', 'active', 'suspended', 'ended'] as const
export const UPDATE_STATES = ['queued', 'sent', 'done', 'failed'] as const

/** Tracker. */
@ApiSchema({ name: 'Device' })
export class DeviceDto {
  @Whole() id: number
  @Text() imei: string
  @Text({ nullable: true, description: 'Null if not entered' }) title: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) description: string | null
  @Text({ nullable: true, description: 'Model of the tracker; null if unknown' }) model: string | null
  @Text({
    nullable: true,
    description: 'ICCID of the SIM that the device reports; otherwise the one entered by hand; null if unknown',
  })
  iccid: string | null
  @Text({ nullable: true, description: 'Null if unknown' }) firmware_version: string | null
  @Text({
    nullable: true,
    description:
      'Firmware that devices of this model should have in this business: the version of the last completed update, or, before the first update, the most common version; null if unknown',
  })
  wanted_firmware: string | null
  @Text({ nullable: true, description: 'Checksum of the tracker’s settings, hexadecimal; null if unknown' }) settings_crc:
    | string
    | null
  @Text({ nullable: true, description: 'Protocol of the last connection; null if unknown' }) protocol: string | null
  @Text({ nullable: true, description: 'Name that the tracker sends if it is not its IMEI; null otherwise' }) tracker_id:
    | string
    | null
  @Whole({
    nullable: true,
    description: 'Offset of the tracker’s clock in minutes east of UTC; null for the standard of its protocol',
  })
  utc_offset_minutes: number | null
  @OneOf(SPEED_UNITS, {
    nullable: true,
    description: 'Unit of the speed that the tracker sends, if its protocol leaves that open; null otherwise',
  })
  speed_unit: SpeedUnit | null
  @ApiProperty({ type: () => DeviceClockDto, nullable: true, description: 'Error of the clock; null if none is known' })
  clock: DeviceClockDto | null
  @Text({ nullable: true, description: 'The only protocol that the device may use; null until its next verification' })
  bound_protocol: string | null
  @Text({ nullable: true, description: 'The only network from which the device may connect, in CIDR notation; null without one' })
  source_network: string | null
  @Text({ nullable: true, description: 'SHA-256 of the certificate that it must show; null without one' }) client_certificate:
    | string
    | null
  @Whole({ description: 'Number of senders that claimed to be the tracker, are not trusted, and wait for review' })
  doubted_senders: number
  @OneOf(DEVICE_STATES) state: string
  @OneOf(CONNECTIONS) connection: string
  @Moment({ nullable: true, description: 'When its last packet arrived; null before the first, and while hidden' }) last_seen:
    | string
    | null
  @Whole() business_id: number
  @Text() business_name: string
  @Text({ nullable: true, description: 'The nearest vendor or enterprise; null without one' }) sub_vendor_name: string | null
  @Whole({ nullable: true, description: 'Id of its vehicle; null without one' }) entity_id: number | null
  @Text({ nullable: true, description: 'Null if it is on no vehicle' }) entity_name: string | null
  @Whole({ nullable: true, description: 'Null if no SIM is registered for it' }) sim_id: number | null
  @OneOf(SIM_STATES, { nullable: true, description: 'Null if no SIM is registered for it' }) sim_status: string | null
  @OneOf(UPDATE_STATES, { nullable: true, description: 'State of the update that the device waits for; null without one' })
  update_state: string | null
  @Moment({ nullable: true, description: 'Null unless it was sent back' }) returned_at: string | null
  @Moment() created_at: string
  @Moment() updated_at: string
}

/** Period when a device was on an entity. */
@ApiSchema({ name: 'Installation' })
export class InstallationDto {
  @Whole() id: number
  @Whole() entity_id: number
  @Text({ nullable: true, description: 'Null if the caller may not see the vehicle' }) entity_name: string | null
  @Moment() installed_at: string
  @Text({ nullable: true, description: 'Name of the user; null if no user did it, or if the caller may not see that user' })
  installed_by: string | null
  @Moment({ nullable: true, description: 'Null while the device is on the vehicle' }) removed_at: string | null
  @Text({ nullable: true, description: 'Name of the user; null if no user did it, or if the caller may not see that user' })
  removed_by: string | null
  @Text({ nullable: true, description: 'Null while the device is on the vehicle, or if nobody wrote one' }) removal_reason:
    | string
    | null
}

/** Totals of all devices in scope. */
@ApiSchema({ name: 'FleetStatistics' })
export class FleetStatisticsDto {
  @Whole({ description: 'Number of devices' }) total: number
  @Whole({ description: 'Number of devices that can be installed' }) free: number
  @Whole({ description: 'Number of devices on a vehicle' }) installed: number
  @Whole({ description: 'Number of devices that were sent back' }) returned: number
  @Whole({ description: 'Number of devices that sent something in the last 3 minutes' }) live: number
  @Whole({ description: 'Number of devices on a vehicle that have been silent for more than 26 hours' }) silent: number
  @Whole({ description: 'Number of devices that never sent anything' }) never_seen: number
  @Whole({ description: 'Number of devices whose firmware differs from the wanted version of their model' })
  firmware_drift: number
}

/** Reasons why a device cannot be installed. */
export const BLOCKED = {
  installed: say('on-vehicle'),
  returned: say('sent-back'),
} as const

@ApiSchema({ name: 'FoundDevice' })
export class FoundDeviceDto {
  @Whole() id: number
  @Text() imei: string
  @Text({ nullable: true, description: 'Model of the tracker; null if unknown' }) model: string | null
  @Text({ nullable: true, description: 'Null if unknown' }) firmware_version: string | null
  @Text() business_name: string
  @Moment({ nullable: true, description: 'Arrival of its last packet; also null while the time is hidden' }) last_seen:
    | string
    | null
  @Fact({ description: 'True if the device is on a customer’s vehicle, so that its times are hidden from the caller' })
  location_hidden: boolean
  @Whole({ nullable: true, description: 'Id of its vehicle; null if it is on none' }) entity_id: number | null
  @Text({ nullable: true, description: 'Null if it is on no vehicle' }) entity_name: string | null
  @OneOf(Object.keys(BLOCKED), { nullable: true, description: 'Why it cannot be installed; null otherwise' }) blocked:
    | string
    | null
  @Text({ nullable: true, description: '`blocked` in the language of the caller; null if it can be installed' })
  blocked_message: Sentence | null
}

/** Number of digits that the user still has to type before the search starts. */
@ApiSchema({ name: 'DeviceSearchMeta' })
export class DeviceSearchMetaDto {
  @Whole({ description: 'Number of digits still missing; 0 if the search was done' }) digits_missing: number
  @Text({ nullable: true, description: 'Message for the user who types; null without one' }) message: Sentence | null
}

@ApiSchema({ name: 'DeviceSearch' })
export class DeviceSearchDto {
  @ApiProperty({ type: [FoundDeviceDto] }) devices: FoundDeviceDto[]
  @ApiProperty({ type: DeviceSearchMetaDto }) meta: DeviceSearchMetaDto
}
