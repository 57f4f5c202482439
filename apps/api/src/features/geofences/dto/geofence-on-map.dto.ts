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
  @Decimal({ nullable: true, description: 'Metres: of a circle its radius, of a corridor how far to either side' })
  reach_m: number | null
}
