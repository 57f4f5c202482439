import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { AuditChangeDto } from '../../audit-trail/index.js'
import { TIMELINE_KINDS, type TimelineKind } from '../timeline/entity-timeline-list.js'

/** Tracker that was installed on the vehicle or removed from it. */
@ApiSchema({ name: 'TimelineTracker' })
export class TimelineTrackerDto {
  @Text({ nullable: true, description: 'IMEI; null if the caller may not see the tracker' }) imei: string | null
  @Text({ nullable: true, description: 'For a replacement: IMEI of the earlier tracker; null without one' }) previous_imei:
    | string
    | null
  @Text({ nullable: true, description: 'Why a tracker was taken off, as somebody wrote it; null otherwise' }) reason:
    | string
    | null
}

/** Trips of one day. */
@ApiSchema({ name: 'TimelineTrips' })
export class TimelineTripsDto {
  @Text({ example: '2025-06-01', description: 'Day of the zone of `tz`' }) date: string
  @Whole({ description: 'Number of trips' }) trips: number
  @Whole({ description: 'Metres' }) distance_m: number
  @Whole({ description: 'Seconds' }) duration_s: number
}

/** Change that a user made. */
@ApiSchema({ name: 'TimelineEdit' })
export class TimelineEditDto {
  @Text({ example: 'entity.update' }) action: string
  @ApiProperty({ type: [AuditChangeDto] }) changes: AuditChangeDto[]
}

/** Event in the life of a vehicle. Fields that its kind does not have are null. */
@ApiSchema({ name: 'TimelineItem' })
export class TimelineItemDto {
  @Text({ example: 'install 42', description: 'Unique within the vehicle' }) id: string
  @OneOf(TIMELINE_KINDS) kind: TimelineKind
  @Moment() at: string
  @Text({ nullable: true, description: 'Name of the user; null if the caller may not see them' }) actor: string | null
  @ApiProperty({ type: () => TimelineTrackerDto, nullable: true, description: 'Null for other kinds' })
  tracker: TimelineTrackerDto | null
  @ApiProperty({ type: () => TimelineTripsDto, nullable: true, description: 'Null for other kinds' })
  trips: TimelineTripsDto | null
  @Text({ nullable: true, description: 'For a case that has ended: resolved or closed; null otherwise' }) case_state:
    | string
    | null
  @ApiProperty({ type: () => TimelineEditDto, nullable: true, description: 'Null for other kinds' }) edit: TimelineEditDto | null
}
