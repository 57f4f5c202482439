import type { Column, Database } from './catalogue.js'
import type { Person } from './person.js'
import { PLACES } from './places/places.js'
import { columnsOf } from './places/place.js'

/** A text that names the person in a row that is not about them. */
export interface Mention {
  table: string
  /** Id of the row; empty if the table has none. */
  row: string
  column: string
  text: string
}

/** Text in the place of a name. It is shorter than anything that it replaces, so no limit of a column refuses it. */
const MASK = '***'

/** Mails are erased as a whole. */
const NOT_SEARCHED = ['mailbox.mails']

type Names = Pick<Person, 'values' | 'users' | 'customers'>

interface Found {
  oid: number
  ctid: string
  row: string
  texts: (string | null)[]
}

/** Finds every text that names the person, in all columns that may hold names. Reads each table once. */
export async function* findMentions(database: Database, columns: readonly Column[], person: Names): AsyncGenerator<Mention> {
  for (const { table, searched } of searchedIn(columns))
    for await (const { row, texts } of rowsNaming(database, { table, searched, columns }, person))
      for (const [at, text] of texts.entries())
        if (text !== null && maskedText(text, searched[at]!.type, person) !== text)
          yield { table, row, column: searched[at]!.name, text }
}

/**
 * Replaces the names of the person wherever texts may be changed.
 * @returns the number of changed rows by table
 */
export async function maskMentions(
  database: Database,
  columns: readonly Column[],
  person: Names,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { table, searched } of searchedIn(columns)) {
    if (PLACES[table]?.unchangeable) continue
    for await (const { oid, ctid, texts } of rowsNaming(database, { table, searched, columns }, person)) {
      const masked = texts.map((text, at) => text && maskedText(text, searched[at]!.type, person))
      if (masked.every((text, at) => text === texts[at])) continue
      const sets = searched.map(({ name, type }, at) => `${quoted(name)} = $${at + 3}::text::${type}`)
      await database.query(`UPDATE ${table} SET ${sets.join(', ')} WHERE tableoid = $1 AND ctid = $2::tid`, [
        oid,
        ctid,
        ...masked,
      ])
      counts[table] = (counts[table] ?? 0) + 1
    }
  }
  return counts
}

/** Lists tables with the columns in which a name may stand. */
function searchedIn(columns: readonly Column[]): { table: string; searched: Column[] }[] {
  return Object.entries(PLACES).flatMap(([table, place]) => {
    if (NOT_SEARCHED.includes(table)) return []
    const names = columnsOf(place, 'names', 'text')
    const searched = columns.filter((one) => one.table === table && names.includes(one.name) && /^(text|jsonb)$/.test(one.type))
    return searched.length > 0 ? [{ table, searched }] : []
  })
}

async function* rowsNaming(
  database: Database,
  { table, searched, columns }: { table: string; searched: readonly Column[]; columns: readonly Column[] },
  person: Names,
): AsyncGenerator<Found> {
  const patterns = patternsOf(person.values)
  const pairs = namesOf(person)
  if (patterns.length + pairs.length === 0) return
  const conditions = searched.flatMap(({ name, type }) => [
    `${quoted(name)}::text ILIKE ANY ($1)`,
    // In JSON, the parts of a name stand apart.
    ...(type === 'jsonb'
      ? pairs.map((_, at) => `(${quoted(name)}::text ILIKE $${at * 2 + 2} AND ${quoted(name)}::text ILIKE $${at * 2 + 3})`)
      : []),
  ])
  const parts = pairs.flatMap((pair) => pair.map((part) => `%${escaped(JSON.stringify(part))}%`))
  const used = searched.some(({ type }) => type === 'jsonb') ? parts : []
  const id = columns.some((one) => one.table === table && one.name === 'id') ? 'id::text' : "''"
  await database.query(
    `DECLARE mentions NO SCROLL CURSOR FOR SELECT tableoid::int AS oid, ctid::text AS ctid, ${id} AS "row",
       ARRAY[${searched.map(({ name }) => `${quoted(name)}::text`).join(', ')}] AS texts
     FROM ${table} WHERE ${conditions.join(' OR ')}`,
    [patterns, ...used],
  )
  for (;;) {
    const { rows } = await database.query<Found>('FETCH 200 FROM mentions')
    if (rows.length === 0) break
    yield* rows
  }
  await database.query('CLOSE mentions')
}

/** Patterns of ILIKE for texts that contain a value, also as JSON writes it. */
export const patternsOf = (values: readonly string[]): string[] => [
  ...new Set(values.flatMap((value) => [value, JSON.stringify(value).slice(1, -1)].map((text) => `%${escaped(text)}%`))),
]

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

const quoted = (name: string): string => `"${name}"`

const namesOf = ({ users, customers }: Names): [string, string][] =>
  [...users, ...customers].flatMap(({ first_name, last_name }) => (first_name === 'Erased' ? [] : [[first_name, last_name]]))

/** Returns true if a text contains a value, in any case of its letters. */
export const isNamedIn = (text: string, values: readonly string[]): boolean => {
  const lower = text.toLowerCase()
  return values.some((value) => lower.includes(value.toLowerCase()))
}

function maskedText(text: string, type: string, person: Names): string {
  if (type !== 'jsonb') return masked(text, person.values)
  const value: unknown = JSON.parse(text)
  const result = maskedValue(value, person)
  return JSON.stringify(result) === JSON.stringify(value) ? text : JSON.stringify(result)
}

const masked = (text: string, values: readonly string[]): string =>
  values.reduce(
    (so, value) =>
      isNamedIn(so, [value])
        ? so.replaceAll(new RegExp(value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'giu'), MASK)
        : so,
    text,
  )

function maskedValue(value: unknown, person: Names): unknown {
  if (typeof value === 'string') return masked(value, person.values)
  if (Array.isArray(value)) return value.map((one) => maskedValue(one, person))
  if (typeof value !== 'object' || value === null) return value
  const own = Object.values(value)
  const named = namesOf(person).find((pair) => pair.every((part) => own.includes(part)))
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      named?.includes(one as string) ? key : masked(key, person.values),
      named?.includes(one as string) ? MASK : maskedValue(one, person),
    ]),
  )
}
