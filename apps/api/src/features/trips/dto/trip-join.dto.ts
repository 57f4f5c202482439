import { ApiSchema } from '@nestjs/swagger'
import { WordField } from '../../../http/body-fields.js'

export const JOINED_WITH = ['next', 'previous'] as const

@ApiSchema({ name: 'JoinTrip' })
export class JoinTripDto {
  @WordField(JOINED_WITH, { description: 'Trip of the vehicle that was one with this trip: the one before or after it' })
  with: (typeof JOINED_WITH)[number]
}
