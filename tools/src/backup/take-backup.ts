import { createPool } from '@roadbook/platform'
import type pg from 'pg'
import { to } from 'pg-copy-streams'
import { END_OF_ROWS, FORMAT, type Header, quoted, type TableFoot, type TableHead } from './archive.js'
import { partitionsOf, sequencesOf, type Table, tablesOf, weeksOfChunks } from './tables.js'
import type { Lines } from './write-archive.js'

/** Parts of the header that are not in the database. */
export type Surroundings = Pick<Header, 'version' | 'files' | 'namedFiles' | 'eventLog'>

/** Makes the text of values independent of the settings of server and role, and removes the time limits of statements. */
const SETTINGS = `SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET extra_float_digits = 1; SET bytea_output = 'hex';
  SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = '60s'`
/** Number of attempts to lock all tables. Another attempt is needed if a migration makes, drops or locks a table meanwhile. */
const TRIES = 5
/** Errors of PostgreSQL after which another attempt may succeed: undefined_table, deadlock_detected, lock_not_available. */
const PASSING = ['42P01', '40P01', '55P03']

/**
 * Reads the whole database as it was at one moment. Other work on the database continues meanwhile. Only statements that
 * remove or rewrite a table must wait for the end of the backup.
 * @yields the lines of a backup
 */
export async function* takeBackup(databaseUrl: string, surroundings: Surroundings): Lines {
  const { client, close } = await openSession(databaseUrl)
  try {
    const { tables, takenAt } = await beginSnapshot(client)
    const header: Header = {
      roadbook: 'backup',
      format: FORMAT,
      ...surroundings,
      takenAt,
      migrations: await migrationsOf(client),
      queueVersion: await queueVersionOf(client),
      partitions: await partitionsOf(client),
      weeks: await weeksOfChunks(client),
    }
    yield JSON.stringify(header)
    let all = 0
    for (const { table, columns } of tables) {
      yield JSON.stringify({ table, columns } satisfies TableHead)
      const copy = client.query(to(`COPY (SELECT ${columns.map(quoted).join(', ')} FROM ${table}) TO STDOUT`))
      for await (const bytes of copy) yield bytes as Buffer
      yield END_OF_ROWS
      // The server reports the number of rows after the last row. When the server has answered another statement, this
      // report has certainly arrived.
      await client.query('')
      const rows = copy.rowCount
      yield JSON.stringify({ rows } satisfies TableFoot)
      all += rows
    }
    yield JSON.stringify({ sequences: await sequencesOf(client) })
    await client.query('COMMIT')
    return { tables: tables.length, rows: all }
  } finally {
    await close()
  }
}

/**
 * Opens the session of a backup or a restore, which has no time-outs. `close` ends the session, even in the middle of a
 * statement.
 */
export async function openSession(databaseUrl: string): Promise<{ client: pg.PoolClient; close: () => Promise<void> }> {
  const pool = createPool({ url: databaseUrl, name: 'roadbook-cli', max: 1, statementTimeoutMs: 0 })
  try {
    const client = await pool.connect()
    const close = () => {
      client.release(true)
      return pool.end()
    }
    await client.query(SETTINGS)
    return { client, close }
  } catch (error) {
    await pool.end()
    throw error
  }
}

/**
 * Begins a transaction that sees all tables as they are now. Locks the tables first, so that no table is dropped before it is
 * read.
 */
async function beginSnapshot(client: pg.ClientBase): Promise<{ tables: Table[]; takenAt: string }> {
  let tables = await tablesOf(client)
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    if (tables.length === 0) throw new Error('the database has no tables of Roadbook')
    const partial = tables.filter(({ isWhole }) => !isWhole).map(({ table }) => table)
    if (partial.length > 0)
      throw new Error(
        `this role may not read all rows of ${partial.join(', ')}: set DATABASE_URL to the address of the role that owns the database`,
      )
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    if (await areLocked(client, tables)) {
      // The snapshot is the state of the data that the transaction sees. It is not fixed by locking tables, but by this query,
      // after all tables are locked.
      const now = await tablesOf(client)
      const { rows } = await client.query<{ now: Date }>('SELECT now()')
      if (JSON.stringify(now) === JSON.stringify(tables)) return { tables, takenAt: rows[0]!.now.toISOString() }
    }
    await client.query('ROLLBACK')
    tables = await tablesOf(client)
  }
  throw new Error('the schema changes all the time: wait until "roadbook migrate" has ended')
}

/** Locks the tables. Returns false if one of them is gone, or if a migration has locked it. */
async function areLocked(client: pg.ClientBase, tables: readonly Table[]): Promise<boolean> {
  try {
    await client.query(`LOCK TABLE ${tables.map(({ table }) => table).join(', ')} IN ACCESS SHARE MODE`)
    return true
  } catch (error) {
    if (PASSING.includes((error as { code?: string }).code ?? '')) return false
    throw error
  }
}

async function migrationsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM public.schema_migrations ORDER BY timestamp, id')
  return rows.map(({ name }) => name)
}

async function queueVersionOf(client: pg.ClientBase): Promise<number | null> {
  const { rows: tables } = await client.query<{ name: string | null }>("SELECT to_regclass('jobs.version')::text AS name")
  if (!tables[0]?.name) return null
  const { rows } = await client.query<{ version: number }>('SELECT version FROM jobs.version')
  return rows[0]?.version ?? null
}
