import { Inject, Injectable } from '@nestjs/common'
import type pg from 'pg'
import { API_POOL } from '../configuration.js'
import type { Locale } from '../texts/locale.js'
import type { Cell } from './cells.js'
import type { FoundAddress } from './sources/geocode-json.js'

/**
 * A cell (a square of about 11 m) whose address is needed in one language. All businesses that wait for the address get it.
 */
export interface WaitingCell extends Cell {
  locale: Locale
}

/** Days for which an address is kept. It is then requested again, because streets and houses may have new names and numbers. */
const KEPT_DAYS = 180
/** Days for which empty answers and unanswered requests are kept. */
const KEPT_DAYS_OF_NOTHING = 7
/** Maximum stored answers. This number needs about 120 MB with indexes. The oldest are deleted first. */
const MOST_KEPT = 500_000
/**
 * Minutes that a cell waits after a failure. Each further failure of the cell doubles the wait, so that a cell that the
 * geocoder cannot answer does not delay the other cells.
 */
const AGAIN_AFTER_MIN = 10
const MOST_DOUBLINGS = 3

const OF_CELL = 'latitude = $1 AND longitude = $2 AND locale = $3'
const valuesOf = ({ latitude, longitude, locale }: WaitingCell) => [latitude, longitude, locale]

/** Cells of all businesses that wait for the operator's geocoder. A job uses these queries. Requests do not. */
@Injectable()
export class CellQueueRepository {
  constructor(@Inject(API_POOL) private readonly pool: pg.Pool) {}

  /**
   * Returns the cells to request next. Businesses take turns. Within a business, cells that a user viewed come first, then the
   * newest.
   */
  async next(most: number): Promise<WaitingCell[]> {
    const { rows } = await this.pool.query<WaitingCell>(
      `SELECT latitude, longitude, locale FROM (
         SELECT *, row_number() OVER (PARTITION BY business_id ORDER BY failures, was_seen DESC, asked_at DESC) AS turn
         FROM geocoded_cells WHERE answered_at IS NULL AND due_at <= clock_timestamp()
       ) waiting ORDER BY turn, failures, was_seen DESC, asked_at DESC LIMIT $1`,
      [most],
    )
    return rows
  }

  /**
   * Returns the answer that another business got. Null: the geocoder knows no address there. Undefined: the address was not
   * requested yet.
   */
  async known(cell: WaitingCell): Promise<FoundAddress | null | undefined> {
    const { rows } = await this.pool.query<{ address: string | null; city: string | null; country: string | null }>(
      `SELECT address, city, country FROM geocoded_cells WHERE ${OF_CELL} AND answered_at IS NOT NULL
       ORDER BY answered_at DESC LIMIT 1`,
      valuesOf(cell),
    )
    const [row] = rows
    return row && (row.address === null ? null : { ...row, address: row.address })
  }

  /** Stores the answer for all businesses that wait for it. */
  async answer(cell: WaitingCell, found: FoundAddress | null | undefined): Promise<void> {
    await this.pool.query(
      `UPDATE geocoded_cells SET address = $4, city = $5, country = $6, answered_at = clock_timestamp()
       WHERE ${OF_CELL} AND answered_at IS NULL`,
      [...valuesOf(cell), found?.address ?? null, found?.city ?? null, found?.country ?? null],
    )
  }

  async putOff(cell: WaitingCell): Promise<void> {
    await this.pool.query(
      `UPDATE geocoded_cells SET failures = least(failures, 100) + 1,
         due_at = clock_timestamp() + make_interval(mins => ${AGAIN_AFTER_MIN} * (1 << least(failures, ${MOST_DOUBLINGS})))
       WHERE ${OF_CELL} AND answered_at IS NULL`,
      valuesOf(cell),
    )
  }

  /** Deletes the rows that are too old, and the oldest rows above the maximum number. */
  async forget(): Promise<void> {
    await this.pool.query(
      `DELETE FROM geocoded_cells WHERE answered_at < now() - make_interval(days => CASE WHEN address IS NULL THEN $2::int ELSE $1 END)
         OR answered_at IS NULL AND asked_at < now() - make_interval(days => $2)`,
      [KEPT_DAYS, KEPT_DAYS_OF_NOTHING],
    )
    await this.pool.query(
      `DELETE FROM geocoded_cells
       WHERE answered_at < (SELECT answered_at FROM geocoded_cells WHERE answered_at IS NOT NULL ORDER BY answered_at DESC OFFSET $1 LIMIT 1)`,
      [MOST_KEPT - 1],
    )
  }
}
