import { DataSource } from 'typeorm'
import { migrations } from './list.js'

/** A data source that knows every migration; `DATABASE_URL`'s role must own the database. */
export function createDataSource(databaseUrl: string): DataSource {
  return new DataSource({
    type: 'postgres',
    url: databaseUrl,
    migrations,
    migrationsTableName: 'schema_migrations',
    migrationsTransactionMode: 'each',
    poolSize: 1,
  })
}

/**
 * Brings a database to the newest schema. Several processes may call it at once: an advisory lock lets one work.
 * @returns the names of the migrations that ran.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const source = await createDataSource(databaseUrl).initialize()
  try {
    await source.query('SELECT pg_advisory_lock(5001)')
    const ran = await source.runMigrations()
    return ran.map((migration) => migration.name)
  } finally {
    await source.destroy()
  }
}
