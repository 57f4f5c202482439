import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Decimal, Fact, Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { CASE_REASONS, CASE_STATES, type CaseReason, type CaseState } from '../cases/case-states.js'

/** Position of the vehicle at the time of the report. */
@ApiSchema({ name: 'ReportedPosition' })
export class ReportedPositionDto {
  @Decimal({ description: 'At most 6 decimals' }) latitude: number
  @Decimal({ description: 'At most 6 decimals' }) longitude: number
  @Moment({ nullable: true, description: 'Time of the fix; null if unknown' }) positioned_at: string | null
}

/** Case of a missing vehicle, from the report to the end (R-216, G-82). */
@ApiSchema({ name: 'MissingCase' })
export class MissingCaseDto {
  @Whole() id: number
  @Text({ example: 'M-00042', description: 'Number by which people refer to the case' }) number: string
  @OneOf(CASE_STATES, { description: 'R-217: `resolved` is found, `closed` is given up' }) state: CaseState
  @OneOf(CASE_REASONS) reason: CaseReason
  @Text({ nullable: true, description: 'Null if not entered' }) note: string | null
  @Whole() entity_id: number
  @Text() entity_name: string
  @Text({ nullable: true, description: 'Null if not entered' }) frame_number: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) license_plate: string | null
  @Whole() business_id: number
  @Text() business_name: string
  @Text({ nullable: true, description: 'User who reported the vehicle missing; null if the caller may not see that user' })
  reporter: string | null
  @Whole({ nullable: true, description: 'Id of the user who searches; null for nobody, or if the caller may not see that user' })
  assignee_id: number | null
  @Text({
    nullable: true,
    description: 'Name of the user who searches; null without one, or if the caller may not see that user',
  })
  assignee: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) police_report_number: string | null
  @Text({ nullable: true, description: 'Reward for the finder, in words; null for none' }) reward: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) insurer: string | null
  @Moment() opened_at: string
  @Moment({ nullable: true, description: 'Null while the case is open' }) ended_at: string | null
  @Text({ nullable: true, description: 'User who ended the case; null if the caller may not see that user' }) ended_by:
    | string
    | null
  @Text({
    nullable: true,
    description:
      'Reason of the end, one of the values of resolve and close; for older cases the text that was entered then; null while the case is open',
  })
  end_reason: string | null
  @Text({ nullable: true, description: 'Null while the case is open, or if nobody wrote one' }) end_note: string | null
  @Moment({ nullable: true, description: 'When its last packet arrived; null before the first, and while hidden' }) last_seen:
    | string
    | null
  @Fact({ description: "A consumer's vehicle whose whereabouts are hidden from the caller, as they are once the case has ended" })
  location_hidden: boolean
  @ApiProperty({ type: () => ReportedPositionDto, nullable: true, description: 'Null if none was known, and while it is hidden' })
  reported_position: ReportedPositionDto | null
  @Moment() updated_at: string
}
