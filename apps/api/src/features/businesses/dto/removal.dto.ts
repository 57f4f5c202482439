import { ApiSchema } from '@nestjs/swagger'
import { Whole } from '../../../http/properties.js'

/** Number of objects that moved from one business to another. */
@ApiSchema({ name: 'MovedContents' })
export class MovedDto {
  @Whole() businesses: number
  @Whole() users: number
  @Whole() entities: number
  @Whole() devices: number
  @Whole() customers: number
  @Whole() trips: number
}
