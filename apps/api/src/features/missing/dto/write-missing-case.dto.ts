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

/** */
@ApiSchema({ name: 'ReportMissing' })
export class ReportMissingDto {
  @WordField(CASE_REASONS) reason: CaseReason

  @Note() note?: string | null
}

/** G-82: how the vehicle was found. */
@ApiSchema({ name: 'ResolveMissingCase' })
export class ResolveMissingCaseDto {
  @WordField(RESOLVE_REASONS) reason: ResolveReason

  @Note() note?: string | null
}

/** G-82: why the vehicle is given up. */
@ApiSchema({ name: 'CloseMissingCase' })
export class CloseMissingCaseDto {
  @WordField(CLOSE_REASONS) reason: CloseReason

  @Note() note?: string | null
}

/** G-35: why a case goes on. */
@ApiSchema({ name: 'ReopenMissingCase' })
export class ReopenMissingCaseDto {
  @RequiredLine('reason', { maxLength: 200, description: 'Why it goes on' }) reason: string

  @Note() note?: string | null
}

/** G-82: what becomes known of a case. */
@ApiSchema({ name: 'UpdateMissingCase' })
export class UpdateMissingCaseDto {
  @NullableLine('police-report-number', { maxLength: 50 }) police_report_number: string | null

  @NullableLine('reward', { maxLength: 100, description: 'For who finds it, in words' }) reward: string | null

  @NullableLine('insurer', { maxLength: 200 }) insurer: string | null
}

@ApiSchema({ name: 'NoteOnMissingCase' })
export class NoteOnMissingCaseDto {
  @RequiredLine('note', { maxLength: 2_000 }) text: string
}

@ApiSchema({ name: 'AssignMissingCase' })
export class AssignMissingCaseDto {
  @NullableIdField('user', 'One of the assignees of the case; null: nobody') user_id: number | null
}

/** G-84: for how long somebody without an account may look. */
@ApiSchema({ name: 'ShareMissingCase' })
export class ShareMissingCaseDto extends MakeShareDto {}
