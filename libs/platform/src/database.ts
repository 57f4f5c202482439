import pg from 'pg'
import type { Logger } from './logger.js'

export interface DatabaseOptions {
  url: string
  /** Shown in pg_stat_activity. */
  name: string
  /** Maximum connections. */
  max?: number
  /** Time-out of a statement. An answer that is another five seconds late counts as lost on the way. */
  statementTimeoutMs?: number
  /** Logs an error when the role can bypass row security. */
  logger?: Logger
}

/**
 * Roadbook's statements take milliseconds. PostgreSQL compiles a statement (`jit`) when it expects a long run. Compiling takes
 * seconds, and the estimate is poor for tables that were just filled.
 */
const UNCOMPILED = '-c jit=off'

/**
 * Returns the address of a database with sessions in UTC, whatever the time zone of server, database or role. In another zone,
 * days have 23 or 25 hours twice a year, days and months begin elsewhere than in the API, and instants are written with another
 * offset. Every connection uses it. Settings in the address or in `PGOPTIONS` are kept.
 */
export const inUtc = (url: string): string => withOptions(url)

/** Returns the address as each Roadbook process uses it: in UTC and without compiled statements. */
export const forOurSessions = (url: string): string => withOptions(url, UNCOMPILED)

/** @param usual settings that come first, so that those in the address override them */
function withOptions(url: string, usual = ''): string {
  const [address = ''] = url.split('#')
  const query = address.indexOf('?')
  const named = query < 0 ? [] : new URLSearchParams(address.slice(query + 1)).getAll('options')
  const options = [usual, named.at(-1) ?? process.env.PGOPTIONS ?? '', '-c TimeZone=UTC'].filter(Boolean).join(' ')
  // If the password is not escaped, pg escapes the whole address again and undoes only numeric escapes: %20, not %3D.
  const escaped = encodeURIComponent(options).replaceAll(/%(2C|2F|3A|3D)/g, decodeURIComponent)
  // pg uses the last parameter of a name.
  return `${address}${query < 0 ? '?' : '&'}options=${escaped}`
}

/**
 * Creates a pool that recovers by itself: broken connections are replaced, connecting and statements have time-outs on both
 * sides, and an idle connection's error never ends the process. Its sessions are in UTC and do not compile statements. int8 is
 * read as `number` where it is safe (ids, metres).
 */
export function createPool({ url, name, max = 10, statementTimeoutMs = 30_000, logger }: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: forOurSessions(url),
    application_name: name,
    max,
    connectionTimeoutMillis: 5_000,
    // A new connection costs more than ten queries on an idle one, so work done twice a minute should find one open.
    idleTimeoutMillis: 90_000,
    statement_timeout: statementTimeoutMs,
    // The server's time-out does not help where the network loses its answer.
    query_timeout: statementTimeoutMs + Math.min(5_000, statementTimeoutMs),
    // Shorter than the statement's time-out, so that an error shows whether a lock was in the way or the statement was slow.
    lock_timeout: Math.min(10_000, Math.ceil(statementTimeoutMs * 0.8)),
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  })
  pool.on('error', () => undefined)
  // Without a listener, the error of a connection that breaks between two queries of a transaction would end the process. The
  // next query rejects with the reason.
  pool.on('connect', (client) => client.on('error', () => undefined))
  if (logger) pool.once('connect', () => setImmediate(() => void warnOfMightyRole(pool, logger)))
  return pool
}

/**
 * Warns about a superuser role (S28): one injected statement would expose every tenant's data and give a shell on the database's
 * machine.
 */
async function warnOfMightyRole(pool: pg.Pool, logger: Logger): Promise<void> {
  const role = await pool
    .query<{ name: string; is_mighty: boolean }>(
      'SELECT rolname AS name, rolsuper OR rolbypassrls AS is_mighty FROM pg_roles WHERE rolname = session_user',
    )
    .then(({ rows }) => rows[0])
    // The caller that uses the connection receives its error.
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

/** Returns a query with a client-side time-out of `ms`, whatever its pool allows. */
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
    // A connection that did not answer would not answer ROLLBACK either. Closing it rolls back.
    if (!isUnanswered(error))
      await client.query('ROLLBACK').catch((broken: Error) => (failure = Object.assign(broken, { cause: error })))
    throw error
  } finally {
    client.release(failure && isConnectionLoss(failure) ? failure : undefined)
  }
}

/** Returns true when a statement timed out without an answer. Its connection still waits for that answer and cannot be used. */
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
