import type { ClientBase, Pool } from 'pg'
import { isUnanswered } from '@roadbook/platform'

const SAVEPOINT = 'track_store'

/** Runs `work` on the caller's connection, or on one of the pool's that it gives back. */
export async function onConnection<T>(
  pool: Pool,
  client: ClientBase | undefined,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  if (client) return work(client)
  const own = await pool.connect()
  let failure: unknown
  try {
    return await work(own)
  } catch (error) {
    failure = error
    throw error
  } finally {
    // A connection that died under us must not be lent to the next one.
    own.release(isServerError(failure) ? undefined : (failure as Error | undefined))
  }
}

/**
 * All or nothing: in a transaction of its own, or, when the caller has one open, down to a savepoint in it, so that the
 * caller may go on after a failure.
 */
export async function atomically<T>(client: ClientBase, isCallers: boolean, work: () => Promise<T>): Promise<T> {
  await client.query(isCallers ? `SAVEPOINT ${SAVEPOINT}` : 'BEGIN')
  let result: T
  try {
    result = await work()
  } catch (error) {
    // Where the connection itself died there is nothing to undo, and the first error says more than the second.
    if (!isUnanswered(error)) await client.query(isCallers ? `ROLLBACK TO ${SAVEPOINT}` : 'ROLLBACK').catch(() => undefined)
    throw error
  }
  await client.query(isCallers ? `RELEASE ${SAVEPOINT}` : 'COMMIT')
  return result
}

/** The server refused the statement and the connection still works; anything else is the connection's end. */
export function isServerError(error: unknown): error is Error & { code: string } {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(08|57P)/.test(code)
}
