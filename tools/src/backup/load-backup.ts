import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createQueueTables } from '@roadbook/api/jobs/queue/create-queue-tables'
import { BEGIN_RESTORE, END_RESTORE, isRestoreUnfinished, migrate, migrateForRestore, migrationNames } from '@roadbook/migrations'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { type Header, type Partition, quoted, type Trailer } from './archive.js'
import { releasedRules } from './released-rules.js'
import type { ArchiveReader } from './read-archive.js'
import { hasChunks, tablesOf } from './tables.js'
import { openSession } from './take-backup.js'

/** Error for a database that is not empty. */
export class DatabaseInUse extends Error {
  override name = 'DatabaseInUse'
}

/** Error for a database that has all rows of the backup, but whose migration to this release has failed. */
export class NotMigrated extends Error {
  override name = 'NotMigrated'
}

export interface Loaded extends Trailer {
  /**
   * Names of things that were left out, each with the reason: tables and partitions that Roadbook does not have, or whose
   * rows do not fit this release.
   */
  leftOut: string[]
}

/**
 * Throws if this release is older than the backup.
 * @throws Error with the migrations that this release lacks
 */
export function assertReadable({ migrations, version }: Header, ownVersion: string): void {
  const known = new Set(migrationNames())
  const unknown = migrations.filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new Error(
    `this backup was made by Roadbook ${version}, whose database is newer than that of this release, ${ownVersion} ` +
      `(it lacks ${unknown.join(', ')}): restore with the release that made it, or a newer one`,
  )
}

/**
 * Loads a backup into an empty database and brings it to the schema of this release. All rows are loaded in one transaction. If
 * the transaction fails, the database stays empty, and the restore can be repeated.
 * @param archive backup whose header was read already
 * @throws DatabaseInUse if the database is not empty
 * @throws NotMigrated if all rows were loaded, and their migration failed
 */
export async function loadBackup(databaseUrl: string, header: Header, archive: ArchiveReader): Promise<Loaded> {
  const { client, close } = await openSession(databaseUrl)
  try {
    await occupy(client)
    await migrateForRestore(databaseUrl, new Set(header.migrations))
    await assertSchemaOf(client, header)
    const queueVersion = header.queueVersion === null ? null : await createQueueTables(databaseUrl)
    const loaded = await loadRows(client, { header, archive, queueVersion })
    try {
      await migrate(databaseUrl)
      const tables = await tablesOf(client)
      await client.query(`ANALYZE ${tables.map(({ table }) => table).join(', ')}`)
    } catch (error) {
      throw new NotMigrated(
        `the rows are restored, but bringing them to the schema of this release failed: ${(error as Error).message}`,
        { cause: error },
      )
    }
    return loaded
  } finally {
    await close()
  }
}

/** Marks the database as one that is being restored. */
async function occupy(client: pg.ClientBase): Promise<void> {
  if (await isRestoreUnfinished(async (text, values) => (await client.query(text, values)).rows as never)) return
  const tables = await tablesOf(client)
  if (tables.length > 0) {
    const { rows } = await client.query<{ name: string }>('SELECT current_database()::text AS name')
    throw new DatabaseInUse(
      `the database ${rows[0]!.name} is not empty: it has ${tables.length} tables (${tables[0]!.table}, …). Nothing was changed. ` +
        `Create a new database, and restore with its address in DATABASE_URL`,
    )
  }
  await client.query(BEGIN_RESTORE)
}

/** Throws if the database has the schema of another backup, because the restore of that backup was interrupted. */
async function assertSchemaOf(client: pg.ClientBase, { migrations }: Header): Promise<void> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM public.schema_migrations WHERE name <> ALL ($1)', [
    migrations,
  ])
  if (rows.length > 0)
    throw new DatabaseInUse(
      'a restore of another backup, with a newer schema, broke off in this database: restore that one, or into a new database',
    )
}

async function loadRows(
  client: pg.ClientBase,
  { header, archive, queueVersion }: { header: Header; archive: ArchiveReader; queueVersion: number | null },
): Promise<Loaded> {
  await client.query('BEGIN')
  try {
    // PostgreSQL cannot alter a table while checks of added rows are deferred to the end of the transaction. Therefore each
    // check runs immediately.
    await client.query('SET CONSTRAINTS ALL IMMEDIATE')
    const isChunked = await hasChunks(client)
    const isOtherQueue = header.queueVersion !== queueVersion
    const leftOut = await makePartitions(
      client,
      header.partitions.filter(
        ({ name, parent }) => !(isChunked && parent === 'public.waypoints') && !(isOtherQueue && isOfQueue(name)),
      ),
    )
    for (const week of header.weeks) await client.query('SELECT public.make_waypoint_partition($1)', [week])
    // Removes the retention policy, because it would drop data that is older than two years. The nightly housekeeping adds
    // the policy again, with the configured time.
    if (isChunked) await client.query("SELECT remove_retention_policy('waypoints', if_exists => true)")
    const tables = await tablesOf(client)
    const known = new Set(tables.map(({ table }) => table))
    const putBack = await releasedRules(client)
    // If the job queue has another version, its tables are not emptied. One of their rows contains the version. Without this
    // row, the library of the queue could not use or migrate the tables.
    const emptied = [...known].filter((table) => !(isOtherQueue && isOfQueue(table)))
    await client.query(`TRUNCATE ${emptied.join(', ')}`)
    for await (const { table, columns, rows } of archive.tables()) {
      const why = known.has(table) ? otherQueue(table, header.queueVersion, queueVersion) : 'it is not one of Roadbook'
      if (why === undefined)
        await pipeline(
          Readable.from(rows(), { objectMode: false }),
          client.query(from(`COPY ${table} (${columns.map(quoted).join(', ')}) FROM STDIN`)),
        )
      else {
        leftOut.push(`${table}: ${why}`)
        for await (const _rows of rows());
      }
    }
    const { sequences, ...trailer } = await archive.end()
    await setSequences(
      client,
      Object.entries(sequences).filter(([name]) => !(isOtherQueue && isOfQueue(name))),
    )
    await putBack()
    await client.query(END_RESTORE)
    await client.query('COMMIT')
    return { ...trailer, leftOut }
  } catch (error) {
    // If the connection is lost, the database has already rolled the transaction back, and this statement fails.
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** Returns true for the name of a table, partition or sequence of the job queue. */
const isOfQueue = (name: string): boolean => /^"?jobs"?\./.test(name)

/**
 * Returns the reason why rows of the job queue cannot be loaded. They can be loaded only into tables of the same version,
 * because the queue's library migrates only tables that exist, and only to newer versions.
 */
function otherQueue(table: string, theirs: number | null, ours: number | null): string | undefined {
  if (!isOfQueue(table) || theirs === ours) return undefined
  return `the job queue of the backup has version ${theirs}, and that of this release ${ours}; the release that made the backup restores it`
}

/**
 * Makes the partitions. Leaves out partitions of tables that this release does not have, and returns their names with the
 * reason.
 */
async function makePartitions(client: pg.ClientBase, partitions: readonly Partition[]): Promise<string[]> {
  const leftOut: string[] = []
  for (const { name, parent, bound, key, options, storage, indexes } of partitions) {
    const { rows } = await client.query<{ is_there: boolean; has_parent: boolean }>(
      'SELECT to_regclass($1) IS NOT NULL AS is_there, to_regclass($2) IS NOT NULL AS has_parent',
      [name, parent],
    )
    if (rows[0]!.is_there) continue
    if (!rows[0]!.has_parent) {
      leftOut.push(`${name}: ${parent}, whose partition it is, is not one of Roadbook`)
      continue
    }
    const by = key === null ? '' : ` PARTITION BY ${key}`
    const settings = options.length === 0 ? '' : ` WITH (${options.join(', ')})`
    await client.query(`CREATE TABLE ${name} PARTITION OF ${parent} ${bound}${by}${settings}`)
    for (const [column, kind] of Object.entries(storage))
      await client.query(`ALTER TABLE ${name} ALTER ${quoted(column)} SET STORAGE ${kind}`)
    for (const index of indexes) await client.query(index)
  }
  return leftOut
}

async function setSequences(
  client: pg.ClientBase,
  sequences: readonly (readonly [name: string, [last: string, isCalled: boolean]])[],
): Promise<void> {
  for (const [name, [last, isCalled]] of sequences)
    await client.query('SELECT setval(id, $2, $3) FROM to_regclass($1) AS id WHERE id IS NOT NULL', [name, last, isCalled])
}
