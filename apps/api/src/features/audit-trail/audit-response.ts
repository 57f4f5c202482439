import type { AuditRow } from './audit-list.js'
import type { AuditNames } from './audit-names.js'
import type { AuditChangeDto, AuditEntryDto } from './dto/audit-entry.dto.js'

export const toAuditResponse = (row: AuditRow, names: AuditNames, isAct = false): AuditEntryDto => ({
  id: row.id,
  created_at: row.at.toISOString(),
  actor: row.actor,
  user_id: row.user_id,
  business_id: row.business_id,
  business_name: row.business_name,
  action: row.action,
  object_type: row.object_type,
  object_id: row.object_id,
  object_name: names.ofObject(row),
  outcome: row.outcome,
  changes: changesOf(row, names),
  token_id: row.token_id,
  remote_address: row.remote_address,
  request_id: row.request_id,
  act_size: row.act_size,
  stands_for: isAct ? row.act_size : 1,
})

/** Returns the old and new value of each changed field. */
export function changesOf({ before, after }: Pick<AuditRow, 'before' | 'after'>, names: AuditNames): AuditChangeDto[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields.map((field) => {
    const [from, to] = [before?.[field] ?? null, after?.[field] ?? null]
    return { field, old: from, new: to, old_name: names.ofValue(field, from), new_name: names.ofValue(field, to) }
  })
}
