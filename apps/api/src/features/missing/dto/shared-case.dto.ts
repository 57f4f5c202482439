import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { IsISO8601, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator'
import { Moment, Text } from '../../../http/properties.js'
import { INT4_MAX, WholeField } from '../../../http/body-fields.js'
import { says } from '../../../http/validation.js'
import { field, required } from '../../../texts/platform.js'
import { say } from '../texts.js'
import { CasePhotoDto, CasePointDto, CasePositionDto, CaseVehicleDto } from './case-room.dto.js'

/** What stands behind `#` in a link, so that no server log ever holds it. */
class BehindLink {
  @ApiProperty({ type: 'string', minLength: 1, maxLength: 200 })
  @MaxLength(200, says(field('too-long', { label: field('label.link') })))
  @IsNotEmpty(says(required('link')))
  @IsString(says(required('link')))
  link: string
}

@ApiSchema({ name: 'SharedCasePhoto' })
export class SharedCasePhotoDto extends BehindLink {
  @WholeField({ min: 1, max: INT4_MAX, description: 'One of the photos of the case' }) photo_id: number
}

@ApiSchema({ name: 'SharedCaseLink' })
export class SharedCaseLinkDto extends BehindLink {
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    required: false,
    description: 'The newest point that the page has: only what is newer is answered, and nothing is counted as opening it',
  })
  @IsISO8601({ strict: true }, says(say('not-a-moment')))
  @IsOptional()
  since?: string
}

/** What somebody with the link sees: the vehicle and where it is, and nothing about people. */
@ApiSchema({ name: 'SharedCase' })
export class SharedCaseDto {
  @Text({ example: 'M-00042' }) number: string
  @Moment() opened_at: string
  @Moment({ description: 'When the link ends' }) expires_at: string
  @Moment({ description: 'The server’s clock' }) now: string
  @ApiProperty({ type: () => CaseVehicleDto }) vehicle: CaseVehicleDto
  @ApiProperty({ type: () => [CasePhotoDto], description: 'Of the vehicle' }) photos: CasePhotoDto[]
  @ApiProperty({ type: () => CasePositionDto, nullable: true }) position: CasePositionDto | null
  @ApiProperty({ type: () => [CasePointDto], description: 'Oldest first, at most 500, of the last two days' })
  trail: CasePointDto[]
}
