import { lowerContains } from '../../lists/list-sql.js'
import { type Sql, sql } from '../../database/sql.js'
import type { ListCriteria, ListFields } from '../../lists/list-fields.js'
import { EXPORT_PARAMETERS } from '../../lists/list-export.js'
import { ODOMETER } from './entity-source.js'
import { LIFECYCLE, LIVE, MARKER_STATE, SILENT } from './entity-states.js'

/** Digits, perhaps in groups as on the tracker: only those can be part of an IMEI. */
const IMEI_PART = /^[\d ]*\d[\d ]*$/

/** The entity's own words at once, and for digits the tracker that is on it. */
const anywhere = (text: string): Sql => {
  const own = lowerContains(sql`e.search_text`, text)
  if (!IMEI_PART.test(text)) return own
  return sql`(${own} OR e.id IN (SELECT on_it.entity_id FROM installations on_it JOIN devices known ON known.id = on_it.device_id
    WHERE on_it.removed_at IS NULL AND ${lowerContains(sql`known.imei`, text.replaceAll(' ', ''))}))`
}

/** Entities that carry one of these tags, by a tag's id. */
const carriesOneOf = (tags: readonly unknown[]): Sql => sql`e.id IN (SELECT tagged.entity_id FROM entity_tags tagged
  JOIN tags known ON known.id = tagged.tag_id AND known.deleted_at IS NULL WHERE tagged.tag_id = ANY (${[...tags]}::int[]))`

/** Deleted ones are listed only when they are asked for. */
export const asksForDeleted = ({ conditions }: ListCriteria): boolean =>
  conditions.some(({ field, values }) => field === 'is_deleted' && values[0] === true)

/** What the list of entities can be searched and ordered by. Aliases as in `entity-source.ts`. */
export const ENTITY_LIST: ListFields = {
  search: {
    id: { type: 'id', column: sql`e.id` },
    name: { type: 'text', column: sql`e.name` },
    short_name: { type: 'text', column: sql`e.short_name` },
    frame_number: { type: 'text', column: sql`e.frame_number` },
    license_plate: { type: 'text', column: sql`e.license_plate` },
    imei: { type: 'text', column: sql`d.imei` },
    device_id: { type: 'id', column: sql`d.id` },
    device_model: { type: 'text', column: sql`d.model` },
    brand: { type: 'text', column: sql`e.brand` },
    model: { type: 'text', column: sql`e.model` },
    color: { type: 'text', column: sql`e.color` },
    vehicle_type: { type: 'text', column: sql`e.vehicle_type` },
    business_id: { type: 'id', column: sql`e.business_id` },
    business_name: { type: 'text', column: sql`b.name` },
    tag_id: { type: 'id', column: sql`e.id`, hasOneOf: carriesOneOf },
    created_at: { type: 'time', column: sql`e.created_at` },
    last_seen: { type: 'time', column: sql`s.last_received_at` },
    lifecycle: { type: 'text', column: LIFECYCLE },
    state: { type: 'text', column: MARKER_STATE },
    is_live: { type: 'fact', column: LIVE },
    is_silent: { type: 'fact', column: SILENT },
    has_customer: { type: 'fact', column: sql`e.consumer_id IS NOT NULL` },
    has_subscription: { type: 'fact', column: sql`c.entity_id IS NOT NULL` },
    is_deleted: { type: 'fact', column: sql`e.deleted_at IS NOT NULL` },
  },
  text: ['name', 'short_name', 'frame_number', 'license_plate', 'imei', 'brand', 'model'],
  anywhere,
  orderBy: {
    created_at: sql`e.created_at`,
    updated_at: sql`e.updated_at`,
    id: sql`e.id`,
    name: sql`lower(e.name)`,
    short_name: sql`lower(e.short_name)`,
    frame_number: sql`lower(e.frame_number)`,
    license_plate: sql`lower(e.license_plate)`,
    brand: sql`lower(e.brand)`,
    model: sql`lower(e.model)`,
    color: sql`lower(e.color)`,
    vehicle_type: sql`e.vehicle_type`,
    imei: sql`d.imei`,
    device_model: sql`lower(d.model)`,
    business_name: sql`lower(b.name)`,
    odo: ODOMETER,
    last_seen: sql`s.last_received_at`,
    lifecycle: LIFECYCLE,
    state: MARKER_STATE,
  },
  with: ['tags'],
  extra: EXPORT_PARAMETERS,
}
