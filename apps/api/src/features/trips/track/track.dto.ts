import { ApiSchema } from '@nestjs/swagger'
import { Decimal, Moment, Whole } from '../../../http/properties.js'

/** Reading of a vehicle's tracker, during a trip or between trips. */
@ApiSchema({ name: 'TrackPoint' })
export class TrackPointDto {
  @Moment() positioned_at: string
  @Decimal({ description: 'At most 6 decimals' }) latitude: number
  @Decimal({ description: 'At most 6 decimals' }) longitude: number
  @Whole({ nullable: true }) altitude_m: number | null
  @Decimal({ nullable: true }) speed_kph: number | null
  @Whole({ nullable: true }) heading: number | null
}

@ApiSchema({ name: 'TrackMeta' })
export class TrackMetaDto {
  @Whole() entity_id: number
  @Moment() from: string
  @Moment() till: string
  @Whole({ description: 'Number of readings' }) points: number
  @Whole({ description: 'Number of readings without a reliable position, which are left out' }) skipped: number
}
