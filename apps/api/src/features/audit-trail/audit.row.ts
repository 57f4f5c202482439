import type { AuditOutcome } from './audit-list.js'

export interface AuditRow {
  id: number
  at: Date
  actor: string | null
  /** Null for users out of scope, as is the address. */
  user_id: number | null
  business_id: number | null
  business_name: string | null
  action: string
  object_type: string
  object_id: string | null
  outcome: AuditOutcome
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  token_id: number | null
  remote_address: string | null
  request_id: string | null
}
