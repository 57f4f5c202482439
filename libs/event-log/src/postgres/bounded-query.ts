import type { QueryConfig } from 'pg'
import { isConnectionLoss } from '@roadbook/platform'

/** A statement that gives up after `ms` on the client's side too: a database behind a dead wire answers nothing at all. */
export const bounded = <T extends QueryConfig>(query: T, ms = 10_000): T => ({ ...query, query_timeout: ms })

/** Whether the database is away, refuses for now, or stays silent. */
export const isWorthRetrying = (error: unknown): boolean =>
  isConnectionLoss(error) || (error as Error).message === 'Query read timeout'
