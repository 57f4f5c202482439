import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Whole } from '../../http/properties.js'

/** Deviation of a tracker's clock, and the correction that Roadbook suggests. */
@ApiSchema({ name: 'DeviceClock' })
export class DeviceClockDto {
  @ApiProperty({
    type: 'string',
    format: 'date',
    nullable: true,
    description:
      'Impossible date (day in UTC) that the tracker gave to its newest message. Its messages are therefore set aside. Null if the date is possible',
  })
  told_on: string | null
  @Whole({
    nullable: true,
    description: 'Seconds by which the clock is constantly behind; negative if it is ahead; null without such an error',
  })
  lag_s: number | null
  @Whole({ nullable: true, description: '`utc_offset_minutes` with which its dates would be right; null if there is none' })
  suggested_utc_offset_minutes: number | null
}
