import { ApiSchema } from '@nestjs/swagger'
import { NullableIdField, NullableLine, OptionalLine, RequiredLine, WordField } from '../../../http/body-fields.js'
import { MakeShareDto } from '../../../sharing/index.js'
import {
  CASE_REASONS,
  type CaseReason,
  CLOSE_REASONS,
  type CloseReason,
  RESOLVE_REASONS,
  type ResolveReason,
} from '../cases/case-states.js'

const Note = () => OptionalLine('note', { maxLength: 2_000 })

/** Report of a missing vehicle. */
@ApiSchema({ name: 'ReportMissing' })
export class ReportMissingDto {
  @WordField(CASE_REASONS) reason: CaseReason

  @Note() note?: string | null
}

/** Resolution of a case, with the circumstances in which the vehicle was found (G-82). */
@ApiSchema({ name: 'ResolveMissingCase' })
export class ResolveMissingCaseDto {
  @WordField(RESOLVE_REASONS) reason: ResolveReason

  @Note() note?: string | null
}

/** Closing of a case, with the reason for giving the vehicle up (G-82). */
@ApiSchema({ name: 'CloseMissingCase' })
export class CloseMissingCaseDto {
  @WordField(CLOSE_REASONS) reason: CloseReason

  @Note() note?: string | null
}

/** Reopening of a case, with the reason (G-35). */
@ApiSchema({ name: 'ReopenMissingCase' })
export class ReopenMissingCaseDto {
  @RequiredLine('reason', { maxLength: 200, description: 'Why it goes on' }) reason: string

  @Note() note?: string | null
}

/** Facts about a case that become known later (G-82). */
@ApiSchema({ name: 'UpdateMissingCase' })
export class UpdateMissingCaseDto {
  @NullableLine('police-report-number', { maxLength: 50 }) police_report_number: string | null

  @NullableLine('reward', { maxLength: 100, description: 'Reward for the finder, in words' }) reward: string | null

  @NullableLine('insurer', { maxLength: 200 }) insurer: string | null
}

@ApiSchema({ name: 'NoteOnMissingCase' })
export class NoteOnMissingCaseDto {
  @RequiredLine('note', { maxLength: 2_000 }) text: string
}

@ApiSchema({ name: 'AssignMissingCase' })
export class AssignMissingCaseDto {
  @NullableIdField('user', 'Id of one of the possible assignees of the case; null for nobody') user_id: number | null
}

/** New link for viewers without an account, and the number of hours that the link is valid (G-84). */
@ApiSchema({ name: 'ShareMissingCase' })
export class ShareMissingCaseDto extends MakeShareDto {}
