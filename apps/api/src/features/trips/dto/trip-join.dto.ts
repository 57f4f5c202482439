import { ApiSchema } from '@nestjs/swagger'
import { WordField } from '../../../http/body-fields.js'

export const JOINED_WITH = ['next', 'previous'] as const

@ApiSchema({ name: 'JoinTrip' })
export class JoinTripDto {
  @WordField(JOINED_WITH, { description: 'Other trip to join: the vehicle’s next or previous trip' })
  with: (typeof JOINED_WITH)[number]
}
