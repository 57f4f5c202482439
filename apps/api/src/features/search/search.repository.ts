import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { joined, type Sql, sql } from '../../database/sql.js'
import { containing } from '../../database/peoples-words.js'
import { appliesHere } from '../tags/index.js'
import type { HitDto } from './dto/hit.dto.js'
import { mistyped } from './mistyped.js'

/** Maximum results of each kind. Users type more text to narrow a search. */
const MOST = 8
/** Number of last digits of an IMEI in the index. */
const IMEI_END = 6

/**
 * A vehicle is tested for a typo only if it contains one half of the typed key unchanged (see `mistyped`). This is the
 * maximum number of vehicles that are tested for each half. If a half is so common that more vehicles contain it, testing
 * all of them would take too long.
 */
const MOST_JUDGED = 400

/** Returns the condition that a column of keys (normalised texts, one per line) matches the search. */
export type Matches = (column: Sql) => Sql

/** @param keys keys of the typed text, from `searchKeys` */
export const holding =
  (keys: readonly string[]): Matches =>
  (column) =>
    joined(
      keys.map((key) => sql`${column} LIKE ${containing(key)}`),
      'OR',
      sql`FALSE`,
    )

/** @returns undefined when the key is too short or too long for typo tolerance */
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

/**
 * Computes the key of a column without a stored key. This is fast enough for thousands of rows, but not for hundreds of
 * thousands.
 */
const keyOf = (column: Sql): Sql => sql`found_by_both(${column})`

/** Finds objects by a part of a name or number. Each kind is searched separately. */
@Injectable()
export class SearchRepository {
  /**
   * Finds vehicles by name, short name, frame number, plate or the end of the tracker's IMEI. Vehicles found by the IMEI come
   * first, then vehicles with a text that begins with the key.
   */
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

  /**
   * Returns the condition for a mistyped key. The vehicle contains one of the key's halves and matches the pattern. For each
   * half, only a limited number of vehicles is tested.
   */
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

  /** Finds users by name, e-mail address, telephone and city. */
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

  /** Finds tags that apply in the scope. */
  tags(transaction: ScopedTransaction, matches: Matches): Promise<HitDto[]> {
    return transaction.rows<HitDto>(sql`SELECT 'tag' AS kind, t.id, t.name, NULL AS license_plate, NULL AS frame_number,
        NULL AS imei, NULL AS email, (SELECT b.name FROM businesses b WHERE b.id = t.business_id) AS business_name
      FROM tags t WHERE t.deleted_at IS NULL AND ${appliesHere(transaction, sql`t.business_id`)}
        AND ${matches(keyOf(sql`t.name`))}
      ORDER BY in_order(t.name), t.id LIMIT ${MOST}`)
  }
}

const allOf = (arrays: readonly Sql[]): Sql => arrays.reduce((all, some) => sql`${all} || ${some}`)

/** Returns the ids of vehicles in scope that contain a text. */
const holders = (text: string, most: number, inOrder: boolean) =>
  sql`ARRAY(SELECT vehicles_holding(${likeable(text)}::text, ${most}::int, ${inOrder}::boolean))`

const likeable = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
