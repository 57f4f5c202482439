import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Number of times that a process adds its count to the database before the limit is reached: at each twentieth of it. */
const REPORTS_PER_LIMIT = 20

/** Result of counting one more request. */
export interface Counted {
  /** Requests of all processes within the window, as far as this process knows. */
  total: number
  isOver: boolean
  /** Milliseconds until the window ends and counting starts again. */
  endsInMs: number
}

export interface SharedCountsOptions {
  /**
   * Called with the error if counts could not be shared. Until sharing works again, this process compares only its own
   * count with the limit.
   */
  onError: (error: unknown) => void
  /** Clock in milliseconds. */
  now?: () => number
}

/**
 * Count of one key within its window. `own` is the number of requests that this process has counted for the key. It is not
 * reset when a new window begins.
 */
interface Count {
  own: number
  /** Number to add to `own` to get the number of requests of all processes. */
  offset: number
  /** Value of `own` when it was last added to the database. The requests after it are not in the database yet. */
  sent: number
  /** Value of `own` in the last attempt to send. */
  tried: number
  endsAt: number
  windowMs: number
  exchange: Promise<void> | undefined
}

/**
 * Counts requests by key, together with all other processes on the same database. Each process counts by itself. When it
 * has counted a twentieth of the limit, it adds its count to the database. For keys with fewer requests it writes nothing.
 * Nothing is written at fixed times. A window begins with the first request in it. Requests beyond the limit are not
 * counted.
 *
 * A single process allows exactly the limit. With several processes, each may allow up to a tenth more in a window. A limit
 * below 40 is exact, because then every request is reported to the database.
 */
export class SharedCounts {
  readonly #counts = new Map<string, Count>()
  readonly #now: () => number
  #sweptAt: number
  #hasWritten = false

  constructor(
    private readonly pool: Pick<pg.Pool, 'query'>,
    private readonly options: SharedCountsOptions,
  ) {
    this.#now = options.now ?? (() => performance.now())
    this.#sweptAt = this.#now()
  }

  /** Counts one more request. */
  async add(key: string, limit: number, windowMs: number): Promise<Counted> {
    this.#sweep(windowMs)
    const count = this.#current(key, windowMs)
    const endsInMs = () => Math.max(0, count.endsAt - this.#now())
    if (count.own + count.offset >= limit) return { total: limit + 1, isOver: true, endsInMs: endsInMs() }
    const mine = ++count.own
    const portion = Math.max(1, Math.floor(limit / REPORTS_PER_LIMIT))
    while (mine >= count.tried + portion) {
      count.exchange ??= this.#exchange(key, count).finally(() => (count.exchange = undefined))
      await count.exchange
    }
    const total = Math.max(1, mine + count.offset)
    return { total, isOver: total > limit, endsInMs: endsInMs() }
  }

  #current(key: string, windowMs: number): Count {
    const now = this.#now()
    const known = this.#counts.get(key)
    if (!known) {
      const count = { own: 0, offset: 0, sent: 0, tried: 0, endsAt: now + windowMs, windowMs, exchange: undefined }
      this.#counts.set(key, count)
      return count
    }
    if (known.endsAt <= now && !known.exchange) {
      known.offset = -known.own
      known.sent = known.tried = known.own
      known.endsAt = now + windowMs
    }
    return known
  }

  /** Adds the requests of this process to those in the database, and gets the number of all requests. */
  async #exchange(key: string, count: Count): Promise<void> {
    const upTo = count.own
    try {
      const { rows } = await this.pool.query<{ hits: number; left_ms: number }>({
        name: 'add-request-counts',
        text: ADD,
        values: [createHash('sha256').update(key).digest(), upTo - count.sent, count.windowMs],
      })
      this.#hasWritten = true
      count.offset = rows[0]!.hits - upTo
      count.endsAt = this.#now() + rows[0]!.left_ms
      count.sent = upTo
    } catch (error) {
      this.options.onError(error)
    } finally {
      count.tried = upTo
    }
  }

  /** Forgets keys whose window has ended. */
  #sweep(windowMs: number): void {
    const now = this.#now()
    if (now - this.#sweptAt < windowMs) return
    this.#sweptAt = now
    for (const [key, { endsAt, exchange }] of this.#counts) if (endsAt <= now && !exchange) this.#counts.delete(key)
    if (!this.#hasWritten) return
    this.#hasWritten = false
    // The result is not awaited. If rows are left, the next process that sweeps removes them.
    this.pool.query(REMOVE_ENDED).catch(() => undefined)
  }
}

const ADD = `
INSERT INTO request_counts AS c (key, hits, ends_at) VALUES ($1, $2, now() + $3 * interval '1 ms')
ON CONFLICT (key) DO UPDATE SET
  hits = CASE WHEN c.ends_at > now() THEN c.hits ELSE 0 END + excluded.hits,
  ends_at = CASE WHEN c.ends_at > now() THEN c.ends_at ELSE excluded.ends_at END
RETURNING hits, extract(epoch FROM ends_at - now())::float8 * 1000 AS left_ms`

const REMOVE_ENDED = 'DELETE FROM request_counts WHERE ends_at < now()'
