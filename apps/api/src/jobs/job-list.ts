import { sql } from '../database/sql.js'
import type { ListFields } from '../lists/list-fields.js'

/** What the list of jobs can be searched and ordered by. Aliases: b job, s how it stands. */
export const JOB_LIST: ListFields = {
  search: {
    kind: { type: 'text', column: sql`b.kind` },
    state: { type: 'text', column: sql`s.state` },
    reason: { type: 'text', column: sql`s.reason` },
    created_at: { type: 'time', column: sql`b.created_at` },
  },
  text: ['kind', 'reason'],
  orderBy: { created_at: sql`b.created_at`, kind: sql`b.kind`, state: sql`s.state`, ended_at: sql`s.ended_at` },
  with: [],
}
