import { pause } from '@roadbook/platform'
import { inUtc } from '@roadbook/platform/database'
import { AbstractLogger, DataSource, type DataSourceOptions } from 'typeorm'
import { applyMigrations, PATIENCE, type Patience } from './apply.js'
import { migrations } from './list.js'
import { assertOwnSession } from './own-session.js'
import { assertPrepared } from './preparation.js'
import { grantProcessRights } from './process-roles.js'
import type { Ask } from './timescale.js'
import { isRestoreUnfinished } from './unfinished-restore.js'

export { describeWaypoints } from './timescale.js'
export { TableInUse } from './apply.js'
export { UnpreparedDatabase } from './preparation.js'
export { BEGIN_RESTORE, END_RESTORE, isRestoreUnfinished } from './unfinished-restore.js'

type Steps = NonNullable<DataSourceOptions['migrations']>

/** Creates a data source with every migration, or with those in `steps`. The role in `DATABASE_URL` must own the database. */
export function createDataSource(databaseUrl: string, steps: Steps = migrations): DataSource {
  return new DataSource({
    type: 'postgres',
    url: inUtc(databaseUrl),
    applicationName: 'roadbook migrate',
    migrations: steps,
    migrationsTableName: 'schema_migrations',
    migrationsTransactionMode: 'each',
    poolSize: 1,
    logger: new Silence(),
    // The session must not be closed during a pause, because it has the advisory lock and the lock time-out.
    extra: { idleTimeoutMillis: 0 },
  })
}

/** Logger that logs nothing. Errors are thrown. Errors that another attempt may solve need not be logged. */
class Silence extends AbstractLogger {
  protected override writeLog(): void {}
}

const TURN_POLL_MS = 500

interface MigrateOptions extends Partial<Patience> {
  environment?: Record<string, string | undefined>
  /** Other migrations, used by tests. */
  steps?: Steps
}

/**
 * Migrates a database to the newest schema. Several processes may call this function at the same time. An advisory lock
 * lets only one of them work at a time.
 * @returns the names of the migrations that ran.
 * @throws UnpreparedDatabase if the role lacks rights, with the statements to run and who can run them
 * @throws TableInUse if a step did not get the lock of a table for minutes, with the sessions that have the lock
 * @throws Error if a restore into this database was interrupted, or if the address leads through a pooler that shares sessions
 */
export function migrate(databaseUrl: string, { environment, steps, ...patience }: MigrateOptions = {}): Promise<string[]> {
  return withMigrations(databaseUrl, { environment, steps }, async (source, ask) => {
    if (await isRestoreUnfinished(ask))
      throw new Error('a restore into this database broke off: run "npx roadbook restore" again, with the same backup')
    const before = await landed(ask)
    const finish = () => grantProcessRights(ask)
    await applyMigrations(source, { databaseUrl, finish, patience: { ...PATIENCE, ...patience } })
    return (await landed(ask)).filter((name) => !before.includes(name))
  })
}

/**
 * Migrates a new database to the schema of a backup. The rows of the backup can then be loaded. Rights of the processes'
 * roles are not granted here, but later by {@link migrate}.
 * @param names migrations that this release knows, in any order
 */
export function migrateForRestore(databaseUrl: string, names: ReadonlySet<string>): Promise<void> {
  const steps = migrations.filter(({ name }) => names.has(name))
  return withMigrations(databaseUrl, { steps }, async (source) => {
    await source.runMigrations()
  })
}

/** Returns the names of all migrations of this release, in their order. */
export const migrationNames = (): string[] => migrations.map(({ name }) => name)

/** Runs work on a prepared database, one process at a time. */
async function withMigrations<T>(
  databaseUrl: string,
  { environment = process.env, steps }: Pick<MigrateOptions, 'environment' | 'steps'>,
  work: (source: DataSource, ask: Ask) => Promise<T>,
): Promise<T> {
  await assertOwnSession(databaseUrl)
  const source = await createDataSource(databaseUrl, steps).initialize()
  const ask: Ask = (statement, values) => source.query(statement, values)
  try {
    // The database or the role may have a limit, for sessions behind a pooler. A step may take longer.
    await ask('SET statement_timeout = 0')
    await takeTurn(ask)
    await ask("SELECT set_config('roadbook.timescaledb', $1, false)", [environment.TIMESCALEDB || 'auto'])
    await assertPrepared(ask)
    return await work(source, ask)
  } finally {
    await source.destroy()
  }
}

/**
 * Waits for the advisory lock of migrations by polling. A statement that waits for the lock in the database would keep a
 * transaction open. If the process with the lock builds an index concurrently, it waits for the end of all older
 * transactions, so the two processes would wait for each other.
 */
async function takeTurn(ask: Ask): Promise<void> {
  const isOurs = async () => (await ask<{ is_ours: boolean }>('SELECT pg_try_advisory_lock(5001) AS is_ours'))[0]?.is_ours
  while (!(await isOurs())) await pause(TURN_POLL_MS)
}

/** Returns the names of the migrations that the database has run, in the order in which they ran. */
async function landed(ask: Ask): Promise<string[]> {
  const there = await ask("SELECT WHERE to_regclass('schema_migrations') IS NOT NULL")
  if (there.length === 0) return []
  return (await ask<{ name: string }>('SELECT name FROM schema_migrations ORDER BY id')).map(({ name }) => name)
}
