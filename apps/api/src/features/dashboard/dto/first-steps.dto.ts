import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Fact, Moment, Text, Whole } from '../../../http/properties.js'

@ApiSchema({ name: 'FirstStepsDone' })
export class FirstStepsDoneDto {
  @Fact({ description: 'True once there is a business' }) business: boolean
  @Fact({ description: 'True if an unregistered tracker has connected, or a tracker is registered' }) point: boolean
  @Fact({ description: 'True once a tracker is registered' }) register: boolean
  @Fact({ description: 'True if a tracker was ever installed on a vehicle' }) install: boolean
  @Fact({ description: 'True if the tracker of a vehicle has ever reported a position and movement' }) move: boolean
  @Fact({ description: 'True once there is a second user' }) invite: boolean
}

@ApiSchema({ name: 'FirstStepsBusiness' })
export class FirstStepsBusinessDto {
  @Whole() id: number
  @Text() name: string
}

/** Unregistered tracker that tried to connect. */
@ApiSchema({ name: 'FirstStepsKnock' })
export class FirstStepsKnockDto {
  @Text({ description: 'Identifier that the tracker sends' }) imei: string
  @Text() protocol: string
  @Text() remote_address: string
  @Moment() last_seen_at: string
}

/** Registered tracker that is not installed on a vehicle. */
@ApiSchema({ name: 'FirstStepsDevice' })
export class FirstStepsDeviceDto {
  @Text() imei: string
  @Whole() business_id: number
}

/** Vehicle with a tracker. */
@ApiSchema({ name: 'FirstStepsVehicle' })
export class FirstStepsVehicleDto {
  @Whole() entity_id: number
  @Text() name: string
  @Text() imei: string
  @Fact({ description: 'True if the position of the vehicle is known' }) is_on_map: boolean
}

@ApiSchema({ name: 'FirstStepsPort' })
export class FirstStepsPortDto {
  @Text() protocol: string
  @Whole({ description: 'Port of the protocol, or the port that recognises all protocols' }) port: number
}

/** Address that trackers send to. */
@ApiSchema({ name: 'FirstStepsGateway' })
export class FirstStepsGatewayDto {
  @Text({ nullable: true, description: 'Host name of the gateway; null if it is the host under which the portal was opened' })
  host: string | null
  @ApiProperty({ type: [FirstStepsPortDto], description: 'Ports of all protocols' }) ports: FirstStepsPortDto[]
}

/** Progress from an empty system to the first tracker on the map. It is limited to what the caller may see. */
@ApiSchema({ name: 'FirstSteps' })
export class FirstStepsDto {
  @ApiProperty({ type: () => FirstStepsDoneDto }) done: FirstStepsDoneDto
  @ApiProperty({ type: () => FirstStepsBusinessDto, nullable: true, description: 'The newest business; null without one' })
  business: FirstStepsBusinessDto | null
  @ApiProperty({
    type: [FirstStepsKnockDto],
    description: 'Connection attempts, newest first; empty for users who do not see all businesses',
  })
  knocks: FirstStepsKnockDto[]
  @ApiProperty({ type: () => FirstStepsDeviceDto, nullable: true, description: 'The newest device; null without one' })
  device: FirstStepsDeviceDto | null
  @ApiProperty({ type: () => FirstStepsVehicleDto, nullable: true, description: 'The newest vehicle; null without one' })
  vehicle: FirstStepsVehicleDto | null
  @ApiProperty({ type: () => FirstStepsGatewayDto }) gateway: FirstStepsGatewayDto
}
