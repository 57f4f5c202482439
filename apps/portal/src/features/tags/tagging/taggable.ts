import type { components } from '../../../lib/api/schema.js'

/** A row to which tags can be added. */
export interface Taggable {
  id: number
  name: string
  tags?: components['schemas']['Tag'][]
}

export type TaggingWay = 'attach' | 'detach'
export type OnConflict = 'refuse' | 'replace'
export type TaggedEntity = components['schemas']['TaggedEntity']

/** Result for each entity, real or predicted, of one call or several combined. */
export interface TaggingResult {
  changed: number
  unchanged: number
  failed: number
  results: TaggedEntity[]
  /** IDs for undoing the change, newest first. */
  undoIds: number[]
}
