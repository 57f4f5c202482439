import type { components } from '../../../lib/api/schema.js'

/** A row that tags come onto, or leave. */
export interface Taggable {
  id: number
  name: string
  tags?: components['schemas']['Tag'][]
}

export type TaggingWay = 'attach' | 'detach'
export type OnConflict = 'refuse' | 'replace'
export type TaggedEntity = components['schemas']['TaggedEntity']

/** What became of each, or would: of one call, or of several together. */
export interface TaggingResult {
  changed: number
  unchanged: number
  failed: number
  results: TaggedEntity[]
  /** With these it can be undone, newest first. */
  undoIds: number[]
}
