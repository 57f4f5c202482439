import { pause } from '@roadbook/platform'
import { inUtc } from '@roadbook/platform/database'
import { AbstractLogger, DataSource, type DataSourceOptions } from 'typeorm'
import { applyMigrations, PATIENCE, type Patience } from './apply.js'
import { migrations } from './list.js'
import { assertPrepared } from './preparation.js'
import { grantProcessRights } from './process-roles.js'
import type { Ask } from './timescale.js'

export { describeWaypoints } from './timescale.js'
export { TableInUse } from './apply.js'
export { UnpreparedDatabase } from './preparation.js'

type Steps = NonNullable<DataSourceOptions['migrations']>

/** Creates a data source with every migration. The role in `DATABASE_URL` must own the database. */
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
    // The session holds the advisory lock and the lock timeout, also while it pauses.
    extra: { idleTimeoutMillis: 0 },
  })
}

/** Logs nothing. Errors are thrown, and those that another attempt may cure are no news. */
class Silence extends AbstractLogger {
  protected override writeLog(): void {}
}

const TURN_POLL_MS = 500

interface MigrateOptions extends Partial<Patience> {
  environment?: Record<string, string | undefined>
  /** Other migrations, for tests. */
  steps?: Steps
}

/**
 * Migrates a database to the newest schema. Several processes may call it at once: an advisory lock lets one work.
 * @returns the names of the migrations that ran.
 * @throws UnpreparedDatabase if the role lacks rights, with the statements to run and who can run them
 * @throws TableInUse if a step did not get the lock of a table for minutes, with who holds it
 */
export async function migrate(
  databaseUrl: string,
  { environment = process.env, steps, ...patience }: MigrateOptions = {},
): Promise<string[]> {
  const source = await createDataSource(databaseUrl, steps).initialize()
  const ask: Ask = (statement, values) => source.query(statement, values)
  try {
    await takeTurn(ask)
    await ask("SELECT set_config('roadbook.timescaledb', $1, false)", [environment.TIMESCALEDB ?? 'auto'])
    await assertPrepared(ask)
    const before = await landed(ask)
    const finish = () => grantProcessRights(ask)
    await applyMigrations(source, { databaseUrl, finish, patience: { ...PATIENCE, ...patience } })
    return (await landed(ask)).filter((name) => !before.includes(name))
  } finally {
    await source.destroy()
  }
}

/**
 * Waits for the advisory lock of migrations. It asks again and again, because a statement that waits in the database is an older
 * transaction, for whose end the other process would wait when it builds an index concurrently.
 */
async function takeTurn(ask: Ask): Promise<void> {
  const isOurs = async () => (await ask<{ is_ours: boolean }>('SELECT pg_try_advisory_lock(5001) AS is_ours'))[0]?.is_ours
  while (!(await isOurs())) await pause(TURN_POLL_MS)
}

/** Returns the names of the migrations that the database has run, in this order. */
async function landed(ask: Ask): Promise<string[]> {
  const there = await ask("SELECT WHERE to_regclass('schema_migrations') IS NOT NULL")
  if (there.length === 0) return []
  return (await ask<{ name: string }>('SELECT name FROM schema_migrations ORDER BY id')).map(({ name }) => name)
}
