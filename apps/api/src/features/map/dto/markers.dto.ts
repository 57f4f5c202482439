import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { ListOf, Moment, Whole } from '../../../http/properties.js'

/**
 * Markers as one array per column. All arrays have the same length, and a marker has the same index in each. Times are
 * milliseconds since 1970 UTC.
 */
@ApiSchema({ name: 'MarkerColumns' })
export class MarkerColumnsDto {
  @ListOf('integer') entity_id: number[]
  @ListOf('string', { nullable: true })
  imei: (string | null)[]
  @ListOf('string') name: string[]
  @ListOf('string', { description: 'Label of the marker on the map' }) label: string[]
  @ListOf('string', { description: 'Part of the address of its page' }) slug: string[]
  @ListOf('string', { nullable: true })
  short_name: (string | null)[]
  @ListOf('string') entity_name: string[]
  @ListOf('string', { nullable: true })
  sub_vendor_name: (string | null)[]
  @ListOf('string') business_name: string[]
  @ListOf('string') vehicle_type: string[]
  @ListOf('string', { nullable: true })
  brand: (string | null)[]
  @ListOf('string', { nullable: true })
  model: (string | null)[]
  @ListOf('number', { nullable: true })
  latitude: (number | null)[]
  @ListOf('number', { nullable: true })
  longitude: (number | null)[]
  @ListOf('number', { nullable: true })
  speed_kph: (number | null)[]
  @ListOf('integer', { nullable: true })
  heading: (number | null)[]
  @ListOf('boolean') moving: boolean[]
  @ListOf('integer', { nullable: true })
  positioned_at: (number | null)[]
  @ListOf('integer', { nullable: true })
  received_at: (number | null)[]
  @ListOf('integer', { nullable: true })
  last_activity: (number | null)[]
  @ListOf('string') lifecycle: string[]
  @ListOf('boolean') location_hidden: boolean[]
}

/** Every visible entity that has a tracker or a position. */
@ApiSchema({ name: 'Markers' })
export class MarkersDto {
  @Moment() generated_at: string
  @Whole() count: number
  @ApiProperty({ type: () => MarkerColumnsDto }) columns: MarkerColumnsDto
}
