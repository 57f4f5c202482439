import { inUtc } from '@roadbook/platform/database'
import { DataSource } from 'typeorm'
import { migrations } from './list.js'
import { assertPrepared } from './preparation.js'
import { grantProcessRights } from './process-roles.js'
import type { Ask } from './timescale.js'
import { isRestoreUnfinished } from './unfinished-restore.js'

export { describeWaypoints } from './timescale.js'
export { UnpreparedDatabase } from './preparation.js'
export { BEGIN_RESTORE, END_RESTORE, isRestoreUnfinished } from './unfinished-restore.js'

/**
 * Creates a data source with every migration, or with those in `only`. The role in `DATABASE_URL` must own the database.
 */
export function createDataSource(databaseUrl: string, only: typeof migrations = migrations): DataSource {
  return new DataSource({
    type: 'postgres',
    url: inUtc(databaseUrl),
    migrations: only,
    migrationsTableName: 'schema_migrations',
    migrationsTransactionMode: 'each',
    poolSize: 1,
  })
}

/**
 * Migrates a database to the newest schema. Several processes may call it at once: an advisory lock lets one work.
 * @returns the names of the migrations that ran.
 * @throws UnpreparedDatabase if the role lacks rights, with the statements to run and who can run them
 * @throws Error if a restore into this database broke off
 */
export function migrate(databaseUrl: string, environment = process.env): Promise<string[]> {
  return withMigrations(databaseUrl, environment, migrations, async (source, ask) => {
    if (await isRestoreUnfinished(ask))
      throw new Error('a restore into this database broke off: run "npx roadbook restore" again, with the same backup')
    const ran = await source.runMigrations()
    await grantProcessRights(ask)
    return ran.map((migration) => migration.name)
  })
}

/**
 * Migrates a new database to the schema that a backup is of, for rows that are loaded next. The processes' roles get their rights
 * by {@link migrate}.
 * @param names migrations that this release knows, in any order
 */
export function migrateForRestore(databaseUrl: string, names: ReadonlySet<string>, environment = process.env): Promise<void> {
  const wanted = migrations.filter(({ name }) => names.has(name))
  return withMigrations(databaseUrl, environment, wanted, async (source) => {
    await source.runMigrations()
  })
}

/** Returns the names of all migrations of this release, in their order. */
export const migrationNames = (): string[] => migrations.map(({ name }) => name)

async function withMigrations<T>(
  databaseUrl: string,
  environment: NodeJS.ProcessEnv,
  only: typeof migrations,
  work: (source: DataSource, ask: Ask) => Promise<T>,
): Promise<T> {
  const source = await createDataSource(databaseUrl, only).initialize()
  const ask: Ask = (statement, values) => source.query(statement, values)
  try {
    await ask('SELECT pg_advisory_lock(5001)')
    await ask("SELECT set_config('roadbook.timescaledb', $1, false)", [environment.TIMESCALEDB ?? 'auto'])
    await assertPrepared(ask)
    return await work(source, ask)
  } finally {
    await source.destroy()
  }
}
