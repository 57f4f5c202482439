import type pg from 'pg'
import { nameOf, type Partition, SCHEMAS, type Sequences, type TableHead } from './archive.js'

type Database = Pick<pg.ClientBase, 'query'>

/**
 * Tables that a backup leaves out. The first two are used only by the migrations, and the header of a backup lists the
 * migrations. `backups` records the backups of an installation, and a restored installation has made no backup yet.
 */
const NOT_COPIED = ['public.schema_migrations', 'public.unfinished_restore', 'public.backups']

/** SQL condition for relations `c` in schemas `n`. True for relations of Roadbook that no extension made. */
const OURS = `n.nspname = ANY ($1) AND NOT EXISTS (
  SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`

export interface Table extends TableHead {
  /** False if the role has no right to read all rows of the table. A copy would then lack rows. */
  isWhole: boolean
}

/**
 * Lists every table with rows, in the order of their names, with the columns that are not computed. A partition counts as
 * part of its table. Columns with transaction ids are left out, because the database cluster of the restore counts its own
 * transactions from the beginning. A restored id would be higher than all ids of this cluster, so the change would count as new
 * again and again. On restore, these columns get the id of the restoring transaction, or NULL.
 */
export async function tablesOf(database: Database): Promise<Table[]> {
  const { rows } = await database.query<{ schema: string; name: string; columns: string[]; is_whole: boolean }>(
    `SELECT n.nspname::text AS schema, c.relname::text AS name,
       ARRAY(SELECT a.attname::text FROM pg_attribute a
         WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
           AND a.atttypid <> 'xid8'::regtype ORDER BY a.attnum) AS columns,
       has_table_privilege(c.oid, 'SELECT') AND NOT row_security_active(c.oid) AS is_whole
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE ${OURS} AND c.relkind IN ('r', 'p') AND c.relpersistence = 'p' AND NOT c.relispartition
       AND n.nspname || '.' || c.relname <> ALL ($2)
     ORDER BY n.nspname, c.relname`,
    [SCHEMAS, NOT_COPIED],
  )
  return rows.map(({ schema, name, columns, is_whole }) => ({ table: nameOf(schema, name), columns, isWhole: is_whole }))
}

/**
 * Reads the sequences. A snapshot does not include sequences, and they may rise meanwhile. They are therefore read after
 * the rows, so that a restored sequence does not give a number that a row already has.
 */
export async function sequencesOf(database: Database): Promise<Sequences['sequences']> {
  const { rows } = await database.query<{ schema: string; name: string }>(
    `SELECT n.nspname::text AS schema, c.relname::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE ${OURS} AND c.relkind = 'S' ORDER BY 1, 2`,
    [SCHEMAS],
  )
  const sequences: Sequences['sequences'] = {}
  for (const { schema, name } of rows) {
    const sequence = nameOf(schema, name)
    const { rows: values } = await database.query<{ last: string; is_called: boolean }>(
      `SELECT last_value::text AS last, is_called FROM ${sequence}`,
    )
    sequences[sequence] = [values[0]!.last, values[0]!.is_called]
  }
  return sequences
}

/** Lists the partitions of every table, parents before their partitions. Chunks of TimescaleDB are not among them. */
export async function partitionsOf(database: Database): Promise<Partition[]> {
  const { rows } = await database.query<Partition>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name,
       (SELECT format('%I.%I', pn.nspname, p.relname) FROM pg_class p JOIN pg_namespace pn ON pn.oid = p.relnamespace
        WHERE p.oid = i.inhparent) AS parent,
       pg_get_expr(c.relpartbound, c.oid) AS bound, pg_get_partkeydef(c.oid) AS key, coalesce(c.reloptions, '{}') AS options,
       coalesce((SELECT json_object_agg(a.attname, CASE a.attstorage
           WHEN 'p' THEN 'PLAIN' WHEN 'e' THEN 'EXTERNAL' WHEN 'm' THEN 'MAIN' ELSE 'EXTENDED' END)
         FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
         WHERE a.attrelid = c.oid AND a.attnum > 0 AND a.attstorage <> t.typstorage), '{}') AS storage,
       ARRAY(SELECT pg_get_indexdef(x.indexrelid) FROM pg_index x
         WHERE x.indrelid = c.oid AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = x.indexrelid) ORDER BY 1) AS indexes
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_inherits i ON i.inhrelid = c.oid
     WHERE ${OURS} AND c.relkind IN ('r', 'p') AND c.relispartition
     ORDER BY (SELECT count(*) FROM pg_partition_ancestors(c.oid)), 1`,
    [SCHEMAS],
  )
  return rows
}

/**
 * Returns how waypoints are stored: in partitions (`p`), or in an ordinary table (`r`) that TimescaleDB divides into
 * chunks.
 */
async function kindOfWaypoints(database: Database): Promise<'p' | 'r'> {
  const { rows } = await database.query<{ kind: 'p' | 'r' }>(
    "SELECT relkind::text AS kind FROM pg_class WHERE oid = 'public.waypoints'::regclass",
  )
  return rows[0]!.kind
}

/** Returns true if TimescaleDB keeps the waypoints. */
export const hasChunks = async (database: Database): Promise<boolean> => (await kindOfWaypoints(database)) === 'r'

/**
 * Returns instants within all weeks of waypoints that TimescaleDB keeps. A chunk begins on a Thursday and a week on a
 * Monday, so each chunk touches two weeks.
 */
export async function weeksOfChunks(database: Database): Promise<string[]> {
  if (!(await hasChunks(database))) return []
  const { rows } = await database.query<{ instant: Date }>(
    `SELECT DISTINCT instant FROM timescaledb_information.chunks c
     CROSS JOIN LATERAL (VALUES (c.range_start), (c.range_end - interval '1 second')) AS v (instant)
     WHERE c.hypertable_name = 'waypoints' ORDER BY 1`,
  )
  return rows.map(({ instant }) => instant.toISOString())
}
