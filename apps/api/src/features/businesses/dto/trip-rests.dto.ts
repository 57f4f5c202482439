import { applyDecorators } from '@nestjs/common'
import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { VEHICLE_TYPES, type VehicleType } from '@roadbook/contracts'
import { REST_MINUTES } from '@roadbook/trips'
import { Type } from 'class-transformer'
import { ArrayMaxSize, ArrayUnique, IsArray, ValidateNested } from 'class-validator'
import { check, WordField } from '../../../http/body-fields.js'
import { Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { says } from '../../../http/validation.js'
import { field } from '../../../texts/platform.js'
import { say } from '../texts.js'

const { least, most } = REST_MINUTES
const isRest = (value: unknown) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most

/** Declares the minutes of rest that end a trip; null uses the value of the parents. */
const RestField = () =>
  applyDecorators(
    ApiProperty({
      type: 'integer',
      minimum: least,
      maximum: most,
      nullable: true,
      description: 'Minutes of rest that end a trip; null to use the setting of the parent businesses',
    }),
    check((value) => (value === null || isRest(value) ? undefined : say('rest-minutes', { least, most }))),
  )

@ApiSchema({ name: 'TripRestFrom' })
export class TripRestFromDto {
  @Whole() business_id: number
  @Text() name: string
}

const FROM = { type: TripRestFromDto, nullable: true }

@ApiSchema({ name: 'InheritedTripRest' })
export class InheritedTripRestDto {
  @Whole() rest_minutes: number
  @ApiProperty({ ...FROM, description: 'Nearest parent business that sets this rest; null if the default of the type applies' })
  from: TripRestFromDto | null
}

@ApiSchema({ name: 'TripRest' })
export class TripRestDto {
  @OneOf(VEHICLE_TYPES) vehicle_type: VehicleType
  @Whole({ nullable: true, description: 'Minutes that this business sets itself; null without one' }) rest_minutes: number | null
  @Whole({ description: 'Minutes of rest that end a trip' }) in_force: number
  @ApiProperty({
    ...FROM,
    description: 'Business whose setting applies: this business or a parent; null if the default of the type applies',
  })
  from: TripRestFromDto | null
  @ApiProperty({ type: InheritedTripRestDto, description: 'Minutes that apply if this business sets nothing' })
  inherited: InheritedTripRestDto
}

/** Rest times that end a trip, for each type of vehicle of a business (G-104). */
@ApiSchema({ name: 'TripRests' })
export class TripRestsDto {
  @ApiProperty({ type: [TripRestDto] }) rests: TripRestDto[]
  @Moment({ description: 'When the business’s choice was last changed' }) updated_at: string
}

@ApiSchema({ name: 'OwnTripRest' })
class OwnTripRestDto {
  @WordField(VEHICLE_TYPES) vehicle_type: VehicleType

  @RestField() rest_minutes: number | null
}

/** All rest times that a business itself sets. Other types of vehicle use the rest times of the parents. */
@ApiSchema({ name: 'OwnTripRests' })
export class OwnTripRestsDto {
  @ApiProperty({ type: [OwnTripRestDto], maxItems: VEHICLE_TYPES.length })
  @ValidateNested({ each: true, ...says(field('not-object')) })
  @Type(() => OwnTripRestDto)
  @ArrayUnique((rest: OwnTripRestDto | null) => rest?.vehicle_type, says(field('not-valid')))
  @ArrayMaxSize(VEHICLE_TYPES.length, says(field('at-most', { max: VEHICLE_TYPES.length })))
  @IsArray(says(field('not-list')))
  rests: OwnTripRestDto[]
}
