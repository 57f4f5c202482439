import type pg from 'pg'
import { columnsOf } from '../person/places/place.js'
import { PLACES } from '../person/places/places.js'
import { isTaken, type Part } from './parts/part.js'

export type Database = Pick<pg.ClientBase, 'query'>

export interface Column {
  name: string
  /** Type in the notation of PostgreSQL: `text`, `jsonb`, `integer[]`. */
  type: string
  isRequired: boolean
  /** Table to which a foreign key of only this column refers. */
  refersTo: string | null
}

export interface Table {
  /** Name of the table, with its schema unless that is `public`. */
  table: string
  /**
   * Columns of the table. Left out are computed columns, and columns with ids of transactions, which have a meaning only in
   * one database.
   */
  columns: Column[]
  /** Columns of the primary key. */
  key: string[]
}

/** Reads all tables of Roadbook in the order of their names. */
export async function readTables(database: Database): Promise<Table[]> {
  const { rows } = await database.query<Table>(`
    SELECT CASE n.nspname WHEN 'public' THEN '' ELSE n.nspname || '.' END || c.relname AS "table",
      (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, NULL), 'isRequired', a.attnotnull,
          'refersTo', (SELECT CASE tn.nspname WHEN 'public' THEN '' ELSE tn.nspname || '.' END || t.relname
            FROM pg_constraint k JOIN pg_class t ON t.oid = k.confrelid JOIN pg_namespace tn ON tn.oid = t.relnamespace
            WHERE k.contype = 'f' AND k.conrelid = c.oid AND k.conkey = ARRAY[a.attnum] LIMIT 1)) ORDER BY a.attnum)
        FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
          AND a.atttypid <> 'xid8'::regtype) AS columns,
      coalesce((SELECT json_agg(a.attname ORDER BY array_position(k.conkey, a.attnum)) FROM pg_constraint k
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (k.conkey) WHERE k.contype = 'p' AND k.conrelid = c.oid), '[]') AS key
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('public', 'identity', 'mailbox') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relpersistence <> 't'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
    ORDER BY 1`)
  return rows
}

/** Returns the columns that are never exported: hashes, encrypted values and passwords. `PLACES` lists them. */
export const secretsOf = (table: string): string[] => columnsOf(PLACES[table] ?? { holds: '' }, 'secrets')

/** Returns the column with the bytes of a file. */
export const fileOf = (table: string): string | undefined => columnsOf(PLACES[table] ?? { holds: '' }, 'files')[0]

/** Required columns with secrets. An archive does not contain the secrets, so an import sets new ones. */
const FILLED: Readonly<Record<string, string>> = { webhooks: 'secret' }

/**
 * Compares the list of parts with a migrated schema.
 * @returns a sentence for each table that the list lacks, or whose entry does not fit the table
 */
export function unclassed(tables: readonly Table[], parts: Readonly<Record<string, Part>>): string[] {
  const problems: string[] = []
  const names = new Set(tables.map(({ table }) => table))
  for (const table of Object.keys(parts)) if (!names.has(table)) problems.push(`${table}: there is no such table`)
  for (const { table, columns, key } of tables) {
    const part = parts[table]
    if (!part) problems.push(`${table}: the list of parts does not have this table`)
    if (!isTaken(part)) continue
    const has = (name: string) => columns.some((column) => column.name === name)
    const named = [part.of, ...(part.needs?.split(' ') ?? []), ...Object.keys(part.values ?? {})]
    for (const name of named) if (name && !has(name)) problems.push(`${table}.${name}: there is no such column`)
    const owner = columns.find(({ name }) => name === part.of)
    if (owner && !isTaken(parts[owner.refersTo ?? ''])) problems.push(`${table}.${owner.name}: it refers to no taken table`)
    if (part.values && !part.because) problems.push(`${table}: it has other values, but no reason`)
    if (fileOf(table) && key.length !== 1) problems.push(`${table}: files need a key of one column`)
    for (const { name, isRequired, refersTo, type } of columns) {
      const isKept = secretsOf(table).includes(name) && FILLED[table] !== name
      if (isKept && isRequired) problems.push(`${table}.${name}: a secret is required, so no row can be taken`)
      if (type === 'bytea' && !secretsOf(table).includes(name) && fileOf(table) !== name)
        problems.push(`${table}.${name}: the list of places must say whether it is a file or a secret`)
      if (refersTo && isRequired && !isTaken(parts[refersTo]) && !('shared' in (parts[refersTo] ?? {})))
        problems.push(`${table}.${name}: it must refer to ${refersTo}, which stays`)
    }
  }
  return problems
}
