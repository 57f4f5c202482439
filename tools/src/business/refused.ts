import type pg from 'pg'
import type { ArchiveFolder } from './archive/read-archive.js'
import type { DescribedTable, Description } from './archive/archive.js'
import { rolesOf, migrationsOf } from './export-business.js'
import type { Table } from './catalogue.js'
import { isTaken } from './parts/part.js'
import { PARTS } from './parts/parts.js'

/** Maximum number of values that one sentence lists. */
const NAMED = 5

/**
 * Values other than ids that must be unique in an installation. `of` is the name of the value for people. `archived` is the SQL
 * of the value in a row `r` of the archive, and `here` in a row `t` of this installation.
 */
const ONCE: readonly { table: string; of: string; archived: string; here: string }[] = [
  { table: 'users', of: 'e-mail address', archived: 'lower(r.email)', here: 'lower(t.email)' },
  { table: 'devices', of: 'IMEI', archived: 'r.imei', here: 't.imei' },
  { table: 'devices', of: 'tracker id', archived: 'r.tracker_id', here: 't.tracker_id' },
  { table: 'device_deliveries', of: 'IMEI of a delivered tracker', archived: 'r.imei', here: 't.imei' },
  {
    table: 'entities',
    of: 'frame number (VIN)',
    archived: 'CASE WHEN r.deleted_at IS NULL THEN twin_key(r.frame_number) END',
    here: 'CASE WHEN t.deleted_at IS NULL THEN t.frame_key END',
  },
  {
    table: 'sims',
    of: 'SIM card',
    archived: 'CASE WHEN r.deleted_at IS NULL THEN r.iccid END',
    here: 'CASE WHEN t.deleted_at IS NULL THEN t.iccid END',
  },
]

/**
 * Checks that this release knows everything in the archive, and that the archive's roles have the same ids in this
 * installation.
 * @throws Error with the reason and the remedy
 */
export async function assertFits(client: pg.ClientBase, { description }: ArchiveFolder, tables: readonly Table[]): Promise<void> {
  const here = await migrationsOf(client)
  const [missing, unknown] = [without(here, description.migrations), without(description.migrations, here)]
  if (missing.length > 0 || unknown.length > 0)
    throw new Error(
      `the archive was made by Roadbook ${description.version}, whose database has another schema than this one ` +
        `(${[...missing, ...unknown].slice(0, NAMED).join(', ')}): bring both installations to the same release, and export again`,
    )
  assertCounted(description)
  const known = new Map((await rolesOf(client)).map(({ id, key }) => [id, key]))
  const other = description.roles.find(({ id, key }) => known.get(id) !== key)
  if (other) throw new Error(`the role ${other.key} has another id in this installation, so that users would get other rights`)
  for (const { table, files, fields } of description.tables) {
    const columns = tables.find((one) => one.table === table)?.columns.map(({ name }) => name) ?? []
    if (!isTaken(PARTS[table])) throw new Error(`the archive has rows of ${table}, which no archive of a business has`)
    const strange = fields.find(({ name }) => !columns.includes(name))
    if (strange) throw new Error(`the archive has ${table}.${strange.name}, which this release does not know`)
    for (const file of files)
      if (!description.files.some((one) => one.file === file))
        throw new Error(`schema.json does not list ${file} among its files`)
  }
}

/** @throws Error if the numbers of rows contradict each other, or if a table or file is listed twice */
function assertCounted({ tables, files }: Description): void {
  const names = [...tables.map(({ table }) => table), ...files.map(({ file }) => file)]
  const listed = tables.flatMap((one) => one.files)
  const twice = twiceIn(names) ?? twiceIn(listed)
  if (twice !== undefined) throw new Error(`nothing was changed: schema.json lists ${twice} twice`)
  const rowsOf = new Map(files.map(({ file, rows }) => [file, rows]))
  for (const { table, rows, files: own } of tables)
    if (own.reduce((sum, file) => sum + (rowsOf.get(file) ?? 0), 0) !== rows)
      throw new Error(`nothing was changed: the files of ${table} have another number of rows than schema.json says`)
}

const twiceIn = (all: readonly string[]): string | undefined => all.find((one, at) => all.indexOf(one) !== at)

const without = (all: readonly string[], some: readonly string[]): string[] => all.filter((one) => !some.includes(one))

/** Lists roles that have other rights here than in the installation of the archive, as sentences. */
export async function otherRights(client: pg.ClientBase, { roles }: Description): Promise<string[]> {
  const here = await rolesOf(client)
  return roles.flatMap(({ key, permissions }) => {
    const own = here.find((role) => role.key === key)?.permissions ?? []
    const [more, less] = [without(own, permissions), without(permissions, own)]
    return [
      ...(more.length > 0 ? [`the role ${key} may do more here: ${more.join(', ')}`] : []),
      ...(less.length > 0 ? [`the role ${key} may do less here: it lacks ${less.join(', ')}`] : []),
    ]
  })
}

/**
 * Returns sentences about values in the archive that this installation has already. Such values are ids, e-mail addresses,
 * IMEIs and other unique values. An empty list means that all rows can be added.
 */
export async function alreadyHere(client: pg.ClientBase, archive: ArchiveFolder, tables: readonly Table[]): Promise<string[]> {
  const found: string[] = []
  for (const described of archive.description.tables) {
    const { rows } = await client.query<{ has: boolean }>(`SELECT EXISTS (SELECT FROM ${described.table}) AS has`)
    if (!rows[0]!.has) continue
    for (const { of, condition, shown } of comparisonsOf(described, tables)) {
      const values = new Set<string>()
      for await (const lines of archive.rows(described.files)) {
        const { rows: taken } = await client.query<{ value: string }>(
          `SELECT DISTINCT ${shown} AS value FROM jsonb_array_elements($1::jsonb) line
           CROSS JOIN LATERAL jsonb_populate_record(NULL::${described.table}, ${recordOf(described)}) r
           JOIN ${described.table} t ON ${condition}`,
          [listOf(lines)],
        )
        for (const { value } of taken) values.add(value)
      }
      if (values.size > 0)
        found.push(
          `${described.table}: ${of} ${namesOf([...values].toSorted(byNumber))} ${values.size > 1 ? 'are' : 'is'} here already`,
        )
    }
  }
  return found
}

/**
 * Returns sentences about entries of the catalogue that this installation lacks. If they were added, all businesses of the
 * installation would get them.
 */
export async function addedForAll(client: pg.ClientBase, archive: ArchiveFolder): Promise<string[]> {
  const found: string[] = []
  for (const described of archive.description.tables) {
    const part = PARTS[described.table]
    if (!isTaken(part) || !part.catalogue) continue
    const names: string[] = []
    for await (const lines of archive.rows(described.files)) {
      const { rows } = await client.query<{ name: string }>(
        `SELECT r.name FROM jsonb_array_elements($1::jsonb) line
         CROSS JOIN LATERAL jsonb_populate_record(NULL::${described.table}, ${recordOf(described)}) r
         WHERE ${part.catalogue.rows.replaceAll('t.', 'r.')} AND NOT EXISTS (SELECT FROM ${described.table} t WHERE t.id = r.id)`,
        [listOf(lines)],
      )
      names.push(...rows.map(({ name }) => name))
    }
    if (names.length > 0) found.push(`${described.table}: ${namesOf(names)}`)
  }
  return found
}

/** @throws Error if the import would add entries of the catalogue although this installation has businesses already */
export async function assertAlone(client: pg.ClientBase, forAll: readonly string[]): Promise<void> {
  if (forAll.length === 0) return
  const { rows } = await client.query('SELECT FROM businesses LIMIT 1')
  if (rows.length > 0)
    throw new Error(
      `nothing was changed: all businesses would get what is not here yet. ${forAll.join('; ')}. Add it by hand first`,
    )
}

/** Returns the SQL of a row without the path of its file, because the path is not the value of the column. */
export const recordOf = ({ fields }: DescribedTable): string => {
  const path = fields.find(({ type }) => type === 'bytea')
  return path ? `line - '${path.name}'` : 'line'
}

/** Joins rows to a JSON array as text. The rows are not parsed, so numbers stay unchanged. */
export const listOf = (lines: readonly string[]): string => `[${lines.join(',')}]`

function comparisonsOf({ table }: DescribedTable, tables: readonly Table[]): { of: string; condition: string; shown: string }[] {
  const part = PARTS[table]
  if (!isTaken(part)) return []
  const comparisons = ONCE.filter((one) => one.table === table).map(({ of, archived, here }) => ({
    of,
    condition: `${archived} = ${here}`,
    shown: archived,
  }))
  const key = tables.find((one) => one.table === table)?.key ?? []
  if (!key.includes('id') || part.isRenumbered) return comparisons
  const differs = part.catalogue?.same.map((column) => `r.${column} IS DISTINCT FROM t.${column}`).join(' OR ')
  return [{ of: 'id', condition: `r.id = t.id${differs ? ` AND (${differs})` : ''}`, shown: 'r.id::text' }, ...comparisons]
}

const byNumber = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true })

const namesOf = (values: readonly string[]): string =>
  values.length > NAMED ? `${values.slice(0, NAMED).join(', ')} and ${values.length - NAMED} more` : values.join(', ')
