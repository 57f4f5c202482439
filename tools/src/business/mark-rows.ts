import type pg from 'pg'
import { quoted } from '../backup/archive.js'
import { fileOf, readTables, secretsOf, type Column, type Table } from './catalogue.js'
import { isMarked, isTaken, marked, type Taken } from './parts/part.js'
import { PARTS } from './parts/parts.js'

/** Rows of a table that are exported with a business. The SQL works only in the transaction that marked the rows. */
export interface Marked {
  table: string
  part: Taken
  key: string[]
  /** Columns in the archive, each with the SQL of its value for a row `t`. The value of a file is its path in the archive. */
  columns: (Column & { sql: string })[]
  /** SQL condition for rows `t` that belong to the business. */
  theirs: string
  /** SQL condition for rows `t` of the business that can be imported, because they need no row of another business. */
  whole: string
}

/**
 * Marks the rows of a business and of all businesses below it in temporary tables. For each table to which other tables
 * refer, a temporary table contains the keys of the marked rows. Another one contains the times in which trackers belonged
 * to these businesses.
 * @returns the exported tables, each after the tables to which it refers
 */
export async function markRows(client: pg.ClientBase, businessId: number): Promise<Marked[]> {
  const tables = await readTables(client)
  await client.query("SELECT set_config('roadbook.moving', $1, true)", [String(businessId)])
  const isTarget = new Set(tables.flatMap(({ columns }) => columns.map(({ refersTo }) => refersTo)))
  const found: Marked[] = []
  for (const table of inOrder(tables)) {
    const one = conditionsOf(table)
    if (table.table === 'waypoints') await markStays(client)
    if (isTarget.has(table.table) && table.key.length === 1) {
      const name = `moving_${table.table.replace('.', '_')}`
      await client.query(`DROP TABLE IF EXISTS pg_temp.${name}`)
      await client.query(
        `CREATE TEMPORARY TABLE ${name} ON COMMIT DROP AS SELECT t.${table.key[0]} AS key FROM ${table.table} t WHERE ${one.whole}`,
      )
      await client.query(`ALTER TABLE pg_temp.${name} ADD PRIMARY KEY (key)`)
      await client.query(`ANALYZE pg_temp.${name}`)
    }
    found.push(one)
  }
  return found
}

/**
 * Returns the exported tables in the order in which their rows can be marked. The conditions of a table may use marked rows of
 * other tables, so it comes after these.
 */
function inOrder(tables: readonly Table[]): Table[] {
  const ordered: Table[] = []
  const seen = new Set<string>()
  const add = (table: Table) => {
    const part = PARTS[table.table]
    if (seen.has(table.table) || !isTaken(part)) return
    seen.add(table.table)
    const before = [...table.columns.map(({ refersTo }) => refersTo), ...(part.after ?? [])]
    for (const other of tables) if (before.includes(other.table)) add(other)
    ordered.push(table)
  }
  for (const table of tables) add(table)
  return ordered
}

function conditionsOf({ table, columns, key }: Table): Marked {
  const part = PARTS[table] as Taken
  const owner = columns.find(({ name }) => name === part.of)
  const theirs = part.rows ?? isMarked(part.of!, owner?.refersTo ?? '')
  const needed = part.needs?.split(' ') ?? []
  const whole = [`(${theirs})`, ...(part.only ? [`(${part.only})`] : [])]
  for (const { name, isRequired, refersTo } of columns) {
    if (refersTo === null || refersTo === table || !isTaken(PARTS[refersTo])) continue
    if (name === part.of || part.values?.[name] !== undefined) continue
    if (isRequired) whole.push(isMarked(name, refersTo))
    else if (needed.includes(name)) whole.push(`(t.${name} IS NULL OR ${isMarked(name, refersTo)})`)
  }
  const secrets = secretsOf(table)
  const taken = columns.filter((one) => !secrets.includes(one.name) && !isOfStaying(one))
  return {
    table,
    part,
    key,
    theirs,
    whole: whole.join(' AND '),
    columns: taken.map((column) => ({ ...column, sql: valueOf(table, part, key, column) })),
  }
}

/**
 * Returns true if a column refers to a table that is not exported, and whose rows are not the same in every installation
 * either. Such a column is left out.
 */
const isOfStaying = ({ refersTo }: Column): boolean =>
  refersTo !== null && !isTaken(PARTS[refersTo]) && !('shared' in (PARTS[refersTo] ?? {}))

/** Returns true for a reference that becomes empty if its target is not exported. */
export const isLoose = ({ table, part }: Pick<Marked, 'table' | 'part'>, { name, isRequired, refersTo }: Column): boolean =>
  refersTo !== null && !isRequired && isTaken(PARTS[refersTo]) && part.values?.[name] === undefined && table !== 'businesses'

function valueOf(table: string, part: Taken, key: readonly string[], column: Column): string {
  const own = `t.${quoted(column.name)}`
  if (part.values?.[column.name] !== undefined) return part.values[column.name]!
  if (column.name === fileOf(table)) return pathOf(table, key[0]!)
  return isLoose({ table, part }, column) ? `CASE WHEN ${isMarked(column.name, column.refersTo!)} THEN ${own} END` : own
}

/** Returns the SQL of a file's path. Its extension depends on the row's media type. Photos of missing vehicles are JPEG. */
const pathOf = (table: string, key: string): string => {
  const type = table === 'missing_case_photos' ? "'image/jpeg'" : 't.media_type'
  return `'files/${table}/' || t.${key} || CASE ${type} WHEN 'image/jpeg' THEN '.jpg' WHEN 'image/png' THEN '.png'
    WHEN 'image/webp' THEN '.webp' WHEN 'application/pdf' THEN '.pdf' WHEN 'text/csv' THEN '.csv' ELSE '.bin' END`
}

/**
 * Records about trackers that the business has now. Each record has a time, and `is_own` is true if it belongs to the
 * business. If a tracker belonged to another business before, one of these records shows this: an installation, a claim, an
 * entry of the audit log, or the last position. The tracker's time at the other business ends with the last record of that
 * business.
 */
const RECORDS = `
  SELECT i.device_id, i.installed_at AS at, TRUE AS is_own FROM installations i WHERE i.id IN ${marked('installations')}
  UNION ALL SELECT i.device_id, coalesce(i.removed_at, 'infinity'), FALSE FROM installations i WHERE i.id NOT IN ${marked('installations')}
  UNION ALL SELECT c.device_id, c.decided_at, c.business_id IN ${marked('businesses')} FROM device_claims c WHERE c.state = 'registered'
  UNION ALL SELECT d.id, a.at, (a.business_id IN ${marked('businesses')}) IS TRUE
    FROM devices d JOIN audit_log a ON a.object_type = 'device' AND a.object_id = d.id::text WHERE d.business_id IN ${marked('businesses')}
  UNION ALL SELECT s.device_id, s.last_positioned_at, FALSE FROM device_states s WHERE s.business_id NOT IN ${marked('businesses')}`

/**
 * Marks the times whose positions are exported. These are the times in which a tracker was on a vehicle of the business. If
 * the business has the tracker now, its time begins with the business's first record after the last record of another
 * business. Earlier times are left out, because no record shows to whom the tracker belonged.
 */
async function markStays(client: pg.ClientBase): Promise<void> {
  await client.query('DROP TABLE IF EXISTS pg_temp.moving_stays')
  await client.query(
    `CREATE TEMPORARY TABLE moving_stays ON COMMIT DROP AS
     WITH records AS (
       SELECT r.* FROM (${RECORDS}) r JOIN devices d ON d.id = r.device_id WHERE d.business_id IN ${marked('businesses')}
     ), others AS (
       SELECT device_id, coalesce(max(at) FILTER (WHERE NOT is_own), '-infinity') AS till FROM records GROUP BY device_id
     ), stays AS (
       SELECT device_id, tstzrange(installed_at, removed_at) AS during FROM installations WHERE id IN ${marked('installations')}
       UNION ALL
       SELECT r.device_id, tstzrange(min(r.at), NULL) FROM records r JOIN others o ON o.device_id = r.device_id AND r.at >= o.till
       WHERE r.is_own GROUP BY r.device_id
     ), apart AS (SELECT device_id, unnest(range_agg(during)) AS during FROM stays GROUP BY device_id)
     SELECT device_id, coalesce(lower(during), '-infinity') AS since, coalesce(upper(during), 'infinity') AS till FROM apart`,
  )
}

/** Data that an import leaves out, or that the archive does not contain. */
export interface Loss {
  table: string
  /** Column whose reference becomes empty. If absent, the loss is whole rows, which are only in the folder `left`. */
  column?: string
  rows: number
  why: string
  /** True if the rows are not in the folder `left`, because they may belong to another business. */
  isHidden?: true
}

/** Counts the data that an import leaves out: rows that need a row of another business, and references to such rows. */
export async function lossesOf(client: pg.ClientBase, tables: readonly Marked[]): Promise<Loss[]> {
  const losses: Loss[] = []
  for (const one of tables) {
    if (one.part.isByStay) continue
    const loose = one.columns.filter((column) => isLoose(one, column))
    const lost = loose.map(
      ({ name, refersTo }, at) =>
        `count(*) FILTER (WHERE (${one.whole}) AND t.${name} IS NOT NULL AND NOT ${isMarked(name, refersTo!)})::int AS c${at}`,
    )
    const { rows } = await client.query<Record<string, number>>(
      `SELECT ${['count(*) FILTER (WHERE (' + one.whole + ') IS NOT TRUE)::int AS left', ...lost].join(', ')} FROM ${one.table} t WHERE ${one.theirs}`,
    )
    const counts = rows[0]!
    const hidden = one.part.isHidden ? { isHidden: true as const } : {}
    if (counts.left! > 0)
      losses.push({ table: one.table, rows: counts.left!, why: 'they need rows of another business', ...hidden })
    for (const [at, { name, refersTo }] of loose.entries())
      if (counts[`c${at}`]! > 0)
        losses.push({
          table: one.table,
          column: name,
          rows: counts[`c${at}`]!,
          why: `the row in ${refersTo} is of another business`,
        })
  }
  return losses
}
