import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Whole } from '../../http/properties.js'

/** Deviation of a tracker's clock, with the correction that Roadbook suggests. */
@ApiSchema({ name: 'DeviceClock' })
export class DeviceClockDto {
  @ApiProperty({
    type: 'string',
    format: 'date',
    nullable: true,
    description: 'The day, in UTC, that its newest message is dated: it cannot be right, so what it sends is kept aside',
  })
  told_on: string | null
  @Whole({ nullable: true, description: 'Seconds by which it is constantly behind; below zero: ahead' }) lag_s: number | null
  @Whole({ nullable: true, description: '`utc_offset_minutes` with which its dates would be right; null where none would do' })
  suggested_utc_offset_minutes: number | null
}
