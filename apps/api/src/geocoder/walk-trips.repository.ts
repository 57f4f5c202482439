import { Inject, Injectable } from '@nestjs/common'
import type pg from 'pg'
import { API_POOL } from '../configuration.js'
import { RequestDatabase } from '../database/request-database.js'
import { sql } from '../database/sql.js'
import type { Locale } from '../texts/locale.js'

/** Maximum trips per pass. The next pass continues after these trips. */
const MOST_TRIPS = 5_000
/**
 * A pass finds only trips that were closed at least this many seconds ago. Every transaction that closes trips is committed
 * within this time. So no trip is added to a period after a pass has processed it.
 */
const SETTLED_S = 60
/**
 * Maximum age of trips in days. After a long pause of the job or with a new geocoder, older trips may have no addresses.
 * They get addresses when a user views them.
 */
const MOST_DAYS = 1

/**
 * Period in which the trips of one pass were closed. The times are texts with microseconds, because a JavaScript `Date` has
 * only milliseconds.
 */
interface Pass {
  since: string
  until: string
}

export interface EndedTripRow {
  business_id: number
  start_latitude: number
  start_longitude: number
  stop_latitude: number
  stop_longitude: number
}

/** Trips of all businesses that have ended. A job uses these queries. Requests do not. */
@Injectable()
export class WalkTripsRepository {
  constructor(
    @Inject(API_POOL) private readonly pool: pg.Pool,
    private readonly database: RequestDatabase,
  ) {}

  /** Returns the period of the next pass. */
  async findPass(): Promise<Pass> {
    const { rows } = await this.pool.query<Pass>(
      `WITH pass AS (SELECT greatest(walked_until, now() - make_interval(days => $1)) AS since FROM geocoder_state), page AS (
         SELECT t.closed_at FROM trips t, pass
         WHERE t.closed_at > pass.since AND t.closed_at <= now() - make_interval(secs => $2) ORDER BY t.closed_at LIMIT $3
       )
       SELECT pass.since::text, coalesce((SELECT max(closed_at) FROM page), pass.since)::text AS until FROM pass`,
      [MOST_DAYS, SETTLED_S, MOST_TRIPS],
    )
    return rows[0] ?? { since: 'infinity', until: 'infinity' }
  }

  /**
   * Runs with the database role of requests and the scope of all businesses, so that trips with a hidden location are left
   * out here too.
   */
  findClosed({ since, until }: Pass): Promise<EndedTripRow[]> {
    return this.database.read('all', (transaction) =>
      transaction.rows<EndedTripRow>(sql`
        SELECT t.business_id, t.start_latitude / 1e7::float8 AS start_latitude, t.start_longitude / 1e7::float8 AS start_longitude,
          t.stop_latitude / 1e7::float8 AS stop_latitude, t.stop_longitude / 1e7::float8 AS stop_longitude
        FROM trips t JOIN entity_privacy p ON p.entity_id = t.entity_id
        WHERE t.closed_at > ${since}::timestamptz AND t.closed_at <= ${until}::timestamptz
          AND NOT t.is_open AND t.deleted_at IS NULL AND NOT p.hidden_from_business`),
    )
  }

  /**
   * Returns the languages of each business's users. If a business has no users, returns those of the nearest business above
   * that has users.
   */
  async findLocales(businesses: readonly number[]): Promise<Map<number, Locale[]>> {
    const { rows } = await this.pool.query<{ id: number; locales: Locale[] }>(
      `SELECT b.id, readers.locales FROM businesses b CROSS JOIN LATERAL (
         SELECT array_agg(DISTINCT u.locale) AS locales
         FROM businesses above JOIN users u ON u.business_id = above.id AND u.deleted_at IS NULL
         WHERE above.id = ANY (b.path) GROUP BY above.id ORDER BY cardinality(above.path) DESC LIMIT 1
       ) readers WHERE b.id = ANY ($1::int[])`,
      [businesses],
    )
    return new Map(rows.map(({ id, locales }) => [id, locales]))
  }

  /** Stores the end of this pass, so that the next pass begins there. */
  async goOn({ until }: Pass): Promise<void> {
    await this.pool.query('UPDATE geocoder_state SET walked_until = $1', [until])
  }
}
