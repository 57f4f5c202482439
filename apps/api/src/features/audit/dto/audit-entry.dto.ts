import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Moment, Text, Whole } from '../../../http/properties.js'

/** One field that changed. */
@ApiSchema({ name: 'AuditChange' })
export class AuditChangeDto {
  @Text()
  field: string
  @ApiProperty({ type: () => Object, nullable: true, description: 'Any JSON value; null when there was none' })
  old: unknown
  @ApiProperty({ type: () => Object, nullable: true, description: 'Any JSON value; null when there is none' })
  new: unknown
}

/** Who did what to which object, when and from where. */
@ApiSchema({ name: 'AuditEntry' })
export class AuditEntryDto {
  @Whole()
  id: number
  @Moment()
  created_at: string
  @Text({ nullable: true, description: 'The name at that time' })
  actor: string | null
  @Whole({ nullable: true, description: 'Null for users out of sight' })
  user_id: number | null
  @Whole({ nullable: true })
  business_id: number | null
  @Text({ nullable: true })
  business_name: string | null
  @Text({ example: 'business.update' })
  action: string
  @Text({ example: 'business' })
  object_type: string
  @Text({ nullable: true })
  object_id: string | null
  @ApiProperty({ type: [AuditChangeDto] })
  changes: AuditChangeDto[]
  @Whole({ nullable: true, description: 'The API token that was used' })
  token_id: number | null
  @Text({ nullable: true, description: 'Null for users out of sight' })
  remote_address: string | null
  @Text({ nullable: true })
  request_id: string | null
}
