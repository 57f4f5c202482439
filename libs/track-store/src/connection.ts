import type { ClientBase, Pool } from 'pg'
import { isUnanswered } from '@roadbook/platform'

const SAVEPOINT = 'track_store'

/** Runs `work` on the caller's connection. Without one, takes a connection from the pool and releases it afterwards. */
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
    // The pool must not give a broken connection to another caller, so it is destroyed.
    own.release(isServerError(failure) ? undefined : (failure as Error | undefined))
  }
}

/**
 * Runs `work` all or nothing. If the caller has an open transaction, `work` runs in a savepoint of it, and otherwise in a
 * transaction of its own. After a failure inside the savepoint, the caller may continue its transaction.
 */
export async function atomically<T>(client: ClientBase, isCallers: boolean, work: () => Promise<T>): Promise<T> {
  await client.query(isCallers ? `SAVEPOINT ${SAVEPOINT}` : 'BEGIN')
  let result: T
  try {
    result = await work()
  } catch (error) {
    // If the connection itself broke, there is nothing to roll back. Only the first error is thrown, because an error of
    // the rollback would say less.
    if (!isUnanswered(error)) await client.query(isCallers ? `ROLLBACK TO ${SAVEPOINT}` : 'ROLLBACK').catch(() => undefined)
    throw error
  }
  await client.query(isCallers ? `RELEASE ${SAVEPOINT}` : 'COMMIT')
  return result
}

/**
 * Returns true if the server refused the statement. The connection then still works. After any other error the connection is
 * unusable.
 */
export function isServerError(error: unknown): error is Error & { code: string } {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(08|57P)/.test(code)
}
