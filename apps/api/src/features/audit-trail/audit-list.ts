import { lowerContains } from '../../lists/list-sql.js'
import { sql } from '../../database/sql.js'
import { EXPORT_PARAMETERS } from '../../lists/list-export.js'
import type { ListFields } from '../../lists/list-fields.js'

/** What became of what somebody wanted. */
export const AUDIT_OUTCOMES = ['done', 'refused'] as const
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number]

/** Of an entry with the alias a. */
export const OUTCOME = sql`CASE WHEN a.action IN ('access.refused', 'user.sign-in-refused') THEN 'refused' ELSE 'done' END`

/** What the audit log can be searched and ordered by. Alias: a entry, u its user, b the business that it is about. */
export const AUDIT_LIST: ListFields = {
  search: {
    id: { type: 'id', column: sql`a.id` },
    user_id: { type: 'id', column: sql`u.id` },
    business_id: { type: 'id', column: sql`a.business_id` },
    token_id: { type: 'id', column: sql`a.token_id` },
    action: { type: 'text', column: sql`a.action` },
    outcome: { type: 'text', column: OUTCOME },
    object_type: { type: 'text', column: sql`a.object_type` },
    object_id: { type: 'text', column: sql`a.object_id` },
    actor: { type: 'text', column: sql`a.actor` },
    anything: { type: 'text', column: sql`a.search_text` },
    created_at: { type: 'time', column: sql`a.at` },
  },
  text: ['anything'],
  anywhere: (text) => lowerContains(sql`a.search_text`, text),
  orderBy: {
    created_at: sql`a.at`,
    action: sql`a.action`,
    actor: sql`a.actor`,
    object_type: sql`a.object_type`,
  },
  with: [],
  extra: EXPORT_PARAMETERS,
}

/** One object's entries: the same without what is fixed. */
export const HISTORY_LIST: ListFields = { ...AUDIT_LIST, extra: [] }
