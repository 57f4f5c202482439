import { ApiSchema } from '@nestjs/swagger'
import { FlagField, IdField, OptionalIdField, OptionalLine, RequiredLine } from '../../../http/body-fields.js'

const IMEI_REQUIRED = 'IMEI number is required'
/** fifteen digits. */
export const ImeiField = () =>
  RequiredLine(
    'IMEI number',
    { maxLength: 15, pattern: { matches: /^\d{15}$/, message: 'IMEI number must have 15 digits' } },
    IMEI_REQUIRED,
  )

/** what is written down about a tracker. */
@ApiSchema({ name: 'CreateDevice' })
export class CreateDeviceDto {
  @ImeiField()
  imei: string

  @OptionalLine('Title', { maxLength: 100 })
  title?: string | null

  @OptionalLine('Description', { maxLength: 500 })
  description?: string | null

  @OptionalLine('Model', { maxLength: 100 })
  model?: string | null

  @OptionalLine('ICCID', { maxLength: 22, pattern: { matches: /^\d{18,22}$/, message: 'ICCID must have 18 to 22 digits' } })
  iccid?: string | null

  @OptionalLine('Firmware version', { maxLength: 100 })
  firmware_version?: string | null

  @OptionalLine('Settings CRC', {
    maxLength: 16,
    pattern: { matches: /^[0-9A-Fa-f]+$/, message: 'Settings CRC must be a hexadecimal number' },
  })
  settings_crc?: string | null

  @OptionalLine('Tracker id', {
    maxLength: 20,
    pattern: { matches: /^(?!\d{15}$)[A-Za-z0-9._-]+$/, message: 'Tracker id must be letters and digits, and no IMEI' },
    description: 'What it calls itself when that is not its IMEI',
  })
  tracker_id?: string | null

  @OptionalIdField('business', 'Id of the business whose it is; the caller’s unless told otherwise')
  business_id?: number | null
}

/** What is absent stays as it is. The IMEI says which one is meant and cannot change; a device changes hands by linking it. */
@ApiSchema({ name: 'UpdateDevice' })
export class UpdateDeviceDto extends CreateDeviceDto {
  @FlagField('Whether it was sent back')
  returned?: boolean
}

@ApiSchema({ name: 'AttachDeviceToEntity' })
export class AttachDeviceToEntityDto {
  @IdField('entity')
  entity_id: number
}

@ApiSchema({ name: 'DetachDevice' })
export class DetachDeviceDto {
  @RequiredLine('Reason', { maxLength: 500 })
  reason: string

  @FlagField('Whether it is sent back')
  returned?: boolean
}
