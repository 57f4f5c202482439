import { sql } from '../../../database/sql.js'
import type { ListFields } from '../../../lists/list-fields.js'

/** What device updates can be searched and ordered by. Aliases: q update, d its device, b its business. */
export const DEVICE_UPDATE_LIST: ListFields = {
  search: {
    id: { type: 'id', column: sql`q.id` },
    device_id: { type: 'id', column: sql`q.device_id` },
    imei: { type: 'text', column: sql`d.imei` },
    model: { type: 'text', column: sql`d.model` },
    to_firmware: { type: 'text', column: sql`q.to_firmware` },
    to_settings_crc: { type: 'text', column: sql`q.to_settings_crc` },
    state: { type: 'text', column: sql`q.state` },
    business_id: { type: 'id', column: sql`q.business_id` },
    created_at: { type: 'time', column: sql`q.created_at` },
  },
  text: ['imei', 'model', 'to_firmware'],
  orderBy: {
    created_at: sql`q.created_at`,
    id: sql`q.id`,
    imei: sql`d.imei`,
    state: sql`q.state`,
    ended_at: sql`q.ended_at`,
  },
  with: [],
}
