import { sql } from '../../../database/sql.js'
import type { ListFields } from '../../../lists/list-fields.js'

/** Events in the life of a vehicle (T-04). */
export const TIMELINE_KINDS = ['install', 'verified', 'swap', 'removal', 'trips', 'case', 'case-end', 'edit'] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]

/** Fields for filtering and sorting a timeline. Alias: o event. */
export const TIMELINE_LIST: ListFields = {
  search: {
    kind: { type: 'text', column: sql`o.kind` },
    created_at: { type: 'time', column: sql`o.at` },
  },
  text: [],
  orderBy: { created_at: sql`o.at` },
  with: [],
  extra: ['tz'],
}
