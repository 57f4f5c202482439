import type pg from 'pg'
import { quoted } from '../backup/archive.js'
import type { Description } from './archive/archive.js'
import { lossesOf, markRows } from './mark-rows.js'
import { marked } from './parts/part.js'

/** SQL condition for rows `t` that this transaction added. */
export const IS_NEW = 't.xmin = pg_current_xact_id()::xid'

/**
 * Numbers of rows of a table: the rows that were added, and the rows in the archive. Rows of the archive that were not
 * added are entries of the catalogue that this installation already had.
 */
export interface Added {
  inserted: number
  lines: number
}

/**
 * Checks that every added row belongs to the business, and that the business has no other rows, except entries of the
 * catalogue. Counts the rows itself, because the numbers in the archive may be wrong.
 * @throws Error with the first table that differs
 */
export async function assertSame(
  client: pg.ClientBase,
  { business }: Description,
  added: ReadonlyMap<string, Added>,
): Promise<void> {
  const parts = await markRows(client, business.id)
  const lost = await lossesOf(client, parts)
  const strange = lost[0]
  if (strange)
    throw new Error(
      `nothing was changed: ${strange.rows} rows of ${strange.table} in the archive are not of the business alone (${strange.why})`,
    )
  for (const { table, part, whole } of parts) {
    const { inserted, lines } = added.get(table) ?? { inserted: 0, lines: 0 }
    // All positions of these trackers are new, so the positions of other trackers need not be read.
    const isOurs = part.isByStay ? `t.device_id IN ${marked('devices')}` : IS_NEW
    const { rows } = await client.query<{ here: number; ours: number; both: number }>(
      `SELECT count(*) FILTER (WHERE ${whole})::float8 AS here, count(*) FILTER (WHERE ${isOurs})::float8 AS ours,
         count(*) FILTER (WHERE (${whole}) AND ${isOurs})::float8 AS both
       FROM ${table} t ${part.isByStay ? `WHERE ${isOurs}` : ''}`,
    )
    const { here, ours, both } = rows[0]!
    if (here !== lines || ours !== inserted || both !== inserted || (!part.catalogue && inserted !== lines))
      throw new Error(
        `nothing was changed: of ${lines} rows of ${table} in the archive, ${part.catalogue ? here : both} are of the business ${business.id}`,
      )
  }
  await assertTree(client, business)
}

/** @throws Error if the business is below another business, or if a path does not continue the path of the business above */
async function assertTree(client: pg.ClientBase, { id }: Description['business']): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `SELECT t.id FROM businesses t LEFT JOIN businesses p ON p.id = t.parent_id
     WHERE t.id IN ${marked('businesses')} AND (CASE WHEN t.id = $1 THEN t.parent_id IS NULL AND t.path = ARRAY[t.id]
       ELSE t.path = p.path || t.id AND p.id IN ${marked('businesses')} END) IS NOT TRUE LIMIT 1`,
    [id],
  )
  if (rows[0]) throw new Error(`nothing was changed: the business ${rows[0].id} is below another one than an export would have`)
}

/** @throws Error for an id that no installation assigns, or an id so high that few free ids would be left here */
export async function assertIds(client: pg.ClientBase, { tables }: Description): Promise<void> {
  for (const { table } of tables) {
    const { rows: columns } = await client.query<{ name: string; most: string }>(
      `SELECT a.attname::text AS name, CASE a.atttypid WHEN 'int2'::regtype THEN 16383 WHEN 'int4'::regtype THEN 1073741823
         ELSE 4611686018427387903 END::text AS most
       FROM pg_attribute a WHERE a.attrelid = $1::regclass AND a.attidentity <> ''`,
      [table],
    )
    for (const { name, most } of columns) {
      const id = `t.${quoted(name)}`
      const { rows } = await client.query<{ id: string }>(
        `SELECT ${id}::text AS id FROM ${table} t WHERE ${IS_NEW} AND ${id} NOT BETWEEN 1 AND ${most} LIMIT 1`,
      )
      if (rows[0]) throw new Error(`nothing was changed: ${table} has the id ${rows[0].id}. Allowed is 1 to ${most}`)
    }
  }
}
