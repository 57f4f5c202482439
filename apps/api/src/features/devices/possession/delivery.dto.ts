import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, Matches } from 'class-validator'
import { IdField } from '../../../http/body-fields.js'
import { Moment, Text, Whole } from '../../../http/properties.js'
import { says } from '../../../http/validation.js'
import { ids } from '../../../texts/platform.js'
import { say } from '../texts.js'

const MAX_DELIVERED = 5_000

/** G-109: that a tracker was sent to a business, which may register it without showing more. */
@ApiSchema({ name: 'DeviceDelivery' })
export class DeviceDeliveryDto {
  @Whole() id: number
  @Text() imei: string
  @Whole() business_id: number
  @Text() business_name: string
  @Whole({ nullable: true, description: 'The device that it is by now' }) device_id: number | null
  @Text({ nullable: true, description: 'Whose device that is' }) held_by: string | null
  @Moment() created_at: string
}

@ApiSchema({ name: 'DeliverDevices' })
export class DeliverDevicesDto {
  @IdField('business') business_id: number

  @ApiProperty({
    type: 'array',
    items: { type: 'string', pattern: '^\\d{15}$' },
    minItems: 1,
    maxItems: MAX_DELIVERED,
    description: 'What was delivered to another business before is this one’s from then on',
  })
  @Matches(/^\d{15}$/, { each: true, ...says(say('imei-digits')) })
  @ArrayUnique(says(ids('once')))
  @ArrayMaxSize(MAX_DELIVERED, says(ids('at-most', { max: MAX_DELIVERED })))
  @ArrayMinSize(1, says(say('not-imeis')))
  @IsArray(says(say('not-imeis')))
  imeis: string[]
}

@ApiSchema({ name: 'DeliveredDevices' })
export class DeliveredDevicesDto {
  @Whole({ description: 'IMEIs that were written down' }) delivered: number
  @Whole({ description: 'Registrations that waited for this, and are devices now' }) registered: number
}
