import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { joined, type Sql, sql } from '../../database/sql.js'
import { containing } from '../../database/peoples-words.js'
import { appliesHere } from '../tags/index.js'
import type { HitDto } from './dto/hit.dto.js'
import { mistyped } from './mistyped.js'

/** Of each kind; who finds more types on. */
const MOST = 8
/** As many digits of an IMEI as are indexed from its end. */
const IMEI_END = 6

/** Candidates for a typo by each half: a half that more vehicles share tells too little, and the pattern takes long. */
const MOST_JUDGED = 400

/** Whether a column of keys, one a line, holds what is sought. */
export type Matches = (column: Sql) => Sql

/** @param keys of what is typed, as `searchKeys` makes them */
export const holding =
  (keys: readonly string[]): Matches =>
  (column) =>
    joined(
      keys.map((key) => sql`${column} LIKE ${containing(key)}`),
      'OR',
      sql`FALSE`,
    )

/** @returns undefined where a typo cannot be told from another word */
export function nearly(key: string): Matches | undefined {
  const near = mistyped(key)
  if (!near) return undefined
  return (column) =>
    sql`(${joined(
      near.halves.map((half) => sql`${column} LIKE ${containing(half)}`),
      'OR',
      sql`FALSE`,
    )}) AND ${column} ~ ${near.pattern}::text`
}

/** A key of a column that has none stored: of what there are thousands, not hundreds of thousands. */
const keyOf = (column: Sql): Sql => sql`found_by_both(${column})`

/** Finds by a part of a name or number, each kind by itself; those that begin with it first. */
@Injectable()
export class SearchRepository {
  /** Vehicles by name, short name, frame number, plate, and those whose tracker's IMEI ends so. */
  vehicles(transaction: ScopedTransaction, keys: readonly string[], matches: Matches, isNear = false): Promise<HitDto[]> {
    const [key = ''] = keys
    const found = isNear ? this.#nearby(key, matches) : sql`e.id = ANY (${allOf(keys.map((one) => holders(one, MOST, true)))})`
    const tracked = /^\d{4,15}$/.test(key) ? this.#tracked(transaction, key) : sql`SELECT 0 AS entity_id WHERE FALSE`
    const byTracker = sql`e.id = ANY (ARRAY(SELECT entity_id FROM tracked))`
    return transaction.rows<HitDto>(sql`WITH tracked AS MATERIALIZED (${tracked}), found AS (
        SELECT e.id, ${byTracker} AS is_tracked, ('\n' || e.search_key) LIKE ${`%\n${likeable(key)}%`}::text AS begins, e.name_order
        FROM entities e WHERE e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)} AND (${found} OR ${byTracker})
        ORDER BY 2 DESC, 3 DESC, e.name_order, e.id LIMIT ${MOST})
      SELECT 'vehicle' AS kind, e.id, e.name, e.license_plate, e.frame_number, d.imei, NULL AS email, b.name AS business_name
      FROM found JOIN entities e ON e.id = found.id JOIN businesses b ON b.id = e.business_id
      LEFT JOIN installations i ON i.entity_id = e.id AND i.removed_at IS NULL LEFT JOIN devices d ON d.id = i.device_id
      ORDER BY found.is_tracked DESC, found.begins DESC, found.name_order, e.id`)
  }

  /** Those that hold half of a mistyped key, some of each half, and look like the whole with a typo. */
  #nearby(key: string, matches: Matches): Sql {
    const ids = (mistyped(key)?.halves ?? [key]).map((half) => holders(half, MOST_JUDGED, false))
    return sql`e.id = ANY (${allOf(ids)}) AND ${matches(sql`e.search_key`)}`
  }

  #tracked(transaction: ScopedTransaction, digits: string): Sql {
    const indexed = digits.length < IMEI_END ? sql`TRUE` : sql`right(known.imei, 6) = right(${digits}::text, 6)`
    return sql`SELECT on_it.entity_id FROM devices known JOIN installations on_it ON on_it.device_id = known.id
      AND on_it.removed_at IS NULL WHERE ${indexed} AND known.imei LIKE '%' || ${digits}::text AND known.deleted_at IS NULL
        AND ${transaction.within(sql`known.business_id`)} LIMIT 100`
  }

  /** Users by name and e-mail address, telephone and city. */
  people(transaction: ScopedTransaction, matches: Matches): Promise<HitDto[]> {
    return transaction.rows<HitDto>(sql`SELECT 'person' AS kind, u.id, u.first_name || ' ' || u.last_name AS name,
        NULL AS license_plate, NULL AS frame_number, NULL AS imei, u.email, b.name AS business_name
      FROM users u LEFT JOIN businesses b ON b.id = u.business_id
      WHERE u.deleted_at IS NULL AND ${transaction.within(sql`u.business_id`)} AND ${matches(sql`u.search_text`)}
      ORDER BY in_order(u.last_name), u.id LIMIT ${MOST}`)
  }

  businesses(transaction: ScopedTransaction, matches: Matches): Promise<HitDto[]> {
    return transaction.rows<HitDto>(sql`SELECT 'business' AS kind, b.id, b.name, NULL AS license_plate, NULL AS frame_number,
        NULL AS imei, b.email, (SELECT above.name FROM businesses above WHERE above.id = b.parent_id) AS business_name
      FROM businesses b WHERE ${transaction.within(sql`b.id`)} AND ${matches(keyOf(sql`b.name`))}
      ORDER BY in_order(b.name), b.id LIMIT ${MOST}`)
  }

  /** Tags that apply in the scope. */
  tags(transaction: ScopedTransaction, matches: Matches): Promise<HitDto[]> {
    return transaction.rows<HitDto>(sql`SELECT 'tag' AS kind, t.id, t.name, NULL AS license_plate, NULL AS frame_number,
        NULL AS imei, NULL AS email, (SELECT b.name FROM businesses b WHERE b.id = t.business_id) AS business_name
      FROM tags t WHERE t.deleted_at IS NULL AND ${appliesHere(transaction, sql`t.business_id`)}
        AND ${matches(keyOf(sql`t.name`))}
      ORDER BY in_order(t.name), t.id LIMIT ${MOST}`)
  }
}

const allOf = (arrays: readonly Sql[]): Sql => arrays.reduce((all, some) => sql`${all} || ${some}`)

/** Ids of vehicles in scope that hold a text. */
const holders = (text: string, most: number, inOrder: boolean) =>
  sql`ARRAY(SELECT vehicles_holding(${likeable(text)}::text, ${most}::int, ${inOrder}::boolean))`

const likeable = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
