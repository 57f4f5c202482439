import { ApiSchema } from '@nestjs/swagger'
import { WordField } from '../../../http/body-fields.js'

export const JOINED_WITH = ['next', 'previous'] as const

@ApiSchema({ name: 'JoinTrip' })
export class JoinTripDto {
  @WordField(JOINED_WITH, { description: 'Which trip of the vehicle was one with this one' })
  with: (typeof JOINED_WITH)[number]
}
