import pg from 'pg'
import type { Logger } from './logger.js'

export interface DatabaseOptions {
  url: string
  /** Name of the connections in pg_stat_activity. */
  name: string
  /** Maximum number of connections. */
  max?: number
  /**
   * Time-out of a statement in milliseconds, after which the server cancels the statement. The client waits up to five
   * seconds longer. If it has no answer by then, the answer counts as lost in the network.
   */
  statementTimeoutMs?: number
  /** Logs an error if the role can bypass row security. */
  logger?: Logger
  /**
   * True if `url` may lead through a pooler in transaction mode. Statements then have no names, because many poolers lose
   * prepared statements. If false, `logger` warns of a pooler.
   */
  isPooled?: boolean
}

/**
 * Switches compilation (`jit`) off. PostgreSQL compiles a statement if it expects that the statement runs for long. For
 * tables that were just filled, this expectation is often wrong. Roadbook's statements take milliseconds, and compiling
 * takes seconds.
 */
const UNCOMPILED = '-c jit=off'

/**
 * Returns a database address whose sessions are in UTC, whatever the time zone of server, database or role is. In another
 * zone, a day would have 23 or 25 hours when the clocks change. Days and months would begin at other times than in the API,
 * and instants would be written with another offset. Every connection uses this function. Settings in the address or in
 * `PGOPTIONS` are kept.
 */
export const inUtc = (url: string): string => withOptions(url)

/** Returns the database address that every Roadbook process uses. Its sessions are in UTC and do not compile statements. */
export const forOurSessions = (url: string): string => withOptions(url, UNCOMPILED)

/** @param usual settings that are written before those of the address, so that the address overrides them */
function withOptions(url: string, usual = ''): string {
  const [address = ''] = url.split('#')
  const query = address.indexOf('?')
  const named = query < 0 ? [] : new URLSearchParams(address.slice(query + 1)).getAll('options')
  const options = [usual, named.at(-1) ?? process.env.PGOPTIONS ?? '', '-c TimeZone=UTC'].filter(Boolean).join(' ')
  // If the password is not escaped, pg escapes the whole address again. When pg then decodes the options, it decodes
  // only escapes of two decimal digits, such as %20, and not %3D.
  const escaped = encodeURIComponent(options).replaceAll(/%(2C|2F|3A|3D)/g, decodeURIComponent)
  // If an address has several parameters of the same name, pg uses the last one.
  return `${address}${query < 0 ? '?' : '&'}options=${escaped}`
}

/**
 * Creates a pool that recovers by itself. Broken connections are replaced. Connecting and statements have time-outs on both
 * sides. An error of an idle connection does not end the process. The pool's sessions are in UTC and do not compile
 * statements. int8 values (ids, metres) are read as `number` if they are safe integers.
 */
export function createPool(options: DatabaseOptions): pg.Pool {
  const { url, name, max = 10, statementTimeoutMs = 30_000, logger, isPooled = false } = options
  const pool = new pg.Pool({
    connectionString: forOurSessions(url),
    application_name: name,
    max,
    connectionTimeoutMillis: 5_000,
    // Opening a connection takes longer than ten queries on an idle connection. So idle connections stay open long
    // enough for work that is done twice a minute.
    idleTimeoutMillis: 90_000,
    statement_timeout: statementTimeoutMs,
    // The server's time-out is not enough: the network may lose the server's answer.
    query_timeout: statementTimeoutMs + Math.min(5_000, statementTimeoutMs),
    // Shorter than the statement's time-out, so that a statement that waits for a lock fails with another error than a
    // statement that is slow itself.
    lock_timeout: Math.min(10_000, Math.ceil(statementTimeoutMs * 0.8)),
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  })
  pool.on('error', () => undefined)
  // Without a listener, a connection that breaks between two queries of a transaction would end the process. With a listener,
  // only the next query rejects.
  pool.on('connect', (client) => client.on('error', () => undefined))
  if (isPooled) pool.on('connect', dropNames)
  if (logger) pool.once('connect', () => setImmediate(() => void warnOfConnection(pool, logger, isPooled)))
  return pool
}

/**
 * Makes a client send its statements without their names. A named statement exists only in the session that prepared it, and
 * a pooler may send the next statement to another session.
 */
function dropNames(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (statement: unknown, ...others: unknown[]) => unknown
  const nameless = (statement: unknown, ...others: unknown[]) =>
    query(isNamed(statement) ? unnamed(statement) : statement, ...others)
  client.query = nameless as typeof client.query
}

const isNamed = (statement: unknown): statement is pg.QueryConfig =>
  typeof statement === 'object' && statement !== null && 'name' in statement && 'text' in statement && !('submit' in statement)
const unnamed = ({ name: _name, ...statement }: pg.QueryConfig): pg.QueryConfig => statement

/**
 * Returns the settings of a single connection that keeps its session, for LISTEN.
 * @param url see {@link directUrl}
 * @param name name of the connection in pg_stat_activity
 */
export const sessionConfig = ({ url, name }: Pick<DatabaseOptions, 'url' | 'name'>): pg.ClientConfig => ({
  connectionString: forOurSessions(url),
  application_name: name,
  connectionTimeoutMillis: 5_000,
})

/**
 * Logs an error if the role can bypass row security, for example as a superuser (S28). One injected statement would then
 * expose the data of every tenant, and would give a shell on the database's machine. Also warns of a pooler, if notifications
 * and locks would go through it.
 */
async function warnOfConnection(pool: pg.Pool, logger: Logger, mayBePooled: boolean): Promise<void> {
  // If this fails, the caller that uses the connection gets the error.
  const found = await inspect(pool).catch(() => undefined)
  if (found?.is_mighty)
    logger.error(
      { role: found.name },
      'DATABASE_URL signs in as a superuser or past row security: give this process a role of its own',
    )
  if (found?.isPooled && !mayBePooled)
    logger.warn('DATABASE_URL leads through a pooler: set DATABASE_DIRECT_URL to the address of PostgreSQL itself')
}

async function inspect(pool: pg.Pool) {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    const { rows } = await client.query<{ name: string; is_mighty: boolean }>(
      'SELECT rolname AS name, rolsuper OR rolbypassrls AS is_mighty FROM pg_roles WHERE rolname = session_user',
    )
    return { ...rows[0]!, isPooled: await isPooled(client) }
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    // A client that still waits for an answer cannot be used again.
    client.release(failure)
  }
}

/**
 * Returns true if a pooler answers between this connection and PostgreSQL. At sign-in, PostgreSQL sends the id of the process
 * that serves the connection. A pooler sends an id of its own.
 */
export async function isPooled(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid !== (client as pg.ClientBase & { processID: number | null }).processID
}

/**
 * Returns true if a pooler gives the session of one connection to another connection.
 * @param one a connection that is idle
 */
export async function sharesSessions(one: pg.ClientBase, other: pg.ClientBase): Promise<boolean> {
  const sessionOf = async (client: pg.ClientBase) =>
    (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid
  const first = await sessionOf(one)
  // The first session is idle now. A pooler that shares sessions gives it to the next transaction.
  await other.query('BEGIN')
  const second = await sessionOf(other)
  await other.query('ROLLBACK')
  return first === second
}

const INT8 = 20
const parseInt8 = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 beyond 2^53: ${text}`)
  return value
}
const typeParser = (oid: number, format?: 'text' | 'binary'): unknown =>
  oid === INT8 && format !== 'binary' ? parseInt8 : (pg.types.getTypeParser(oid, format) as unknown)

/** Returns the query with a time-out of `ms` on the client's side, which replaces the time-out of the pool. */
export const bounded = <T extends pg.QueryConfig>(query: T, ms: number): T => ({ ...query, query_timeout: ms })

/** Runs `work` in one transaction. If `work` rejects, rolls back and throws the error of `work`. */
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

/** Returns true if a statement timed out without an answer. The connection still waits for that answer and cannot be used. */
export const isUnanswered = (error: unknown): boolean => (error as Error | null)?.message === 'Query read timeout'

/** Returns true if the database is unreachable or refuses only temporarily. Another attempt may then succeed. */
export function isConnectionLoss(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  if (code && /^(08|57P|53|55P03|25P03|40)/.test(code)) return true
  if (code && /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/.test(code)) return true
  if (isUnanswered(error)) return true
  return /connection terminated|timeout exceeded when trying to connect|client was closed|not queryable|Connection ended/i.test(
    message ?? '',
  )
}
