import * as platform from '@roadbook/platform/database'
import type { QueryConfig } from 'pg'

/**
 * Sets a time limit for a statement of the log, by default ten seconds, on the client's side. The server's own limit is not
 * enough: a database behind a broken connection never answers.
 */
export const bounded = <T extends QueryConfig>(query: T, ms = 10_000): T => platform.bounded(query, ms)
