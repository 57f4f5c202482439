import * as platform from '@roadbook/platform/database'
import type { QueryConfig } from 'pg'

/** A statement of the log: it gives up after ten seconds on this side too, because a database behind a dead wire answers nothing. */
export const bounded = <T extends QueryConfig>(query: T, ms = 10_000): T => platform.bounded(query, ms)
