import { ApiSchema } from '@nestjs/swagger'
import { IdField, OptionalLine, WordField } from '../../../http/body-fields.js'
import { Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { UPDATE_STATES } from '../dto/device.dto.js'
import { field } from '../../../texts/platform.js'

/** Firmware or settings to install on a device (G-71). */
@ApiSchema({ name: 'DeviceUpdate' })
export class DeviceUpdateDto {
  @Whole() id: number
  @Whole() device_id: number
  @Text() imei: string
  @Text({ nullable: true, description: 'Model of the tracker; null if unknown' }) model: string | null
  @Text({ nullable: true, description: 'Version at the time of the request; null if unknown' }) from_firmware: string | null
  @Text({ nullable: true, description: 'Requested version; null if only the settings change' }) to_firmware: string | null
  @Text({ nullable: true, description: 'Checksum of the settings at the time of the request, hexadecimal; null if unknown' })
  from_settings_crc: string | null
  @Text({ nullable: true, description: 'Checksum of the requested settings, hexadecimal; null if only the firmware changes' })
  to_settings_crc: string | null
  @OneOf(UPDATE_STATES)
  state: (typeof UPDATE_STATES)[number]
  @Text({ nullable: true, description: 'Why it failed; null unless it failed' }) failure: string | null
  @Text({ nullable: true, description: 'Name of the user; null if the caller may not see that user' }) requested_by: string | null
  @Whole() business_id: number
  @Text() business_name: string
  @Moment() created_at: string
  @Moment({ nullable: true, description: 'Null until it is sent to the tracker' }) sent_at: string | null
  @Moment({ nullable: true, description: 'When it was done, or failed; null before' }) ended_at: string | null
  @Moment() updated_at: string
}

@ApiSchema({ name: 'CreateDeviceUpdate' })
export class CreateDeviceUpdateDto {
  @IdField('device') device_id: number

  @OptionalLine('firmware', { maxLength: 100 }) to_firmware?: string | null

  @OptionalLine('settings-crc', {
    maxLength: 16,
    pattern: { matches: /^[0-9A-Fa-f]+$/, sentence: field('not-hexadecimal', { label: field('label.settings-crc') }) },
  })
  to_settings_crc?: string | null
}

@ApiSchema({ name: 'MoveDeviceUpdate' })
export class MoveDeviceUpdateDto {
  @WordField(UPDATE_STATES)
  state: (typeof UPDATE_STATES)[number]

  @OptionalLine('failure', { maxLength: 500, description: 'Why it failed' }) failure?: string | null
}
