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
  @Text({ nullable: true }) model: string | null
  @Text({ nullable: true }) from_firmware: string | null
  @Text({ nullable: true }) to_firmware: string | null
  @Text({ nullable: true }) from_settings_crc: string | null
  @Text({ nullable: true }) to_settings_crc: string | null
  @OneOf(UPDATE_STATES)
  state: (typeof UPDATE_STATES)[number]
  @Text({ nullable: true, description: 'Why it failed' }) failure: string | null
  @Text({ nullable: true }) requested_by: string | null
  @Whole() business_id: number
  @Text() business_name: string
  @Moment() created_at: string
  @Moment({ nullable: true }) sent_at: string | null
  @Moment({ nullable: true, description: 'When it was done, or failed' }) ended_at: string | null
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
