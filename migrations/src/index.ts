import { inUtc } from '@roadbook/platform/database'
import { DataSource } from 'typeorm'
import { migrations } from './list.js'
import { assertPrepared } from './preparation.js'
import { grantProcessRights } from './process-roles.js'
import type { Ask } from './timescale.js'

export { describeWaypoints } from './timescale.js'
export { UnpreparedDatabase } from './preparation.js'

/** Creates a data source with every migration. The role in `DATABASE_URL` must own the database. */
export function createDataSource(databaseUrl: string): DataSource {
  return new DataSource({
    type: 'postgres',
    url: inUtc(databaseUrl),
    migrations,
    migrationsTableName: 'schema_migrations',
    migrationsTransactionMode: 'each',
    poolSize: 1,
  })
}

/**
 * Migrates a database to the newest schema. Several processes may call it at once: an advisory lock lets one work.
 * @returns the names of the migrations that ran.
 * @throws UnpreparedDatabase if the role lacks rights, with the statements to run and who can run them
 */
export async function migrate(databaseUrl: string, environment = process.env): Promise<string[]> {
  const source = await createDataSource(databaseUrl).initialize()
  const ask: Ask = (statement, values) => source.query(statement, values)
  try {
    await ask('SELECT pg_advisory_lock(5001)')
    await ask("SELECT set_config('roadbook.timescaledb', $1, false)", [environment.TIMESCALEDB ?? 'auto'])
    await assertPrepared(ask)
    const ran = await source.runMigrations()
    await grantProcessRights(ask)
    return ran.map((migration) => migration.name)
  } finally {
    await source.destroy()
  }
}
