import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Moment, OneOf, Text, Whole } from '../../../http/properties.js'

/** Outcome of an action. */
const AUDIT_OUTCOMES = ['done', 'refused'] as const
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number]

const ANY_JSON = ['string', 'number', 'boolean', 'object', 'array', 'null'] as const
const AnyValue = (description: string) => ApiProperty({ oneOf: ANY_JSON.map((type) => ({ type })), description })

/** One field that changed. */
@ApiSchema({ name: 'AuditChange' })
export class AuditChangeDto {
  @Text() field: string
  @AnyValue('Any JSON value; null when there was none') old: unknown
  @AnyValue('Any JSON value; null when there is none') new: unknown
  @Text({
    nullable: true,
    description: 'If the old value is an id: name of that object, if the caller may see it; null otherwise',
  })
  old_name: string | null
  @Text({ nullable: true, description: 'Like `old_name`, for the new value; null otherwise' }) new_name: string | null
}

/** Audit entry: who did what to which object, when and from where. */
@ApiSchema({ name: 'AuditEntry' })
export class AuditEntryDto {
  @Whole() id: number
  @Moment() created_at: string
  @Text({ nullable: true, description: 'Name of the user at that time; null if no user did it' }) actor: string | null
  @Whole({ nullable: true, description: 'Id of the user; null if the caller may not see that user' }) user_id: number | null
  @Whole({ nullable: true, description: 'Business that the entry is about; null if it is about none' }) business_id: number | null
  @Text({ nullable: true, description: 'Null if the entry is about no business' }) business_name: string | null
  @Text({ example: 'business.update' }) action: string
  @Text({ example: 'business' }) object_type: string
  @Text({ nullable: true, description: 'Id of the object; null if the action has no single object' }) object_id: string | null
  @Text({
    nullable: true,
    description: 'Present name of the object, or its last name if it was deleted; null if the caller may not see it',
  })
  object_name: string | null
  @OneOf(AUDIT_OUTCOMES) outcome: string
  @ApiProperty({ type: [AuditChangeDto] }) changes: AuditChangeDto[]
  @Whole({ nullable: true, description: 'The API token that was used; null without one' }) token_id: number | null
  @Text({ nullable: true, description: 'Address of the request; null if the caller may not see the user' }) remote_address:
    | string
    | null
  @Text({ nullable: true, description: 'The header `x-request-id` of the response; null if no request caused it' }) request_id:
    | string
    | null
  @Whole({
    description:
      'Number of objects that the same action changed, including this one. Counts only objects that the caller may see',
  })
  act_size: number
  @Whole({
    description:
      'Number of entries that this entry represents. It is the number of all entries of the act if the list shows one entry for each act, otherwise 1',
  })
  stands_for: number
}
