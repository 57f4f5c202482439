import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Decimal, Fact, ListOf, Moment, OneOf, Text, Whole } from '../../http/properties.js'
import { DeviceClockDto } from '../device-clock/index.js'
import { GPS_QUALITIES, type GpsQuality } from './quality/gps-quality.js'
import { NETWORK_STATES, type NetworkState } from './quality/network-state.js'

@ApiSchema({ name: 'DevicePosition' })
export class DevicePositionDto {
  @Decimal({ description: 'At most 6 decimals' }) latitude: number
  @Decimal({ description: 'At most 6 decimals' }) longitude: number
  @Moment() positioned_at: string
  @Text({ nullable: true, description: 'Null if none is known for the position' }) address: string | null
}

/** GPS quality over the last ten fixes. */
@ApiSchema({ name: 'DeviceGps' })
export class DeviceGpsDto {
  @OneOf(GPS_QUALITIES) quality: GpsQuality
  @Whole({ description: 'Number of valid fixes among them' }) valid: number
  @Whole({ description: 'At most 10' }) total: number
  @Decimal({ nullable: true, description: 'Seconds between two fixes, as the median; null for fewer than two' }) median_gap_s:
    | number
    | null
  @Decimal({ nullable: true, description: 'Derived from the HDOP; null if the tracker does not report it' })
  median_accuracy_m: number | null
  @Whole({ nullable: true, description: 'Satellites of the newest fix; null if unknown' }) satellites: number | null
}

@ApiSchema({ name: 'DeviceExternalBattery' })
export class DeviceExternalBatteryDto {
  @Whole({ description: 'Voltage of the vehicle’s battery' }) millivolts: number
  @Whole({ nullable: true, description: 'Estimated from the voltage; null if the voltage fits no usual battery' })
  percent: number | null
  @Moment({ description: 'When it was measured' }) measured_at: string
}

@ApiSchema({ name: 'DeviceOnline' })
export class DeviceOnlineDto {
  @Moment({ description: 'When the first hour begins' }) from: string
  @ListOf('boolean', { description: 'Last 24 hours, oldest first: true for an hour in which something arrived' }) hours: boolean[]
  @Whole({ description: 'Share of the 24 hours in which something arrived' }) percent: number
}

@ApiSchema({ name: 'DeviceFix' })
export class DeviceFixDto {
  @Moment() positioned_at: string
  @Moment() received_at: string
  @Fact() valid: boolean
  @Decimal({ nullable: true, description: 'Null if the tracker did not send it' }) speed_kph: number | null
  @Whole({ nullable: true, description: 'Voltage of the vehicle’s battery; null if the tracker did not send it' })
  external_battery_mv: number | null
}

/** Present state of a tracker, for its installer. */
@ApiSchema({ name: 'DeviceStatus' })
export class DeviceStatusDto {
  @Whole() device_id: number
  @Text() imei: string
  @Text({ nullable: true, description: 'Model of the tracker; null if unknown' }) model: string | null
  @Text() business_name: string
  @Whole({ nullable: true, description: 'Id of its present vehicle; null without one' }) entity_id: number | null
  @Text({ nullable: true, description: 'Null if it is on no vehicle' }) entity_name: string | null
  @Fact({ description: 'Vehicle of a customer without consent: its activity and times are hidden' })
  location_hidden: boolean
  @Moment({ nullable: true, description: 'When its last message arrived; null before the first, and while it is hidden' })
  last_update: string | null
  @OneOf(NETWORK_STATES, { description: '`disconnected` after 3 minutes without an update' }) network: NetworkState
  @ApiProperty({
    type: () => DeviceClockDto,
    nullable: true,
    description: 'Null if the clock is right, or hidden',
  })
  clock: DeviceClockDto | null
  @Whole({ nullable: true, description: 'Signal strength as the tracker reports it; null if unknown' }) gsm_signal: number | null
  @ApiProperty({
    type: () => DevicePositionDto,
    nullable: true,
    description: 'Newest valid position; null if there is none, and while it is hidden',
  })
  position: DevicePositionDto | null
  @Decimal({ nullable: true, description: 'Speed at `position`; null if unknown' }) speed_kph: number | null
  @Whole({ nullable: true, description: 'Degrees true, 0–359; null if unknown' }) heading: number | null
  @ApiProperty({ type: () => DeviceGpsDto }) gps: DeviceGpsDto
  @ApiProperty({
    type: () => DeviceExternalBatteryDto,
    nullable: true,
    description: 'Battery of the vehicle; null if the tracker does not report it, and while it is hidden',
  })
  external_battery: DeviceExternalBatteryDto | null
  @ApiProperty({ type: () => DeviceOnlineDto }) online: DeviceOnlineDto
  @ApiProperty({ type: () => [DeviceFixDto], description: 'At most 10, newest first' }) fixes: DeviceFixDto[]
}

@ApiSchema({ name: 'DeviceTripsMeta' })
export class DeviceTripsMetaDto {
  @ApiProperty({ type: 'string', format: 'date', description: 'Today in the time zone' }) date: string
  @Text({ description: 'IANA name' }) time_zone: string
}
