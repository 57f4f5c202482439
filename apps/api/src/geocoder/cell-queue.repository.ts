import { Inject, Injectable } from '@nestjs/common'
import type pg from 'pg'
import { API_POOL } from '../configuration.js'
import type { Locale } from '../texts/locale.js'
import type { Cell } from './cells.js'
import type { FoundAddress } from './sources/geocode-json.js'

/** A cell in one language, of whichever businesses wait for it. */
export interface WaitingCell extends Cell {
  locale: Locale
}

/** An address is asked for again after half a year: streets get names, houses get numbers. */
const KEPT_DAYS = 180
/** Where nothing was known, and what waits in vain. */
const KEPT_DAYS_OF_NOTHING = 7
/** Some 120 MB with indexes; the oldest answers make room. */
const MOST_KEPT = 500_000
/** After a failure a cell waits, twice as long each time, so that one that breaks the geocoder does not stand before the others. */
const AGAIN_AFTER_MIN = 10
const MOST_DOUBLINGS = 3

const OF_CELL = 'latitude = $1 AND longitude = $2 AND locale = $3'
const valuesOf = ({ latitude, longitude, locale }: WaitingCell) => [latitude, longitude, locale]

/** Cells that wait for the operator's geocoder, of every business: it is a job that asks, and no request. */
@Injectable()
export class CellQueueRepository {
  constructor(@Inject(API_POOL) private readonly pool: pg.Pool) {}

  /** Those to ask for next: each business in its turn, what somebody looked at before the others, the newest first. */
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

  /** What another business was told of it. Null: that nothing is known; undefined: nobody asked yet. */
  async known(cell: WaitingCell): Promise<FoundAddress | null | undefined> {
    const { rows } = await this.pool.query<{ address: string | null; city: string | null; country: string | null }>(
      `SELECT address, city, country FROM geocoded_cells WHERE ${OF_CELL} AND answered_at IS NOT NULL
       ORDER BY answered_at DESC LIMIT 1`,
      valuesOf(cell),
    )
    const [row] = rows
    return row && (row.address === null ? null : { ...row, address: row.address })
  }

  /** For all businesses that wait for it. */
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

  /** What is too old, and what is too much. */
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
