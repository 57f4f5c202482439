import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { INT4_MAX, WholeField } from '../../../http/body-fields.js'
import { Moment, Text } from '../../../http/properties.js'
import { BehindLink, FollowedLink, SeenPointDto, SeenPositionDto } from '../../../sharing/index.js'
import { CasePhotoDto, CaseVehicleDto } from './case-room.dto.js'

@ApiSchema({ name: 'SharedCasePhoto' })
export class SharedCasePhotoDto extends BehindLink {
  @WholeField({ min: 1, max: INT4_MAX, description: 'One of the photos of the case' }) photo_id: number
}

@ApiSchema({ name: 'SharedCaseLink' })
export class SharedCaseLinkDto extends FollowedLink {}

/** Case that a link shows: the vehicle and its location, without data about people. */
@ApiSchema({ name: 'SharedCase' })
export class SharedCaseDto {
  @Text({ example: 'M-00042' }) number: string
  @Moment() opened_at: string
  @Moment({ description: 'When the link ends' }) expires_at: string
  @Moment({ description: 'The server’s clock' }) now: string
  @ApiProperty({ type: () => CaseVehicleDto }) vehicle: CaseVehicleDto
  @ApiProperty({ type: () => [CasePhotoDto], description: 'Photos of the vehicle' }) photos: CasePhotoDto[]
  @ApiProperty({ type: () => SeenPositionDto, nullable: true }) position: SeenPositionDto | null
  @ApiProperty({ type: () => [SeenPointDto], description: 'Oldest first, at most 500, of the last two days' })
  trail: SeenPointDto[]
}
