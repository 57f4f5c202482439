import type { MigrationInterface, QueryRunner } from 'typeorm'
import type { Ask } from './timescale.js'

/** Index on a table that contains data. Its parts are texts of SQL. */
export interface IndexOnData {
  index: string
  on: string
  /**
   * Columns in parentheses, such as `(device_id, started_at)`. If the method is not B-tree, it precedes them: `USING gin
   * (tags)`.
   */
  by: string
  where?: string
  unique?: true
}

/**
 * Migration that builds indexes while others write to the tables. The migration runs without a transaction, so it may stop
 * before its end. A second run repairs what the first run left unfinished, and skips finished indexes.
 */
export abstract class ConcurrentIndexes implements MigrationInterface {
  readonly name = this.constructor.name
  readonly transaction = false
  abstract readonly steps: readonly IndexOnData[]

  async up(runner: QueryRunner): Promise<void> {
    for (const step of this.steps) await buildIndex((statement, values) => runner.query(statement, values), step)
  }

  async down(): Promise<void> {
    throw new Error('migrations only go forward')
  }
}

/**
 * Builds an index. Depending on the kind of table, there are several ways. Uses the one with the shortest waits for
 * writers. Does nothing if the index is complete.
 */
export async function buildIndex(ask: Ask, step: IndexOnData): Promise<void> {
  const found = await find(ask, step)
  if (found?.is_elsewhere) throw new Error(`${step.index} is not an index on ${step.on}: rename it, and run migrate again`)
  if (found?.is_valid) return
  const kind = await kindOf(ask, step.on)
  if (kind === 'partitioned') return buildByPartition(ask, step)
  if (kind === 'hypertable') return buildByChunk(ask, step, found !== undefined)
  // These two statements do not make other users wait. But they wait for the end of older transactions, which may take
  // longer than the time-out of a lock.
  await withoutLockTimeout(ask, async () => {
    if (found) await ask(`DROP INDEX CONCURRENTLY ${step.index}`)
    await ask(create(step, 'CONCURRENTLY'))
  })
}

/**
 * Builds the index of each partition separately. When all partitions have their part of the index, the index of the whole
 * table is complete.
 */
async function buildByPartition(ask: Ask, step: IndexOnData): Promise<void> {
  await ask(create({ ...step, on: `ONLY ${step.on}` }, 'IF NOT EXISTS'))
  for (;;) {
    // Meanwhile partitions may be created (with the index) or dropped.
    const [next] = await ask<{ name: string }>(UNINDEXED, [step.on, step.index])
    if (!next) return
    const index = `${step.index}_${next.name.startsWith(`${step.on}_`) ? next.name.slice(step.on.length + 1) : next.name}`
    try {
      await buildIndex(ask, { ...step, index, on: next.name })
      await ask(`ALTER INDEX ${step.index} ATTACH PARTITION ${index}`)
    } catch (error) {
      if ((error as { code?: string }).code !== UNDEFINED_TABLE || (await exists(ask, next.name))) throw error
    }
  }
}

/**
 * Builds the index chunk by chunk, each in its own transaction. Writers wait only for the chunk that is being built.
 * TimescaleDB cannot do this for unique indexes. It also cannot build an index without any lock.
 */
async function buildByChunk(ask: Ask, step: IndexOnData, isBroken: boolean): Promise<void> {
  if (step.unique) throw new Error(`${step.index}: TimescaleDB builds no unique index by chunk`)
  if (isBroken) await ask(`DROP INDEX ${step.index}`)
  await ask(create(step, '', 'WITH (timescaledb.transaction_per_chunk)'))
}

const create = ({ index, on, by, where, unique }: IndexOnData, how: string, storage = ''): string =>
  `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${how} ${index} ON ${on} ${by} ${storage} ${where ? `WHERE ${where}` : ''}`

const find = async (ask: Ask, { index, on }: IndexOnData) =>
  (
    await ask<{ is_valid: boolean; is_elsewhere: boolean }>(
      `SELECT coalesce(i.indisvalid AND i.indisready, false) AS is_valid, i.indrelid IS DISTINCT FROM to_regclass($2)::oid AS is_elsewhere
     FROM pg_class c LEFT JOIN pg_index i ON i.indexrelid = c.oid WHERE c.oid = to_regclass($1)`,
      [index, on],
    )
  )[0]

async function kindOf(ask: Ask, table: string): Promise<'plain' | 'partitioned' | 'hypertable'> {
  const [is] = await ask<{ partitioned: boolean; timescale: boolean }>(
    `SELECT relkind = 'p' AS partitioned, to_regclass('timescaledb_information.hypertables') IS NOT NULL AS timescale
     FROM pg_class WHERE oid = $1::regclass`,
    [table],
  )
  if (is?.partitioned) return 'partitioned'
  const hypertables = is?.timescale
    ? await ask(
        `SELECT FROM timescaledb_information.hypertables WHERE format('%I.%I', hypertable_schema, hypertable_name)::regclass = $1::regclass`,
        [table],
      )
    : []
  return hypertables.length > 0 ? 'hypertable' : 'plain'
}

/** First partition of $1 that has no part of the index $2. */
const UNINDEXED = `SELECT p.inhrelid::regclass::text AS name FROM pg_inherits p
  WHERE p.inhparent = $1::regclass AND NOT EXISTS (
    SELECT FROM pg_inherits part JOIN pg_index i ON i.indexrelid = part.inhrelid
    WHERE part.inhparent = $2::regclass AND i.indrelid = p.inhrelid)
  ORDER BY 1 LIMIT 1`
const UNDEFINED_TABLE = '42P01'

const exists = async (ask: Ask, table: string) => (await ask('SELECT WHERE to_regclass($1) IS NOT NULL', [table])).length > 0

async function withoutLockTimeout(ask: Ask, work: () => Promise<void>): Promise<void> {
  const [before] = await ask<{ value: string }>("SELECT current_setting('lock_timeout') AS value")
  await ask("SELECT set_config('lock_timeout', '0', false)")
  try {
    await work()
  } finally {
    // If the connection is lost, this statement fails. Its error is ignored, because it would hide the first error.
    await ask("SELECT set_config('lock_timeout', $1, false)", [before!.value]).catch(() => undefined)
  }
}
