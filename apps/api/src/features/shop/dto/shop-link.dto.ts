import { ApiSchema } from '@nestjs/swagger'
import { Moment, Text } from '../../../http/properties.js'

/** Single-use link into the shop for one user. */
@ApiSchema({ name: 'ShopLink' })
export class ShopLinkDto {
  @Text({ description: 'The address of the shop with a one-time code as `token`; the code opens nothing here' }) url: string
  @Moment() expires_at: string
}
