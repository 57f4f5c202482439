import { ApiSchema } from '@nestjs/swagger'
import { OneOf, Text, Whole } from '../../../http/properties.js'

export const HIT_KINDS = ['vehicle', 'person', 'business', 'tag'] as const

/** Search result. Its details distinguish it from other results with the same name (T-06). */
@ApiSchema({ name: 'SearchHit' })
export class HitDto {
  @OneOf(HIT_KINDS) kind: string
  @Whole() id: number
  @Text() name: string
  @Text({ nullable: true }) license_plate: string | null
  @Text({ nullable: true }) frame_number: string | null
  @Text({ nullable: true, description: 'IMEI of the tracker on the vehicle' }) imei: string | null
  @Text({ nullable: true, description: 'E-mail address of a user or a business' }) email: string | null
  @Text({ nullable: true, description: 'Name of the business that it belongs to; for a business, the one above it' })
  business_name: string | null
}
