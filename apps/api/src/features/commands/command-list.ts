import { sql } from '../../database/sql.js'
import type { ListFields } from '../../lists/list-fields.js'

/** What the history of a device's commands can be searched and ordered by. Alias: c command. */
export const COMMAND_LIST: ListFields = {
  search: {
    id: { type: 'id', column: sql`c.id` },
    entity_id: { type: 'id', column: sql`c.entity_id` },
    kind: { type: 'text', column: sql`c.kind` },
    state: { type: 'text', column: sql`c.state` },
    text: { type: 'text', column: sql`c.text` },
    failure: { type: 'text', column: sql`c.failure` },
    created_at: { type: 'time', column: sql`c.created_at` },
    sent_at: { type: 'time', column: sql`c.sent_at` },
  },
  text: ['text'],
  orderBy: {
    created_at: sql`c.created_at`,
    id: sql`c.id`,
    state: sql`c.state`,
    sent_at: sql`c.sent_at`,
    expires_at: sql`c.expires_at`,
  },
  with: [],
}
