import { ApiSchema } from '@nestjs/swagger'
import { ADDRESS_SEARCHES } from '../../../geocoder/search/place-finder.js'
import { PLACE_KINDS } from '../../../geocoder/search/found-place.js'
import { Decimal, OneOf, Text } from '../../../http/properties.js'

/** A place found by its name. */
@ApiSchema({ name: 'FoundPlace' })
export class FoundPlaceDto {
  @OneOf(PLACE_KINDS) kind: (typeof PLACE_KINDS)[number]
  @Text({ example: 'Aeulestrasse', description: 'Town, street, or house with its street' }) name: string
  @Text({ nullable: true, example: 'Vaduz', description: 'Town of a street or house. Null for a town itself' }) city:
    | string
    | null
  @Text({ nullable: true, description: 'State, province or canton. Null if unknown' }) region: string | null
  @Text({ nullable: true, description: 'Country, in the caller’s language. Null if unknown' }) country: string | null
  @Decimal({ description: 'Degrees WGS 84, −90 to 90' }) latitude: number
  @Decimal({ description: 'Degrees WGS 84, −180 to 180' }) longitude: number
  @Decimal({ description: 'Southern bound, in degrees, of the map section that shows the place' }) south: number
  @Decimal({ description: 'Western bound in degrees; greater than `east` across the 180th meridian' }) west: number
  @Decimal({ description: 'Northern bound in degrees' }) north: number
  @Decimal({ description: 'Eastern bound in degrees' }) east: number
}

/** Extent of a search. */
@ApiSchema({ name: 'FoundPlacesMeta' })
export class FoundPlacesMetaDto {
  @OneOf(ADDRESS_SEARCHES, {
    description:
      'State of the search for addresses by the operator’s geocoder. `none`: no geocoder is configured. `possible`: request it with `addresses=true`. `searched`: the geocoder has answered. `unavailable`: the geocoder cannot answer at the moment',
  })
  addresses: (typeof ADDRESS_SEARCHES)[number]
}
