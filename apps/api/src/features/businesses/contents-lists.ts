import { sql } from '../../database/sql.js'
import type { ListFields } from '../../lists/list-fields.js'

/** `below=true` lists what hangs on the businesses below, too. */
const extra = ['below'] as const
const place = {
  business_id: { type: 'id', column: sql`b.id` },
  business_name: { type: 'text', column: sql`b.name` },
} as const

/** Aliases: u user, r role, b business. */
export const BUSINESS_USER_LIST: ListFields = {
  search: {
    id: { type: 'id', column: sql`u.id` },
    first_name: { type: 'text', column: sql`u.first_name` },
    last_name: { type: 'text', column: sql`u.last_name` },
    email: { type: 'text', column: sql`u.email` },
    role: { type: 'text', column: sql`r.name` },
    created_at: { type: 'time', column: sql`u.created_at` },
    ...place,
  },
  text: ['first_name', 'last_name', 'email'],
  orderBy: {
    created_at: sql`u.created_at`,
    id: sql`u.id`,
    name: sql`lower(u.last_name)`,
    email: sql`lower(u.email)`,
    last_seen_at: sql`u.last_seen_at`,
  },
  with: [],
  extra,
}

/** Aliases: e entity, d its device, b business. */
export const BUSINESS_ENTITY_LIST: ListFields = {
  search: {
    id: { type: 'id', column: sql`e.id` },
    name: { type: 'text', column: sql`e.name` },
    short_name: { type: 'text', column: sql`e.short_name` },
    frame_number: { type: 'text', column: sql`e.frame_number` },
    license_plate: { type: 'text', column: sql`e.license_plate` },
    vehicle_type: { type: 'text', column: sql`e.vehicle_type` },
    imei: { type: 'text', column: sql`d.imei` },
    created_at: { type: 'time', column: sql`e.created_at` },
    ...place,
  },
  text: ['name', 'short_name', 'frame_number', 'license_plate', 'imei'],
  orderBy: {
    created_at: sql`e.created_at`,
    id: sql`e.id`,
    name: sql`lower(e.name)`,
    license_plate: sql`e.license_plate`,
    vehicle_type: sql`e.vehicle_type`,
  },
  with: [],
  extra,
}

/** Aliases: d device, e the entity that it is on, s its state, b business. */
export const BUSINESS_DEVICE_LIST: ListFields = {
  search: {
    id: { type: 'id', column: sql`d.id` },
    imei: { type: 'text', column: sql`d.imei` },
    title: { type: 'text', column: sql`d.title` },
    model: { type: 'text', column: sql`d.model` },
    firmware_version: { type: 'text', column: sql`d.firmware_version` },
    entity_id: { type: 'id', column: sql`e.id` },
    entity_name: { type: 'text', column: sql`e.name` },
    created_at: { type: 'time', column: sql`d.created_at` },
    last_received_at: { type: 'time', column: sql`s.last_received_at` },
    ...place,
  },
  text: ['imei', 'title', 'entity_name'],
  orderBy: {
    created_at: sql`d.created_at`,
    id: sql`d.id`,
    imei: sql`d.imei`,
    model: sql`d.model`,
    last_received_at: sql`s.last_received_at`,
  },
  with: [],
  extra,
}
