import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { FlagField, OptionalLine, WordField } from '../../../http/body-fields.js'
import { Text, Whole } from '../../../http/properties.js'
import { ImeiField } from '../../../http/imei-fields.js'
import { DeviceDto } from '../../devices/index.js'
import { EntityDto } from '../../entities/index.js'
import { required } from '../../../texts/platform.js'
import { Sentence } from '../../../texts/sentence.js'

/** Reasons for replacing a tracker (G-52). */
const REPLACE_REASONS = ['defective', 'wrong-order', 'end-of-contract', 'other'] as const

/** Replacement tracker for a vehicle that has one (R-278, R-298, G-53). */
@ApiSchema({ name: 'ReplaceDevice' })
export class ReplaceDeviceDto {
  @ImeiField() imei: string

  @WordField(REPLACE_REASONS, { required: required('reason') })
  reason: (typeof REPLACE_REASONS)[number]

  @OptionalLine('note', { maxLength: 400, description: 'Further explanation; required for the reason `other`' })
  note?: string | null

  @FlagField('True if the old tracker is sent back; otherwise it becomes free for another vehicle') returned?: boolean
}

/** Vehicle with its installed tracker. */
@ApiSchema({ name: 'ReplaceableEntity' })
export class ReplaceableEntityDto {
  @Whole() id: number
  @Text() name: string
  @Text({ nullable: true, description: 'Null if not entered' }) license_plate: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) frame_number: string | null
  @Text() vehicle_type: string
  @Text() business_name: string
  @Whole({ description: 'Odometer in metres; it continues with the new tracker' }) odo: number
  @ApiProperty({ type: DeviceDto, nullable: true, description: 'Tracker on the vehicle; null without one' })
  device: DeviceDto | null
  @Text({ nullable: true, description: 'Reason why its tracker cannot be replaced; null if it can be replaced' })
  blocked_message: Sentence | null
}

@ApiSchema({ name: 'Replaced' })
export class ReplacedDto {
  @ApiProperty({ type: EntityDto }) entity: EntityDto
  @ApiProperty({ type: DeviceDto, description: 'The tracker that was on it' }) old_device: DeviceDto
}
