import type pg from 'pg'
import { quoted } from '../backup/archive.js'
import { fileOf, readTables, secretsOf, type Column, type Table } from './catalogue.js'
import { isMarked, isTaken, marked, type Taken } from './parts/part.js'
import { PARTS } from './parts/parts.js'

/** Rows of a table that go with a business. The SQL works in the transaction in which they were marked. */
export interface Marked {
  table: string
  part: Taken
  key: string[]
  /** Columns of the archive, with the SQL of their value for rows `t`. A file is a path in the archive. */
  columns: (Column & { sql: string })[]
  /** Condition for rows `t` that are of the business. */
  theirs: string
  /** Condition for rows `t` of the business that can stand alone, without rows that stay. */
  whole: string
}

/**
 * Marks the rows of a business and all businesses below it in temporary tables: the keys of every table that others refer to, and
 * the times in which trackers were theirs.
 * @returns the taken tables, each after those that it refers to
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

/** Orders the taken tables so that each comes after those whose marked rows its conditions use. */
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

/** References to rows that stay are left out. */
const isOfStaying = ({ refersTo }: Column): boolean =>
  refersTo !== null && !isTaken(PARTS[refersTo]) && !('shared' in (PARTS[refersTo] ?? {}))

/** Returns true for a reference that becomes empty where its target stays. */
export const isLoose = ({ table, part }: Pick<Marked, 'table' | 'part'>, { name, isRequired, refersTo }: Column): boolean =>
  refersTo !== null && !isRequired && isTaken(PARTS[refersTo]) && part.values?.[name] === undefined && table !== 'businesses'

function valueOf(table: string, part: Taken, key: readonly string[], column: Column): string {
  const own = `t.${quoted(column.name)}`
  if (part.values?.[column.name] !== undefined) return part.values[column.name]!
  if (column.name === fileOf(table)) return pathOf(table, key[0]!)
  return isLoose({ table, part }, column) ? `CASE WHEN ${isMarked(column.name, column.refersTo!)} THEN ${own} END` : own
}

/** Names of files by the media type of their row. Photos of missing vehicles are always JPEG. */
const pathOf = (table: string, key: string): string => {
  const type = table === 'missing_case_photos' ? "'image/jpeg'" : 't.media_type'
  return `'files/${table}/' || t.${key} || CASE ${type} WHEN 'image/jpeg' THEN '.jpg' WHEN 'image/png' THEN '.png'
    WHEN 'image/webp' THEN '.webp' WHEN 'application/pdf' THEN '.pdf' WHEN 'text/csv' THEN '.csv' ELSE '.bin' END`
}

/**
 * Records about trackers that the business has now: a moment, and true if the record is of the business. A tracker that another
 * one had is on record there by an installation, a claim, the audit log or its last position. Its time there ends with the last.
 */
const RECORDS = `
  SELECT i.device_id, i.installed_at AS at, TRUE AS is_own FROM installations i WHERE i.id IN ${marked('installations')}
  UNION ALL SELECT i.device_id, coalesce(i.removed_at, 'infinity'), FALSE FROM installations i WHERE i.id NOT IN ${marked('installations')}
  UNION ALL SELECT c.device_id, c.decided_at, c.business_id IN ${marked('businesses')} FROM device_claims c WHERE c.state = 'registered'
  UNION ALL SELECT d.id, a.at, (a.business_id IN ${marked('businesses')}) IS TRUE
    FROM devices d JOIN audit_log a ON a.object_type = 'device' AND a.object_id = d.id::text WHERE d.business_id IN ${marked('businesses')}
  UNION ALL SELECT s.device_id, s.last_positioned_at, FALSE FROM device_states s WHERE s.business_id NOT IN ${marked('businesses')}`

/**
 * Marks the times whose positions go: those in which a tracker was on a vehicle of the business and, for a tracker that the
 * business has now, everything since the first record of the business after the last record of another one. Without a record
 * nothing shows whose the tracker was.
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

/** Something that an archive has only to be read, or not at all. */
export interface Loss {
  table: string
  /** Reference that becomes empty. Absent: the rows are only in the folder `left`. */
  column?: string
  rows: number
  why: string
  /** The rows are not in the folder `left`, as they may be another business's. */
  isHidden?: true
}

/** Counts what an import cannot have: rows that need a row of another business, and references to such rows. */
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
