import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Type } from 'class-transformer'
import { ArrayMaxSize, ArrayMinSize, IsIn, IsLatitude, IsLongitude, IsNumber, IsOptional, ValidateNested } from 'class-validator'
import { type Locale, LOCALES } from '../../../texts/locale.js'
import { Text } from '../../../http/properties.js'

export const MAX_GEOCODE_POINTS = 100

/** A point whose address is asked. */
@ApiSchema({ name: 'GeocodePoint' })
export class GeocodePointDto {
  @ApiProperty({ type: 'number', minimum: -90, maximum: 90 })
  @IsLatitude({ message: 'latitude must be a number from -90 to 90' })
  @IsNumber({ allowNaN: false, allowInfinity: false })
  latitude: number

  @ApiProperty({ type: 'number', minimum: -180, maximum: 180 })
  @IsLongitude({ message: 'longitude must be a number from -180 to 180' })
  @IsNumber({ allowNaN: false, allowInfinity: false })
  longitude: number

  @ApiProperty({ type: 'string', enum: LOCALES, required: false })
  @IsOptional()
  @IsIn(LOCALES)
  locale?: Locale
}

/** The body, one point or a list, brought into one shape for validation. */
export class GeocodePointsDto {
  @ArrayMaxSize(MAX_GEOCODE_POINTS)
  @ArrayMinSize(1)
  @ValidateNested({ each: true })
  @Type(() => GeocodePointDto)
  points: GeocodePointDto[]
}

/** An address as far as it is known. */
@ApiSchema({ name: 'Address' })
export class AddressDto {
  @Text({ nullable: true, example: 'Hauptstraße, Heidelberg' })
  address: string | null
  @Text({ nullable: true })
  city: string | null
  @Text({ nullable: true })
  country: string | null
}
