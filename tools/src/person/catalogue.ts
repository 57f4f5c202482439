import type pg from 'pg'
import { columnsOf, KINDS, type Place } from './places/place.js'

export type Database = Pick<pg.ClientBase, 'query'>

export interface Column {
  /** Name of the table, with its schema unless that is `public`. */
  table: string
  name: string
  /** Type as PostgreSQL writes it: `text`, `jsonb`, `integer[]`. */
  type: string
  /** Table of persons that the column refers to. */
  refersTo: 'users' | 'consumers' | 'identity.accounts' | null
  /** True if a unique index contains the column, with or without other columns. */
  isUnique: boolean
  /** True if rows with a reference are deleted together with the person. The database then treats them as the person's own. */
  isOwned: boolean
}

/** Reads all columns of Roadbook's tables that are not computed from others. */
export async function readColumns(database: Database): Promise<Column[]> {
  const { rows } = await database.query<Column>(`
    SELECT CASE n.nspname WHEN 'public' THEN '' ELSE n.nspname || '.' END || c.relname AS "table", a.attname::text AS name,
      format_type(a.atttypid, NULL) AS type, f.target AS "refersTo", coalesce(f.owned, FALSE) AS "isOwned",
      EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND (a.attnum = ANY (i.indkey) OR EXISTS (
        SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid AND d.refobjid = c.oid
          AND d.refobjsubid = a.attnum))) AS "isUnique"
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
    LEFT JOIN LATERAL (
      SELECT CASE tn.nspname WHEN 'public' THEN '' ELSE tn.nspname || '.' END || t.relname AS target, k.confdeltype = 'c' AS owned
      FROM pg_constraint k JOIN pg_class t ON t.oid = k.confrelid JOIN pg_namespace tn ON tn.oid = t.relnamespace
      WHERE k.contype = 'f' AND k.conrelid = c.oid AND k.conkey = ARRAY[a.attnum]
        AND (tn.nspname, t.relname) IN (('public', 'users'), ('public', 'consumers'), ('identity', 'accounts')) LIMIT 1
    ) f ON TRUE
    WHERE n.nspname IN ('public', 'identity', 'mailbox') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relpersistence <> 't' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
    ORDER BY 1, a.attnum`)
  return rows
}

/**
 * Types whose values cannot name anybody: numbers, moments, booleans and ids. Columns of other types must be in the list of
 * places.
 */
const NAMELESS =
  /^(smallint|integer|bigint|real|double precision|numeric|boolean|uuid|oid|xid8|interval|date|time\b.*|timestamp\b.*|tstzrange|timestamp.*\[\])$/
const PLACE = /latitude|longitude/

/**
 * Compares the list of places with a migrated schema.
 * @returns a sentence for each table and column that the list lacks, that it names twice, or that does not exist
 */
export function unclassed(columns: readonly Column[], places: Readonly<Record<string, Place>>): string[] {
  const problems: string[] = []
  const tables = new Set(columns.map(({ table }) => table))
  for (const table of tables) {
    const own = columns.filter((one) => one.table === table)
    const place = places[table]
    if (!place) {
      problems.push(`${table}: the list of places does not have this table`)
      continue
    }
    const named = columnsOf(place, ...KINDS)
    for (const { name, type, refersTo, isOwned } of own) {
      const count = named.filter((one) => one === name).length
      if (count > 1) problems.push(`${table}.${name}: it is of two kinds`)
      if (count === 0 && (!NAMELESS.test(type) || PLACE.test(name))) problems.push(`${table}.${name} (${type}): no kind is named`)
      if (refersTo && isOwned && !place.theirs)
        problems.push(`${table}.${name}: rows of a person go with it, but the list does not say which`)
    }
    const known = own.map(({ name }) => name)
    for (const name of named) if (!known.includes(name)) problems.push(`${table}.${name}: there is no such column`)
    if (Boolean(place.theirs) !== Boolean(place.erasure)) problems.push(`${table}: erasure is missing, or nothing is erased`)
  }
  for (const table of Object.keys(places)) if (!tables.has(table)) problems.push(`${table}: there is no such table`)
  return problems
}
