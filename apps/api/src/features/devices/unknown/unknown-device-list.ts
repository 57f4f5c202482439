import { sql } from '../../../database/sql.js'
import type { ListFields } from '../../../lists/list-fields.js'

/** What the list of unknown trackers can be searched and ordered by. Alias: u unknown device. */
export const UNKNOWN_DEVICE_LIST: ListFields = {
  search: {
    imei: { type: 'text', column: sql`u.imei` },
    protocol: { type: 'text', column: sql`u.protocol` },
    remote_address: { type: 'text', column: sql`u.remote_address` },
    first_seen_at: { type: 'time', column: sql`u.first_seen_at` },
    last_seen_at: { type: 'time', column: sql`u.last_seen_at` },
  },
  text: ['imei', 'protocol', 'remote_address'],
  orderBy: {
    created_at: sql`u.first_seen_at`,
    first_seen_at: sql`u.first_seen_at`,
    last_seen_at: sql`u.last_seen_at`,
    attempts: sql`u.attempts`,
    imei: sql`u.imei`,
  },
  with: [],
}
