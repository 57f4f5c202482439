import pg from 'pg'
import type { Logger } from './logger.js'

export interface DatabaseOptions {
  url: string
  /** Name of the connections in pg_stat_activity. */
  name: string
  /** Maximum connections. */
  max?: number
  /**
   * Time-out of a statement, in milliseconds. If no answer comes for up to another five seconds, the answer counts as lost on the
   * way.
   */
  statementTimeoutMs?: number
  /** Logs an error when the role can bypass row security. */
  logger?: Logger
}

/**
 * Turns compilation (`jit`) off. PostgreSQL compiles a statement when it expects a long run. Roadbook's statements take
 * milliseconds, compiling takes seconds, and the expectation is often wrong for tables that were just filled.
 */
const UNCOMPILED = '-c jit=off'

/**
 * Returns a database address whose sessions are in UTC, whatever the time zone of server, database or role. In another zone, days
 * have 23 or 25 hours twice a year, days and months begin at other times than in the API, and instants are written with another
 * offset. Every connection uses this. Settings in the address or in `PGOPTIONS` are kept.
 */
export const inUtc = (url: string): string => withOptions(url)

/** Returns the database address that every Roadbook process uses: with sessions in UTC and without compiled statements. */
export const forOurSessions = (url: string): string => withOptions(url, UNCOMPILED)

/** @param usual settings that are put first, so that settings in the address override them */
function withOptions(url: string, usual = ''): string {
  const [address = ''] = url.split('#')
  const query = address.indexOf('?')
  const named = query < 0 ? [] : new URLSearchParams(address.slice(query + 1)).getAll('options')
  const options = [usual, named.at(-1) ?? process.env.PGOPTIONS ?? '', '-c TimeZone=UTC'].filter(Boolean).join(' ')
  // When the password is not escaped, pg escapes the whole address again. It then undoes only numeric escapes: %20, not %3D.
  const escaped = encodeURIComponent(options).replaceAll(/%(2C|2F|3A|3D)/g, decodeURIComponent)
  // When an address has several parameters of one name, pg uses the last.
  return `${address}${query < 0 ? '?' : '&'}options=${escaped}`
}

/**
 * Creates a pool that recovers by itself. Broken connections are replaced, connecting and statements have time-outs on both
 * sides, and an error of an idle connection never ends the process. The pool's sessions are in UTC and do not compile statements.
 * int8 values (ids, metres) are read as `number` where that is safe.
 */
export function createPool({ url, name, max = 10, statementTimeoutMs = 30_000, logger }: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: forOurSessions(url),
    application_name: name,
    max,
    connectionTimeoutMillis: 5_000,
    // A new connection costs more than ten queries on an idle one. Work that is done twice a minute should therefore find an open
    // connection.
    idleTimeoutMillis: 90_000,
    statement_timeout: statementTimeoutMs,
    // The server's time-out does not help when the network loses the server's answer.
    query_timeout: statementTimeoutMs + Math.min(5_000, statementTimeoutMs),
    // Shorter than the statement's time-out, so that the error shows whether the statement waited for a lock or was slow itself.
    lock_timeout: Math.min(10_000, Math.ceil(statementTimeoutMs * 0.8)),
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  })
  pool.on('error', () => undefined)
  // Without a listener, the error of a connection that breaks between two queries of a transaction would end the process. With
  // it, only the next query rejects.
  pool.on('connect', (client) => client.on('error', () => undefined))
  if (logger) pool.once('connect', () => setImmediate(() => void warnOfMightyRole(pool, logger)))
  return pool
}

/**
 * Logs an error when the role can bypass row security, as a superuser can (S28). One injected statement would then expose the
 * data of every tenant and give a shell on the database's machine.
 */
async function warnOfMightyRole(pool: pg.Pool, logger: Logger): Promise<void> {
  const role = await pool
    .query<{ name: string; is_mighty: boolean }>(
      'SELECT rolname AS name, rolsuper OR rolbypassrls AS is_mighty FROM pg_roles WHERE rolname = session_user',
    )
    .then(({ rows }) => rows[0])
    // The caller that uses the connection gets the error.
    .catch(() => undefined)
  if (role?.is_mighty)
    logger.error(
      { role: role.name },
      'DATABASE_URL signs in as a superuser or past row security: give this process a role of its own',
    )
}

const INT8 = 20
const parseInt8 = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 beyond 2^53: ${text}`)
  return value
}
const typeParser = (oid: number, format?: 'text' | 'binary'): unknown =>
  oid === INT8 && format !== 'binary' ? parseInt8 : (pg.types.getTypeParser(oid, format) as unknown)

/** Returns a query with a client-side time-out of `ms`, whatever time-out its pool has. */
export const bounded = <T extends pg.QueryConfig>(query: T, ms: number): T => ({ ...query, query_timeout: ms })

/** Runs `work` in one transaction. Rolls back and rethrows when it rejects. */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    failure = error as Error
    // A connection that did not answer would not answer ROLLBACK either. Closing the connection rolls the transaction back.
    if (!isUnanswered(error))
      await client.query('ROLLBACK').catch((broken: Error) => (failure = Object.assign(broken, { cause: error })))
    throw error
  } finally {
    client.release(failure && isConnectionLoss(failure) ? failure : undefined)
  }
}

/** Returns true when a statement timed out without an answer. The connection still waits for the answer and cannot be used. */
export const isUnanswered = (error: unknown): boolean => (error as Error | null)?.message === 'Query read timeout'

/** Returns true when the database is unreachable or temporarily refuses, so that a retry can help. */
export function isConnectionLoss(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  if (code && /^(08|57P|53|55P03|25P03|40)/.test(code)) return true
  if (code && /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/.test(code)) return true
  if (isUnanswered(error)) return true
  return /connection terminated|timeout exceeded when trying to connect|client was closed|not queryable|Connection ended/i.test(
    message ?? '',
  )
}
