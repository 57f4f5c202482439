import * as platform from '@roadbook/platform/database'
import type { QueryConfig } from 'pg'

/**
 * Limits a statement of the log to ten seconds (by default) also on the client's side, because a database behind a broken
 * connection never answers.
 */
export const bounded = <T extends QueryConfig>(query: T, ms = 10_000): T => platform.bounded(query, ms)
