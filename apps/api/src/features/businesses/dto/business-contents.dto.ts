import { ApiSchema } from '@nestjs/swagger'
import { Fact, Moment, Text, Whole } from '../../../http/properties.js'

/** User in the list of a business. */
@ApiSchema({ name: 'BusinessUser' })
export class BusinessUserDto {
  @Whole() id: number
  @Text() name: string
  @Text() email: string
  @Text() role: string
  @Whole() business_id: number
  @Text() business_name: string
  @Moment({ nullable: true, description: 'Time of the last request; null before the first' }) last_seen_at: string | null
  @Moment() created_at: string
}

/** Entity in the list of a business. */
@ApiSchema({ name: 'BusinessEntity' })
export class BusinessEntityDto {
  @Whole() id: number
  @Text() name: string
  @Text({ nullable: true, description: 'Null if not entered' }) short_name: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) frame_number: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) license_plate: string | null
  @Text() vehicle_type: string
  @Text({ nullable: true, description: 'IMEI of the tracker on the vehicle; null without a tracker' }) imei: string | null
  @Whole() business_id: number
  @Text() business_name: string
  @Moment() created_at: string
}

/** Device in the list of a business. */
@ApiSchema({ name: 'BusinessDevice' })
export class BusinessDeviceDto {
  @Whole() id: number
  @Text() imei: string
  @Text({ nullable: true, description: 'Null if not entered' }) title: string | null
  @Text({ nullable: true, description: 'Model of the tracker; null if unknown' }) model: string | null
  @Text({ nullable: true, description: 'Null if unknown' }) firmware_version: string | null
  @Whole({ nullable: true, description: 'Id of its vehicle; null if it is on none' }) entity_id: number | null
  @Text({ nullable: true, description: 'Null if it is on no vehicle' }) entity_name: string | null
  @Moment({ nullable: true, description: 'Arrival of its last packet; also null while the time is hidden' }) last_received_at:
    | string
    | null
  @Fact({ description: 'True if the device is on a customer’s vehicle, so that its times are hidden from the caller' })
  location_hidden: boolean
  @Whole() business_id: number
  @Text() business_name: string
  @Moment() created_at: string
}

/** State of the devices of a business and of those below it. */
@ApiSchema({ name: 'DeviceStatistics' })
export class DeviceStatisticsDto {
  @Whole({ description: 'Number of devices' }) total: number
  @Whole({ description: 'Number of devices on a vehicle now' }) installed: number
  @Whole({ description: 'Number of devices that sent something in the last 3 minutes' }) online: number
  @Whole({ description: 'Number of devices that sent something in the last 24 hours' }) seen_in_last_day: number
  @Whole({ description: 'Number of devices on a vehicle that sent nothing in the last 24 hours' }) silent: number
  @Whole({ description: 'Number of devices that never sent anything' }) never_seen: number
}
