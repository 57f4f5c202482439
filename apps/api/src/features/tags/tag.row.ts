import type { TagType } from './tag-types.js'

export interface ManagedTagRow {
  id: number
  name: string
  type: TagType
  business_id: number | null
  business_name: string | null
  parent_id: number | null
  parent_name: string | null
  vehicle_type: string | null
  groups: { id: number; name: string }[]
  entities_count: number
  editable: boolean
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

export interface TagGroupRow {
  id: number
  name: string
  business_id: number | null
  business_name: string | null
  preset: boolean
  tags_count: number
  /** Null in lists. */
  entities_count: number | null
  editable: boolean
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

/** What a tag is made of. */
export interface TagValues {
  name: string
  type: TagType
  business_id: number | null
  parent_id: number | null
  vehicle_type: string | null
}
