import { ApiSchema } from '@nestjs/swagger'
import { Moment, Text, Whole } from '../../../http/properties.js'

/** Unregistered tracker that tried to connect. */
@ApiSchema({ name: 'UnknownDevice' })
export class UnknownDeviceDto {
  @Text({ description: 'Identifier that the tracker sends' }) imei: string
  @Text() protocol: string
  @Text({ description: 'Address of the last attempt to connect' }) remote_address: string
  @Whole({ description: 'Number of attempts to connect' }) attempts: number
  @Moment() first_seen_at: string
  @Moment() last_seen_at: string
}
