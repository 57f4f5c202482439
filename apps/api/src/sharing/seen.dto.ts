import { ApiSchema } from '@nestjs/swagger'
import { Decimal, Fact, Moment, Whole } from '../http/properties.js'

/** A vehicle's place at a given time. */
@ApiSchema({ name: 'SeenPoint' })
export class SeenPointDto {
  @Decimal({ description: 'At most 6 decimals' }) latitude: number
  @Decimal({ description: 'At most 6 decimals' }) longitude: number
  @Moment() positioned_at: string
  @Decimal({ nullable: true, description: 'km/h' }) speed_kph: number | null
  @Whole({ nullable: true, description: 'Degrees' }) heading: number | null
}

/** Last position of a vehicle. */
@ApiSchema({ name: 'SeenPosition' })
export class SeenPositionDto extends SeenPointDto {
  @Fact() is_moving: boolean
  @Whole({ description: 'Radius in metres within which the vehicle should be by now, if it continued as before' }) doubt_m: number
}
