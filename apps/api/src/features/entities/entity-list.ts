import { type Sql, sql } from '../../database/sql.js'
import type { ListCriteria, ListFields } from '../../http/list-fields.js'
import { EXPORT_PARAMETERS } from '../../http/list-export.js'
import { LIFECYCLE, MARKER_STATE } from './entity-states.js'
import type { EntityRelation } from './entity-source.js'

const ODOMETER = sql`e.odometer_offset_m + s.odometer_m`

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
    created_at: { type: 'time', column: sql`e.created_at` },
    last_seen: { type: 'time', column: sql`s.last_received_at` },
    lifecycle: { type: 'text', column: LIFECYCLE },
    state: { type: 'text', column: MARKER_STATE },
  },
  text: ['name', 'short_name', 'frame_number', 'license_plate', 'imei', 'brand', 'model'],
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

const ALIASES: Readonly<Record<string, EntityRelation>> = { b: 'business', p: 'privacy', i: 'device', d: 'device', s: 'state' }

/** What has to be joined to search and order as asked: a list of 100 000 is counted without the rest. */
export function relationsOf(criteria: ListCriteria): ReadonlySet<EntityRelation> {
  const searched = [...criteria.conditions.map(({ field }) => field), ...(criteria.text === undefined ? [] : ENTITY_LIST.text)]
  const columns = [...searched.map((field) => ENTITY_LIST.search[field]?.column), ENTITY_LIST.orderBy[criteria.orderBy]]
  return new Set(columns.flatMap((column) => (column ? relationsIn(column) : [])))
}

const relationsIn = (column: Sql): EntityRelation[] =>
  [...column.strings.join(' ').matchAll(/\b([bpids])\./g)].flatMap(([, alias = '']) => ALIASES[alias] ?? [])
