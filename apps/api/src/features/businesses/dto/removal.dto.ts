import { ApiSchema } from '@nestjs/swagger'
import { Whole } from '../../../http/properties.js'

/** Number of objects that moved from one business to another. */
@ApiSchema({ name: 'MovedContents' })
export class MovedDto {
  @Whole({ description: 'Number of businesses' }) businesses: number
  @Whole({ description: 'Number of users' }) users: number
  @Whole({ description: 'Number of vehicles' }) entities: number
  @Whole({ description: 'Number of devices' }) devices: number
  @Whole({ description: 'Number of customers' }) customers: number
  @Whole({ description: 'Number of trips' }) trips: number
}
