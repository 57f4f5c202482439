import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Decimal, Fact, Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { AddPhotoDto, PhotoDto } from '../../../photos/index.js'
import { NewShareDto, SeenPointDto, SeenPositionDto, ShareDto } from '../../../sharing/index.js'
import { LocateDto } from '../../commands/index.js'
import { EVENT_KINDS, type EventKind, REPORTING_STATES, type ReportingState } from '../cases/case-states.js'
import { MissingCaseDto } from './missing-case.dto.js'

/** Details that help police and finders to recognise a vehicle. */
@ApiSchema({ name: 'CaseVehicle' })
export class CaseVehicleDto {
  @Text() name: string
  @Text() vehicle_type: string
  @Text({ nullable: true, description: 'Null if not entered' }) brand: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) model: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) color: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) frame_number: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) license_plate: string | null
}

/** Place where the vehicle often stood before it went missing. */
@ApiSchema({ name: 'UsualPlace' })
export class UsualPlaceDto {
  @Decimal({ description: 'At most 6 decimals' }) latitude: number
  @Decimal({ description: 'At most 6 decimals' }) longitude: number
  @Whole({ description: 'Metres' }) radius_m: number
  @Whole({ description: 'Number of nights that the vehicle stood here, of the 30 nights before the report' }) nights: number
  @Whole({ description: 'Total time at this place in those 30 days, in seconds' }) stood_s: number
  @Moment({ description: 'End of the latest stay at this place' }) last_at: string
}

/** State of the request for more frequent reports, during the case and after its end. */
@ApiSchema({ name: 'CaseReporting' })
export class CaseReportingDto {
  @OneOf(REPORTING_STATES, {
    description:
      '`often`: the tracker reports more often. `as-before`: it has its usual interval again. `impossible`: this tracker does not support the request. `failed`: several requests had no effect',
  })
  state: ReportingState
  @Moment() asked_at: string
  @Moment({ nullable: true, description: 'Time since which it reports more often; null until it does' }) often_at: string | null
  @Moment({ nullable: true, description: 'Time at which it had its usual interval again; null until then' }) restored_at:
    | string
    | null
}

/** Link for the police or a finder (G-84). */
@ApiSchema({ name: 'CaseShare' })
export class CaseShareDto extends ShareDto {}

@ApiSchema({ name: 'NewCaseShare' })
export class NewCaseShareDto extends NewShareDto {}

/** Event of a case. */
@ApiSchema({ name: 'CaseEvent' })
export class CaseEventDto {
  @Text({ description: 'Id of the event among those of its kind' }) id: string
  @OneOf(EVENT_KINDS) kind: EventKind
  @Moment() at: string
  @Moment({
    nullable: true,
    description: 'For `moved`: end of the movement so far. For `shared`: when the link ends. Null for other kinds',
  })
  till: string | null
  @Text({ nullable: true, description: 'User who did it; null if no user did, or if the caller may not see that user' }) by:
    | string
    | null
  @Text({
    nullable: true,
    description: 'For `assigned`: the user to whom the case was assigned; null if the assignment was removed',
  })
  assignee: string | null
  @Text({
    nullable: true,
    description:
      'Reason of the report, the end or the reopening, as one word. For `located`: the state of the command. Null for other kinds',
  })
  reason: string | null
  @Text({ nullable: true, description: 'Null if nobody wrote one' }) note: string | null
  @Fact({ description: 'For `moved`: true if the movement became known only long after it happened' }) is_late: boolean
}

@ApiSchema({ name: 'CasePhoto' })
export class CasePhotoDto extends PhotoDto {}

@ApiSchema({ name: 'AddCasePhoto' })
export class AddCasePhotoDto extends AddPhotoDto {}

/** Everything that recovery staff see of a case (T-07). */
@ApiSchema({ name: 'CaseRoom' })
export class CaseRoomDto {
  @Whole() entity_id: number
  @ApiProperty({ type: () => MissingCaseDto }) case: MissingCaseDto
  @ApiProperty({ type: () => CaseVehicleDto }) vehicle: CaseVehicleDto
  @Text({ nullable: true, description: 'IMEI of the tracker on the vehicle; null without one' }) imei: string | null
  @ApiProperty({ type: () => SeenPositionDto, nullable: true, description: 'Position; null while it is hidden or unknown' })
  position: SeenPositionDto | null
  @ApiProperty({ type: () => [SeenPointDto], description: 'Points since the report, oldest first, at most a thousand' })
  trail: SeenPointDto[]
  @Moment({ description: 'Start of the trail: the report, or the last fortnight' }) trail_from: string
  @ApiProperty({ type: () => [UsualPlaceDto], description: 'Usual places, the most usual first; empty while they are hidden' })
  usual_places: UsualPlaceDto[]
  @Moment({
    nullable: true,
    description: 'Time by which the tracker should report next, judged by its recent reports; null if unknown',
  })
  next_report_expected_at: string | null
  @ApiProperty({
    type: () => CaseReportingDto,
    nullable: true,
    description: 'Null if the tracker was not asked to report more often',
  })
  reporting: CaseReportingDto | null
  @ApiProperty({ type: () => LocateDto }) locate: LocateDto
  @ApiProperty({ type: () => [CasePhotoDto], description: 'Photos of the vehicle in the order in which they were added' })
  photos: CasePhotoDto[]
  @ApiProperty({ type: () => [CaseShareDto], description: 'The newest first' }) shares: CaseShareDto[]
  @ApiProperty({ type: () => [CaseEventDto], description: 'The newest first, at most 200' }) timeline: CaseEventDto[]
}

/** User that a case may be assigned to. */
@ApiSchema({ name: 'CaseAssignee' })
export class CaseAssigneeDto {
  @Whole() id: number
  @Text() name: string
  @Text() business_name: string
}
