import { ApiSchema } from '@nestjs/swagger'
import { OptionalLine, RequiredLine, WordField } from '../../../http/body-fields.js'
import { CASE_REASONS, type CaseReason } from '../case-states.js'

const Note = () => OptionalLine('note', { maxLength: 2_000 })

/** */
@ApiSchema({ name: 'ReportMissing' })
export class ReportMissingDto {
  @WordField(CASE_REASONS) reason: CaseReason

  @Note() note?: string | null
}

/** G-35: what there is to say about the end of a case, or about taking it up again. */
@ApiSchema({ name: 'MoveMissingCase' })
export class MoveMissingCaseDto {
  @RequiredLine('reason', { maxLength: 200, description: 'How it was found, why it is given up, why it goes on' }) reason: string

  @Note() note?: string | null
}
