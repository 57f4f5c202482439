import type pg from 'pg'

/** Failures in a row after which requests pause. */
const FAILURES_TO_OPEN = 5
/** Number of times that the pause can double. The pause is a minute at first, and an hour at most. */
const MOST_DOUBLINGS = 6
const MOST_PAUSE_MIN = 60
/** Seconds that other processes wait while one process tests whether the service is available again. */
const PROBE_S = 60

/**
 * State of requests to an operator's service: the earliest time of the next request, and whether requests are paused. All
 * processes share the state in one row of a table. All times are from the database's clock.
 */
export class SourceStateRepository {
  constructor(
    private readonly pool: pg.Pool,
    private readonly table: 'geocoder_state' | 'road_matcher_state' | 'payment_provider_state',
  ) {}

  /**
   * Takes the next turn (the earliest time for a request). There are `rate` turns per second.
   * @param mostWaitMs maximum wait in milliseconds. If the turn is later, it is not taken.
   * @returns milliseconds until the turn; undefined while the service is paused, and if the wait would be longer
   */
  async takeTurn(rate: number, mostWaitMs?: number): Promise<number | undefined> {
    const { rows } = await this.pool.query<{ wait_ms: number }>(
      `UPDATE ${this.table} SET next_at = greatest(next_at, clock_timestamp()) + make_interval(secs => $1::float8),
         open_until = CASE WHEN open_until IS NOT NULL THEN clock_timestamp() + make_interval(secs => $2) END
       WHERE (open_until IS NULL OR open_until <= clock_timestamp())
         AND ($3::float8 IS NULL OR next_at <= clock_timestamp() + make_interval(secs => $3::float8 / 1000))
       RETURNING greatest(0, extract(epoch FROM next_at - make_interval(secs => $1::float8) - clock_timestamp()) * 1000)::float8 AS wait_ms`,
      [1 / rate, PROBE_S, mostWaitMs ?? null],
    )
    return rows[0]?.wait_ms
  }

  async succeeded(): Promise<void> {
    await this.pool.query(`UPDATE ${this.table} SET failures = 0, open_until = NULL WHERE failures > 0 OR open_until IS NOT NULL`)
  }

  /**
   * @param pauseS pause in seconds that the service asked for
   * @returns whether the service is paused from now on
   */
  async failed(pauseS: number | undefined): Promise<boolean> {
    const { rows } = await this.pool.query<{ is_open: boolean }>(
      `UPDATE ${this.table} SET failures = least(failures, 1000) + 1, open_until = CASE
         WHEN failures + 1 >= $1 OR $2::float8 IS NOT NULL THEN clock_timestamp() + greatest(
           make_interval(secs => coalesce($2, 0)),
           CASE WHEN failures + 1 >= $1
             THEN least(make_interval(mins => 1 << least(failures + 1 - $1, $3)), make_interval(mins => $4)) END
         ) END
       RETURNING open_until IS NOT NULL AS is_open`,
      [FAILURES_TO_OPEN, pauseS ?? null, MOST_DOUBLINGS, MOST_PAUSE_MIN],
    )
    return rows[0]?.is_open ?? false
  }
}
