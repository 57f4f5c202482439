import { sql } from '../../database/sql.js'
import type { ListFields } from '../../http/list-fields.js'

/** What the list of entities can be searched and ordered by. Aliases: e entity, d device, b business, s device state. */
export const ENTITY_LIST: ListFields = {
  search: {
    id: { type: 'id', column: sql`e.id` },
    name: { type: 'text', column: sql`e.name` },
    short_name: { type: 'text', column: sql`e.short_name` },
    frame_number: { type: 'text', column: sql`e.frame_number` },
    license_plate: { type: 'text', column: sql`e.license_plate` },
    imei: { type: 'text', column: sql`d.imei` },
    device_id: { type: 'id', column: sql`d.id` },
    brand: { type: 'text', column: sql`e.brand` },
    model: { type: 'text', column: sql`e.model` },
    vehicle_type: { type: 'text', column: sql`e.vehicle_type` },
    business_id: { type: 'id', column: sql`e.business_id` },
    business_name: { type: 'text', column: sql`b.name` },
    created_at: { type: 'time', column: sql`e.created_at` },
  },
  text: ['name', 'short_name', 'frame_number', 'license_plate', 'imei', 'brand', 'model'],
  orderBy: {
    created_at: sql`e.created_at`,
    updated_at: sql`e.updated_at`,
    id: sql`e.id`,
    name: sql`lower(e.name)`,
    short_name: sql`lower(e.short_name)`,
    brand: sql`lower(e.brand)`,
    model: sql`lower(e.model)`,
    vehicle_type: sql`e.vehicle_type`,
    imei: sql`d.imei`,
    business_name: sql`lower(b.name)`,
    last_seen: sql`s.last_received_at`,
  },
  with: ['tags'],
}
