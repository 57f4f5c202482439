import { ApiSchema } from '@nestjs/swagger'
import { IdField } from '../../../http/body-fields.js'
import { ImeisField } from '../../../http/imei-fields.js'
import { Moment, Text, Whole } from '../../../http/properties.js'
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

  @ImeisField({
    max: MAX_DELIVERED,
    none: say('not-imeis'),
    description: 'What was delivered to another business before is this one’s from then on',
  })
  imeis: string[]
}

@ApiSchema({ name: 'DeliveredDevices' })
export class DeliveredDevicesDto {
  @Whole({ description: 'IMEIs that were written down' }) delivered: number
  @Whole({ description: 'Registrations that waited for this, and are devices now' }) registered: number
}
