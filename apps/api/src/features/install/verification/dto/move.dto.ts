import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { IsLatitude, IsLongitude, IsNumber, Max, Min } from 'class-validator'
import { Fact } from '../../../../http/properties.js'
import { says } from '../../../../http/validation.js'
import { field } from '../../../../texts/platform.js'
import { say } from '../../texts.js'

/**
 * Maximum uncertainty of a phone's location, in metres. A less exact location does not show which vehicle the phone is beside.
 */
const VAGUEST_M = 100
const IsReal = () => IsNumber({ allowNaN: false, allowInfinity: false }, says(field('not-number')))

/** Location of the installer's phone. Roadbook uses the location for one check and does not store it. */
@ApiSchema({ name: 'InstallerPlace' })
export class InstallerPlaceDto {
  @ApiProperty({ type: 'number', minimum: -90, maximum: 90, description: 'Degrees north of the equator (WGS 84)' })
  @IsLatitude(says(say('not-latitude')))
  @IsReal()
  latitude: number

  @ApiProperty({ type: 'number', minimum: -180, maximum: 180, description: 'Degrees east of Greenwich (WGS 84)' })
  @IsLongitude(says(say('not-longitude')))
  @IsReal()
  longitude: number

  @ApiProperty({
    type: 'number',
    minimum: 0,
    maximum: VAGUEST_M,
    description: 'Accuracy of the position in metres, as the phone reports it',
  })
  @Max(VAGUEST_M, says(say('too-vague', { max: VAGUEST_M })))
  @Min(0, says(field('not-number')))
  @IsReal()
  accuracy_m: number
}

/**
 * Outcome of an attempt to prove that the tracker moved to another vehicle (G-107). It reveals neither the tracker's location
 * nor why an attempt failed.
 */
@ApiSchema({ name: 'ShownMove' })
export class ShownMoveDto {
  @Fact({
    description: 'True if the move was proved. If false: switch the tracker’s power off and on, and stand beside the vehicle',
  })
  moved: boolean
}
