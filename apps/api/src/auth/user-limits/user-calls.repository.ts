import { Inject, Injectable } from '@nestjs/common'
import type pg from 'pg'
import { API_POOL } from '../../configuration.js'

/**
 * Counts calls of users within the last minute. Each call is counted in the database, so the limit is exact however many
 * processes there are.
 */
@Injectable()
export class UserCallsRepository {
  constructor(@Inject(API_POOL) private readonly pool: pg.Pool) {}

  /**
   * Counts one more call, unless the user has called `perMinute` times within the last minute.
   * @returns milliseconds until another call is allowed; 0 when this call is allowed
   */
  async take(operation: string, userId: number, perMinute: number): Promise<number> {
    const values = [userId, operation, perMinute]
    const taken = await this.pool.query({ name: 'take-user-call', text: TAKE, values })
    if (taken.rowCount === 1) return 0
    const { rows } = await this.pool.query<{ wait_ms: number }>({ name: 'wait-for-user-call', text: WAIT, values })
    return Math.max(1, rows[0]?.wait_ms ?? 0)
  }
}

const RECENT = "FROM unnest(c.called_at) AS at WHERE at > now() - interval '1 minute'"

// Concurrent calls of a user wait for the row lock, so each call counts the calls before it.
const TAKE = `
INSERT INTO user_calls AS c (user_id, operation, called_at) VALUES ($1, $2, ARRAY[now()])
ON CONFLICT (user_id, operation) DO UPDATE SET called_at = ARRAY(SELECT at ${RECENT}) || now()
WHERE (SELECT count(*) ${RECENT}) < $3`

/** Finds the oldest call that must be a minute old before the user may call again. */
const WAIT = `
SELECT extract(epoch FROM at + interval '1 minute' - now())::float8 * 1000 AS wait_ms
FROM user_calls c, unnest(c.called_at) AS at WHERE c.user_id = $1 AND c.operation = $2
ORDER BY at DESC OFFSET $3 - 1 LIMIT 1`
