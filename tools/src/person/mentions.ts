import type pg from 'pg'
import type { Column, Database } from './catalogue.js'
import { excerpt, isNamedIn, masked, maskedValue, type Names, namedParts } from './names.js'
import { PLACES } from './places/places.js'
import { columnsOf, type Place } from './places/place.js'

/** A text that names the person. Its row is not about the person, or the row must stay. */
export interface Mention {
  table: string
  /** Id of the row; empty if the table has none. */
  row: string
  column: string
  /** Place in a JSON value; empty for other texts. */
  path: string
  /** The name with a few characters around it. */
  text: string
  /** Reason why the text is not replaced. Absent if it may be replaced. */
  because?: string
}

/** A row with at least one such text. */
export interface NamingRow {
  table: string
  row: string
  oid: number
  ctid: string
  mentions: Mention[]
  /** Columns whose text can be changed, each with the text before and after the change. */
  changes: { column: Column; before: string; after: string }[]
}

const MASK = '***'
/**
 * Tables that this search leaves out. Mails are searched separately. An erasure deletes the files of the person's business,
 * and all other files are deleted automatically within a day.
 */
const NOT_SEARCHED = ['mailbox.mails', 'exported_files', 'report_files']
const SAME = 'this row is about somebody or something else: change it in the portal if it should change'
/** Columns that an erasure empties in rows that the person signed. */
const SIGNATURE = ['actor', 'remote_address']

interface Found {
  oid: number
  ctid: string
  row: string
  isOwn: boolean
  isSigned: boolean
  texts: (string | null)[]
}

/**
 * Finds every row whose texts name the person, in all columns that may contain names. Reads each table once, and locks nothing.
 */
export async function* findMentions(database: Database, columns: readonly Column[], names: Names): AsyncGenerator<NamingRow> {
  for (const [table, place] of Object.entries(PLACES)) {
    const searched = searchedIn(table, place, columns)
    if (searched.length === 0) continue
    const hasId = columns.some((one) => one.table === table && one.name === 'id')
    for await (const found of rowsNaming(database, { table, place, searched, hasId }, names)) {
      const one = namingRow(table, place, searched, found, names)
      if (one.mentions.length > 0) yield one
    }
  }
}

function namingRow(table: string, place: Place, searched: readonly Column[], found: Found, names: Names): NamingRow {
  const { row, oid, ctid } = found
  const result: NamingRow = { table, row, oid, ctid, mentions: [], changes: [] }
  const gone = [
    ...(found.isOwn && typeof place.erasure === 'object' && 'blanked' in place.erasure ? Object.keys(place.erasure.blanked) : []),
    ...(found.isSigned ? SIGNATURE : []),
  ]
  for (const [at, column] of searched.entries()) {
    const before = found.texts[at]
    if (typeof before !== 'string' || gone.includes(column.name)) continue
    const because = place.unchangeable ?? (columnsOf(place, 'text').includes(column.name) ? undefined : SAME)
    const parts = [...partsOf(before, column, names)]
    for (const part of parts) result.mentions.push({ table, row, column: column.name, ...part, ...(because && { because }) })
    if (parts.length === 0 || because) continue
    // The column is unique. If only the name were replaced, two of its texts might become equal, so the row's id is added.
    const mask = column.isUnique ? `${MASK} ${row}` : MASK
    result.changes.push({ column, before, after: maskedText(before, column, names, mask) })
  }
  return result
}

function* partsOf(text: string, { type }: Column, names: Names): Generator<{ path: string; text: string }> {
  if (type === 'jsonb') yield* namedParts(JSON.parse(text), names)
  else if (isNamedIn(text, names.values)) yield { path: '', text: excerpt(text, names.values) }
}

const maskedText = (text: string, { type }: Column, names: Names, mask: string): string =>
  type === 'jsonb' ? JSON.stringify(maskedValue(JSON.parse(text), names, mask)) : masked(text, names.values, mask)

/**
 * Replaces the names in a row, unless it has changed since it was read. If a rule of the table refuses the change, the row
 * stays unchanged and the transaction continues.
 * @returns true if the row was changed
 */
export async function maskRow(client: pg.ClientBase, { table, row, oid, ctid, changes }: NamingRow): Promise<boolean> {
  const sets = changes.map(({ column: { name, type } }, at) => `${quoted(name)} = $${at * 2 + 3}::text::${type}`)
  const same = changes.map(({ column: { name, type } }, at) => `${quoted(name)} = $${at * 2 + 4}::text::${type}`)
  const [which, ...key] = row ? ["id::text = $1 AND $2 = ''", row, ''] : ['tableoid = $1::oid AND ctid = $2::tid', oid, ctid]
  await client.query('SAVEPOINT mask')
  try {
    const { rowCount } = await client.query(`UPDATE ${table} SET ${sets.join(', ')} WHERE ${which} AND ${same.join(' AND ')}`, [
      ...key,
      ...changes.flatMap(({ before, after }) => [after, before]),
    ])
    await client.query('RELEASE SAVEPOINT mask')
    return rowCount === 1
  } catch (error) {
    // Error classes 22 and 23 mean that the text does not fit its column, or breaks a rule of the table.
    if (!/^2[23]/.test((error as { code?: string }).code ?? '')) throw error
    await client.query('ROLLBACK TO SAVEPOINT mask')
    return false
  }
}

/** Lists the columns of a table that may contain a name. */
function searchedIn(table: string, place: Place, columns: readonly Column[]): Column[] {
  if (NOT_SEARCHED.includes(table)) return []
  const named = columnsOf(place, 'names', 'text')
  return columns.filter((one) => one.table === table && named.includes(one.name) && /^(text|jsonb)$/.test(one.type))
}

async function* rowsNaming(
  database: Database,
  { table, place, searched, hasId }: { table: string; place: Place; searched: readonly Column[]; hasId: boolean },
  { values, pairs }: Names,
): AsyncGenerator<Found> {
  const patterns = patternsOf(values)
  if (patterns.length + pairs.length === 0) return
  const conditions = searched.flatMap(({ name, type }) => [
    `t.${quoted(name)}::text ILIKE ANY ($1)`,
    // In JSON, first name and last name may be separate values.
    ...(type === 'jsonb'
      ? pairs.map((_, at) => `(t.${quoted(name)}::text ILIKE $${at * 2 + 2} AND t.${quoted(name)}::text ILIKE $${at * 2 + 3})`)
      : []),
  ])
  const parts = pairs.flatMap((pair) => pair.map((part) => `%${escaped(JSON.stringify(part))}%`))
  const used = searched.some(({ type }) => type === 'jsonb') ? parts : []
  const isOwn = place.theirs ? `(${place.theirs}) IS TRUE` : 'FALSE'
  await database.query(
    `DECLARE mentions NO SCROLL CURSOR FOR SELECT t.tableoid::int AS oid, t.ctid::text AS ctid, ${hasId ? 't.id::text' : "''"} AS "row",
       ${isOwn} AS "isOwn", ${place.signed ? `(${place.signed}) IS TRUE` : 'FALSE'} AS "isSigned",
       ARRAY[${searched.map(({ name }) => `t.${quoted(name)}::text`).join(', ')}] AS texts
     FROM ${table} t WHERE (${conditions.join(' OR ')}) ${place.erasure === 'deleted' ? `AND NOT (${isOwn})` : ''}`,
    [patterns, ...used],
  )
  for (;;) {
    const { rows } = await database.query<Found>('FETCH 200 FROM mentions')
    if (rows.length === 0) break
    yield* rows
  }
  await database.query('CLOSE mentions')
}

/**
 * Patterns of ILIKE for texts that may contain a value, also as JSON writes it. They also match parts of longer words, so
 * the result must be checked again.
 */
export const patternsOf = (values: readonly string[]): string[] => [
  ...new Set(values.flatMap((value) => [value, JSON.stringify(value).slice(1, -1)].map((text) => `%${escaped(text)}%`))),
]

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

const quoted = (name: string): string => `"${name}"`
