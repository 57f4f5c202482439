import { sql } from '../../database/sql.js'
import type { ListFields } from '../../lists/list-fields.js'

/** What the list of trips can be searched and ordered by. Alias: t trip. */
export const TRIP_LIST: ListFields = {
  search: {
    id: { type: 'id', column: sql`t.id` },
    entity_id: { type: 'id', column: sql`t.entity_id` },
    business_id: { type: 'id', column: sql`t.business_id` },
    device_id: { type: 'id', column: sql`t.device_id` },
    trip_started_at: { type: 'time', column: sql`t.started_at` },
    trip_ended_at: { type: 'time', column: sql`t.ended_at` },
    distance_m: { type: 'number', column: sql`t.distance_m` },
    is_open: { type: 'fact', column: sql`t.is_open` },
  },
  text: [],
  orderBy: {
    created_at: sql`t.created_at`,
    trip_started_at: sql`t.started_at`,
    trip_ended_at: sql`t.ended_at`,
    distance_m: sql`t.distance_m`,
    id: sql`t.id`,
  },
  with: [],
  extra: ['from', 'till', 'tz'],
}
