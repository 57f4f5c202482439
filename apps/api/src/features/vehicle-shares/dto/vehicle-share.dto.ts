import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Moment, Text } from '../../../http/properties.js'
import { FollowedLink, MakeShareDto, NewShareDto, SeenPointDto, SeenPositionDto, ShareDto } from '../../../sharing/index.js'

@ApiSchema({ name: 'VehicleShare' })
export class VehicleShareDto extends ShareDto {}

@ApiSchema({ name: 'NewVehicleShare' })
export class NewVehicleShareDto extends NewShareDto {}

@ApiSchema({ name: 'ShareVehicle' })
export class ShareVehicleDto extends MakeShareDto {}

@ApiSchema({ name: 'SharedVehicleLink' })
export class SharedVehicleLinkDto extends FollowedLink {}

/** Details that help to recognise a vehicle on the street. */
@ApiSchema({ name: 'SharedVehicleLooks' })
export class SharedVehicleLooksDto {
  @Text() name: string
  @Text() vehicle_type: string
  @Text({ nullable: true }) brand: string | null
  @Text({ nullable: true }) model: string | null
  @Text({ nullable: true }) color: string | null
  @Text({ nullable: true }) license_plate: string | null
}

/** Vehicle that a link shows: its location since the link was made, without data about people. */
@ApiSchema({ name: 'SharedVehicle' })
export class SharedVehicleDto {
  @Moment({ description: 'When the link was made: nothing before it is shown' }) since: string
  @Moment({ description: 'When the link ends' }) expires_at: string
  @Moment({ description: 'The server’s clock' }) now: string
  @ApiProperty({ type: () => SharedVehicleLooksDto }) vehicle: SharedVehicleLooksDto
  @ApiProperty({ type: () => SeenPositionDto, nullable: true }) position: SeenPositionDto | null
  @ApiProperty({ type: () => [SeenPointDto], description: 'Oldest first, at most 500, of the last two days' })
  trail: SeenPointDto[]
}
