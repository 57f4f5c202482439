import pg from 'pg'
import type { Logger } from './logger.js'

export interface DatabaseOptions {
  url: string
  /** Shown in pg_stat_activity. */
  name: string
  /** Connections at most. */
  max?: number
  /** How long a statement may take. An answer that does not come in that time and five seconds more was lost on the way. */
  statementTimeoutMs?: number
  /** Told loudly when the role may pass by everything that the database forbids. */
  logger?: Logger
}

/**
 * Our statements are done in milliseconds. PostgreSQL compiles one (`jit`) when it guesses that it will be long, which takes seconds,
 * and guesses badly of tables that were just filled.
 */
const UNCOMPILED = '-c jit=off'

/**
 * The address of a database whose sessions are in UTC, whatever zone its server, the database or the role has. Otherwise a day there
 * has 23 or 25 hours twice a year, days and months begin elsewhere than the API says, and instants are written with another offset.
 * Every connection takes this way; settings that the address or `PGOPTIONS` names are kept.
 */
export const inUtc = (url: string): string => withOptions(url)

/** The address as each process of ours uses it: in UTC, and without compiling statements. */
export const forOurSessions = (url: string): string => withOptions(url, UNCOMPILED)

/** @param usual settings that whatever the address names comes before */
function withOptions(url: string, usual = ''): string {
  const [address = ''] = url.split('#')
  const query = address.indexOf('?')
  const named = query < 0 ? [] : new URLSearchParams(address.slice(query + 1)).getAll('options')
  const options = [usual, named.at(-1) ?? process.env.PGOPTIONS ?? '', '-c TimeZone=UTC'].filter(Boolean).join(' ')
  // Of a password that is not escaped pg escapes the whole address once more, and takes back numbers alone: %20, not %3D.
  const escaped = encodeURIComponent(options).replaceAll(/%(2C|2F|3A|3D)/g, decodeURIComponent)
  // It takes the last one of a name.
  return `${address}${query < 0 ? '?' : '&'}options=${escaped}`
}

/**
 * A pool that mends itself: connections that die are replaced, connecting and statements are bounded in time on both sides, and an
 * idle connection's error never ends the process. Its sessions are in UTC and compile no statements. int8 is read as `number` where it is safe (ids, metres).
 */
export function createPool({ url, name, max = 10, statementTimeoutMs = 30_000, logger }: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: forOurSessions(url),
    application_name: name,
    max,
    connectionTimeoutMillis: 5_000,
    // A new connection costs more than ten questions on one that waits: what is looked for twice a minute should find one.
    idleTimeoutMillis: 90_000,
    statement_timeout: statementTimeoutMs,
    // The server's bound is no bound where the network between swallows its answer.
    query_timeout: statementTimeoutMs + Math.min(5_000, statementTimeoutMs),
    // Sooner than the statement, so that an error says whether somebody else was in the way or it took too long.
    lock_timeout: Math.min(10_000, Math.ceil(statementTimeoutMs * 0.8)),
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  })
  pool.on('error', () => undefined)
  // A connection that dies between two queries of a transaction tells nobody else; the next query rejects with the reason.
  pool.on('connect', (client) => client.on('error', () => undefined))
  if (logger) pool.once('connect', () => setImmediate(() => void tellOfMightyRole(pool, logger)))
  return pool
}

/** S28: one injected statement of a superuser is every tenant's data, and a shell on the database's machine. */
async function tellOfMightyRole(pool: pg.Pool, logger: Logger): Promise<void> {
  const role = await pool
    .query<{ name: string; is_mighty: boolean }>(
      'SELECT rolname AS name, rolsuper OR rolbypassrls AS is_mighty FROM pg_roles WHERE rolname = session_user',
    )
    .then(({ rows }) => rows[0])
    // The connection's end is told to whoever wanted it.
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

/** A statement that gives up after `ms` on this side too, whatever its pool allows. */
export const bounded = <T extends pg.QueryConfig>(query: T, ms: number): T => ({ ...query, query_timeout: ms })

/** Runs `work` in one transaction; rolls back and rethrows when it rejects. */
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
    // A connection that never answered would not answer this either; its end rolls back.
    if (!isUnanswered(error))
      await client.query('ROLLBACK').catch((broken: Error) => (failure = Object.assign(broken, { cause: error })))
    throw error
  } finally {
    client.release(failure && isConnectionLoss(failure) ? failure : undefined)
  }
}

/** Whether a statement was given up because no answer came. Its connection still waits for that answer and can do nothing else. */
export const isUnanswered = (error: unknown): boolean => (error as Error | null)?.message === 'Query read timeout'

/** Whether an error says that the database is away or refuses for now, so that trying again can help. */
export function isConnectionLoss(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  if (code && /^(08|57P|53|55P03|25P03|40)/.test(code)) return true
  if (code && /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/.test(code)) return true
  if (isUnanswered(error)) return true
  return /connection terminated|timeout exceeded when trying to connect|client was closed|not queryable|Connection ended/i.test(
    message ?? '',
  )
}
