import { ApiSchema } from '@nestjs/swagger'
import { FlagField, IdField, OptionalIdField, OptionalLine, RequiredLine } from '../../../http/body-fields.js'
import { IccidField, ImeiField, TrackerIdField } from '../../../http/imei-fields.js'
import { field } from '../../../texts/platform.js'
import type { SpeedUnit } from '@roadbook/contracts'
import { SpeedUnitField, UtcOffsetField } from './clock-fields.js'
import { BoundProtocolField, ClientCertificateField, SourceNetworkField } from './pin-fields.js'

/** Fields of a tracker that users can change. */
@ApiSchema({ name: 'CreateDevice' })
export class CreateDeviceDto {
  @ImeiField() imei: string

  @OptionalLine('title', { maxLength: 100 }) title?: string | null

  @OptionalLine('description', { maxLength: 500 }) description?: string | null

  @OptionalLine('model', { maxLength: 100 }) model?: string | null

  @IccidField({ isOptional: true }) iccid?: string | null

  @OptionalLine('firmware', { maxLength: 100 }) firmware_version?: string | null

  @OptionalLine('settings-crc', {
    maxLength: 16,
    pattern: { matches: /^[0-9A-Fa-f]+$/, sentence: field('not-hexadecimal', { label: field('label.settings-crc') }) },
  })
  settings_crc?: string | null

  @TrackerIdField(
    'Identifier that the tracker sends instead of its IMEI. Users other than super admins may enter a part of the IMEI, or the number ' +
      'with which this tracker was delivered. A new device gets the delivered number automatically',
  )
  tracker_id?: string | null

  @UtcOffsetField() utc_offset_minutes?: number | null

  @SpeedUnitField() speed_unit?: SpeedUnit | null

  @BoundProtocolField() bound_protocol?: string | null

  @SourceNetworkField() source_network?: string | null

  @ClientCertificateField() client_certificate?: string | null

  @OptionalIdField('business', 'Id of the owning business. Default: the business of the caller') business_id?: number | null
}

/**
 * Changes to a device. An absent field stays unchanged. The IMEI identifies the device and cannot change. To move a device to
 * another business, use the operation that links it there.
 */
@ApiSchema({ name: 'UpdateDevice' })
export class UpdateDeviceDto extends CreateDeviceDto {
  @FlagField('True if the device was sent back') returned?: boolean
}

@ApiSchema({ name: 'AttachDeviceToEntity' })
export class AttachDeviceToEntityDto {
  @IdField('entity') entity_id: number
}

@ApiSchema({ name: 'DetachDevice' })
export class DetachDeviceDto {
  @RequiredLine('reason', { maxLength: 500 }) reason: string

  @FlagField('True if the tracker is sent back') returned?: boolean
}
