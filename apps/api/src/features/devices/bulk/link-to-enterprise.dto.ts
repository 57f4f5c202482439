import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { IdField, IdsField } from '../../../http/body-fields.js'
import { ImeisField } from '../../../http/imei-fields.js'
import { ListOf, OneOf, Text, Whole } from '../../../http/properties.js'
import { absent } from '../../../texts/platform.js'
import { Sentence } from '../../../texts/sentence.js'
import { say } from '../texts.js'

/** Maximum devices that one call may link. */
const MAX_LINKED = 1_000

/** Devices to link, by their ids or by scanned IMEIs (R-335, G-70). */
@ApiSchema({ name: 'LinkToEnterprise' })
export class LinkToEnterpriseDto {
  @IdField('enterprise') enterprise_id: number

  @IdsField('devices', { max: MAX_LINKED }) devices?: number[]

  @ImeisField({ max: MAX_LINKED, none: say('not-imeis'), isOptional: true })
  imeis?: string[]
}

export const DEVICE_LINK_FAILURES = {
  not_found: absent('device'),
  on_vehicle: say('link-vehicle'),
} as const
export type DeviceLinkFailure = keyof typeof DEVICE_LINK_FAILURES

@ApiSchema({ name: 'FailedDeviceLink' })
export class FailedDeviceLinkDto {
  @Whole({ nullable: true, description: 'Id of the device; null if no device has the IMEI' }) id: number | null
  @Text({ nullable: true, description: 'IMEI of the device; null if no device has the id' }) imei: string | null
  @OneOf(Object.keys(DEVICE_LINK_FAILURES)) reason: string
  @Text() message: Sentence
}

@ApiSchema({ name: 'DeviceLinkResult' })
export class DeviceLinkResultDto {
  @ListOf('integer', { description: 'Ids of the devices that belong to the enterprise now' }) linked: number[]
  @ApiProperty({ type: [FailedDeviceLinkDto] }) failed: FailedDeviceLinkDto[]
  @Text({ nullable: true, description: 'Message with the number of failures; null if there are none' }) message: Sentence | null
}
