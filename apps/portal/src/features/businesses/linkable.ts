import { formatImei } from '../../lib/format/numbers.js'
import type { BusinessDevice, BusinessEntity, BusinessUser } from './queries/contents-sources.js'

/** An object that can be linked to a business, in the form of a list entry. */
export interface Linkable {
  id: number
  name: string
  detail: string | null
  businessId: number
  businessName: string
}

const place = (row: { business_id: number; business_name: string }) => ({
  businessId: row.business_id,
  businessName: row.business_name,
})

export const linkableOf = {
  devices: (row: BusinessDevice): Linkable => ({
    id: row.id,
    name: formatImei(row.imei),
    detail: row.entity_name,
    ...place(row),
  }),
  entities: (row: BusinessEntity): Linkable => ({ id: row.id, name: row.name, detail: row.frame_number, ...place(row) }),
  users: (row: BusinessUser): Linkable => ({ id: row.id, name: row.name, detail: row.email, ...place(row) }),
}
