import type { ManagedTagDto, TagGroupDto } from './dto/tag.dto.js'
import type { ManagedTagRow, TagGroupRow } from './tag.row.js'

export const toTagResponse = (row: ManagedTagRow): ManagedTagDto => ({ ...row, ...timesOf(row) })
export const toGroupResponse = (row: TagGroupRow): TagGroupDto => ({ ...row, ...timesOf(row) })

const timesOf = (row: { created_at: Date; updated_at: Date; deleted_at: Date | null }) => ({
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  deleted_at: row.deleted_at?.toISOString() ?? null,
})

/** What of a tag the audit log tells. */
export const auditedTag = ({ name, type, business_id, parent_name, vehicle_type }: ManagedTagRow): Record<string, unknown> => ({
  ...{ name, type, business_id, brand: parent_name, vehicle_type },
})
