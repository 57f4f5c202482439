import { sql } from '../../../database/sql.js'
import type { ListFields } from '../../../lists/list-fields.js'

/** What SIMs can be searched and ordered by. Aliases: m SIM, d the device that it is in, b its business. */
export const SIM_LIST: ListFields = {
  search: {
    id: { type: 'id', column: sql`m.id` },
    iccid: { type: 'text', column: sql`m.iccid` },
    msisdn: { type: 'text', column: sql`m.msisdn` },
    provider: { type: 'text', column: sql`m.provider` },
    status: { type: 'text', column: sql`m.status` },
    expires_at: { type: 'time', column: sql`m.expires_at` },
    device_id: { type: 'id', column: sql`m.device_id` },
    imei: { type: 'text', column: sql`d.imei` },
    business_id: { type: 'id', column: sql`m.business_id` },
    created_at: { type: 'time', column: sql`m.created_at` },
  },
  text: ['iccid', 'msisdn', 'provider', 'imei'],
  orderBy: {
    created_at: sql`m.created_at`,
    id: sql`m.id`,
    iccid: sql`m.iccid`,
    provider: sql`lower(m.provider)`,
    status: sql`m.status`,
    expires_at: sql`m.expires_at`,
    data_used_bytes: sql`m.data_used_bytes`,
  },
  with: [],
}
