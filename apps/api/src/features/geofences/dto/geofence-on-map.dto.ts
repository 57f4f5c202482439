import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { AREA_KINDS, type AreaKind, type AreaShape } from '@roadbook/geo'
import { Decimal, OneOf, Text, Whole } from '../../../http/properties.js'
import { SHAPE } from './geofence.dto.js'

/** Geofence as drawn on a map. */
@ApiSchema({ name: 'GeofenceOnMap' })
export class GeofenceOnMapDto {
  @Whole() id: number
  @Text() name: string
  @OneOf(AREA_KINDS) kind: AreaKind
  @ApiProperty({ ...SHAPE, required: [...SHAPE.required] }) shape: AreaShape
  @Decimal({
    nullable: true,
    description: 'Metres: the radius of a circle, or the distance to either side of a corridor’s line; null for a polygon',
  })
  reach_m: number | null
}
