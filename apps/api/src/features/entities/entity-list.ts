import { colorWord, vehicleTypeWord } from '@roadbook/contracts'
import { containing, searchKey, storedHolds } from '../../database/peoples-words.js'
import { type Sql, sql } from '../../database/sql.js'
import { timeZoneOf } from '../../http/time-zone.js'
import { cell, code, fact, id, ordered, text, time } from '../../lists/columns.js'
import { defineList } from '../../lists/list.js'
import { LOCALES } from '../../texts/locale.js'
import { EntityDto } from './dto/entity.dto.js'
import type { EntityRow } from './entity.row.js'
import type { EntityOfRow } from './entity-response.js'
import { needsOneOf } from './facts/entity-needs.repository.js'
import { ENTITY_JOINS, entityRows, ODOMETER } from './entity-sql.js'
import { LIFECYCLE, LIVE, MARKER_STATE, SILENT } from './entity-states.js'
import texts from './texts.json' with { type: 'json' }

/** Matches digits, with or without spaces as printed on a tracker. Only such a text can be a part of an IMEI. */
const IMEI_PART = /^[\d ]*\d[\d ]*$/

/**
 * Returns the condition that any text of the entity contains the search text, regardless of spelling variants (T-06). Digits
 * are also searched for in the IMEI of the entity's tracker.
 */
const anywhere = (sought: string): Sql => {
  const own = storedHolds(sql`e.search_text`, sought)
  if (!IMEI_PART.test(sought)) return sql`(${own})`
  return sql`(${own} OR e.id IN (SELECT on_it.entity_id FROM installations on_it JOIN devices known ON known.id = on_it.device_id
    WHERE on_it.removed_at IS NULL AND known.imei LIKE ${containing(searchKey(sought))}))`
}

/** Returns the condition that an entity has one of these tags. The tags are ids. */
export const carriesOneOf =
  (entity: Sql) =>
  (tags: readonly unknown[]): Sql =>
    sql`${entity} IN (SELECT tagged.entity_id FROM entity_tags tagged
  JOIN tags known ON known.id = tagged.tag_id AND known.deleted_at IS NULL WHERE tagged.tag_id = ANY (${[...tags]}::int[]))`

/** Line of the CSV. It has the list's columns without the recovery contract, and also the state of the map marker. */
export type EntityLine = EntityOfRow & { state: string }

/** Types of tags without a separate column. */
const FREE_TAGS: readonly string[] = ['general', 'selected', 'group']

const METRES_A_KILOMETRE = 1_000

/** The list of vehicles (R-157). Deleted vehicles are listed only on request. Aliases as in `entity-sql.ts`. */
export const ENTITY_LIST = defineList<EntityRow, EntityDto, string, EntityLine>({
  name: 'entities',
  objectType: 'entity',
  plural: 'vehicles',
  permission: 'index:entity',
  description: 'Lists the vehicles that the caller may see, with their trackers and last states.',
  dto: EntityDto,
  texts,
  key: sql`e.id`,
  from: sql`FROM entities e`,
  where: (transaction, _caller, { conditions }) => {
    const deleted = conditions.some(({ field, values }) => field === 'is_deleted' && values[0] === true)
    return sql`${deleted ? sql`e.deleted_at IS NOT NULL` : sql`e.deleted_at IS NULL`} AND ${transaction.within(sql`e.business_id`)}`
  },
  joins: () => ENTITY_JOINS,
  rows: (transaction, ids, caller) => entityRows(transaction, ids, caller, 'either'),
  anywhere,
  with: ['tags'],
  // The days of this time zone decide the state of vehicles.
  own: { parameters: {}, read: ({ tz }) => timeZoneOf(tz) },
  columns: {
    id: id(sql`e.id`, { order: true }),
    name: text(sql`e.name`, { order: sql`e.name_order`, isPlain: true, csv: 'name' }),
    short_name: text(sql`e.short_name`, { isPlain: true, csv: 'short_name' }),
    frame_number: text(sql`e.frame_number`, { isPlain: true, csv: 'frame_number' }),
    license_plate: text(sql`e.license_plate`, { isPlain: true, csv: 'license_plate' }),
    vehicle_type: code(sql`e.vehicle_type`, { csv: ({ vehicle_type: type }, { locale }) => vehicleTypeWord(type, locale) }),
    brand: text(sql`e.brand`, { isPlain: true, csv: 'brand' }),
    model: text(sql`e.model`, { isPlain: true, csv: 'model' }),
    color: text(sql`e.color`, { csv: ({ color }, { locale }) => color && colorWord(color, locale) }),
    imei: code(sql`d.imei`, { isPlain: true, csv: 'imei' }),
    device_id: id(sql`d.id`),
    device_model: text(sql`d.model`, { csv: 'device_model' }),
    // Leaves out tags that have a separate column or field, such as the colour.
    tags: cell(
      ({ tags }) =>
        (tags ?? [])
          .filter(({ type }) => FREE_TAGS.includes(type))
          .map(({ name }) => name)
          .join(', ') || null,
    ),
    tag_id: id(sql`e.id`, { hasOneOf: carriesOneOf(sql`e.id`) }),
    business_id: id(sql`e.business_id`),
    business_name: text(sql`b.name`, { csv: 'business_name' }),
    sub_vendor_name: cell('sub_vendor_name'),
    odo: ordered(ODOMETER, { csv: ({ odo }) => Math.round(odo / METRES_A_KILOMETRE) }),
    last_seen: time(sql`s.last_received_at`, { csv: 'last_seen' }),
    state: code(MARKER_STATE, { csv: 'state', isWord: true }),
    motion: cell('motion', true),
    connection: cell('connection', true),
    lifecycle: code(LIFECYCLE, { csv: 'lifecycle', isWord: true }),
    subscription: cell(({ subscription }) => subscription?.title ?? null),
    created_at: time(sql`e.created_at`, { csv: 'created_at' }),
    updated_at: ordered(sql`e.updated_at`),
    // Reasons why a vehicle needs attention (T-10). A vehicle may have several.
    needs: code(sql`e.id`, { order: false, hasOneOf: needsOneOf }),
    is_live: fact(LIVE),
    is_silent: fact(SILENT),
    has_customer: fact(sql`e.consumer_id IS NOT NULL`),
    has_subscription: fact(sql`c.entity_id IS NOT NULL`),
    is_deleted: fact(sql`e.deleted_at IS NOT NULL`),
  },
})

type EntityColumn =
  | ('name' | 'short_name' | 'frame_number' | 'license_plate' | 'vehicle_type' | 'brand' | 'model' | 'color')
  | ('imei' | 'odo' | 'subscription' | 'tags')

/** Returns the heading of a CSV column in every language. */
export const entityHeads = (column: EntityColumn): string[] => LOCALES.map((locale) => texts[locale][`csv.${column}`])
