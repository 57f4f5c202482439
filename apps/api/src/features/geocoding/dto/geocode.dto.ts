import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Type } from 'class-transformer'
import { ArrayMaxSize, ArrayMinSize, IsIn, IsLatitude, IsLongitude, IsNumber, ValidateIf, ValidateNested } from 'class-validator'
import { type Locale, LOCALES } from '../../../texts/locale.js'
import { Text } from '../../../http/properties.js'
import { field } from '../../../texts/platform.js'
import { says } from '../../../http/validation.js'
import { say } from '../texts.js'
import { isOneOf } from '../../../http/body-fields.js'

export const MAX_GEOCODE_POINTS = 100

/** Point whose address is requested. */
@ApiSchema({ name: 'GeocodePoint' })
export class GeocodePointDto {
  @ApiProperty({ type: 'number', minimum: -90, maximum: 90, description: 'Degrees north of the equator (WGS 84)' })
  @IsLatitude(says(say('not-latitude')))
  @IsNumber({ allowNaN: false, allowInfinity: false }, says(field('not-number')))
  latitude: number

  @ApiProperty({ type: 'number', minimum: -180, maximum: 180, description: 'Degrees east of Greenwich (WGS 84)' })
  @IsLongitude(says(say('not-longitude')))
  @IsNumber({ allowNaN: false, allowInfinity: false }, says(field('not-number')))
  longitude: number

  @ApiProperty({
    type: 'string',
    enum: LOCALES,
    required: false,
    description: 'Language of the address; the default is the caller’s',
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsIn(LOCALES, isOneOf(LOCALES))
  locale?: Locale
}

/** Body with one point or a list of points. One point becomes a list of one, so that both are validated alike. */
export class GeocodePointsDto {
  @ArrayMaxSize(MAX_GEOCODE_POINTS, says(field('at-most', { max: MAX_GEOCODE_POINTS })))
  @ArrayMinSize(1, says(field('at-least', { min: 1 })))
  @ValidateNested({ each: true, ...says(field('not-object')) })
  @Type(() => GeocodePointDto)
  points: GeocodePointDto[]
}

/** Address as far as known. */
@ApiSchema({ name: 'Address' })
export class AddressDto {
  @Text({ nullable: true, example: 'Hauptstraße, Heidelberg', description: 'Null if none is known for the position' }) address:
    | string
    | null
  @Text({ nullable: true, description: 'Null if none is known for the position' }) city: string | null
  @Text({ nullable: true, description: 'Null if none is known for the position' }) country: string | null
}
