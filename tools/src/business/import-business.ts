import { createAccount } from '@roadbook/identity/accounts'
import { newSecret } from '@roadbook/api/features/webhooks/signature'
import { Seal } from '@roadbook/api/mail/seal'
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { quoted } from '../backup/archive.js'
import { releasedRules } from '../backup/released-rules.js'
import { hasChunks } from '../backup/tables.js'
import type { DescribedTable, Description } from './archive/archive.js'
import type { ArchiveFolder } from './archive/read-archive.js'
import { type Added, assertIds, assertSame, IS_NEW } from './assert-same.js'
import { fileOf, readTables, type Table } from './catalogue.js'
import { SETTINGS } from './export-business.js'
import { inWords } from './in-words.js'
import type { Taken } from './parts/part.js'
import { PARTS } from './parts/parts.js'
import { addedForAll, alreadyHere, assertAlone, assertFits, listOf, otherRights, recordOf } from './refused.js'

export interface Trial {
  description: Description
  /** Sentences about data that this installation has already. If there is such a sentence, the import is refused. */
  refused: string[]
  /** Sentences about roles that have other rights in this installation. */
  rights: string[]
  /** Sentences about entries of the catalogue that the import would add for all businesses. */
  forAll: string[]
}

/** Checks an archive, and compares it with this installation. Changes nothing, and does not wait for other transactions. */
export async function tryImport(pool: pg.Pool, archive: ArchiveFolder): Promise<Trial> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await client.query(SETTINGS)
    const tables = await readTables(client)
    await assertFits(client, archive, tables)
    await archive.verify()
    const { description } = archive
    return {
      description,
      refused: await alreadyHere(client, archive, tables),
      rights: await otherRights(client, description),
      forAll: await addedForAll(client, archive),
    }
  } catch (error) {
    throw inWords(error)
  } finally {
    await client.query('ROLLBACK').catch(() => undefined)
    client.release()
  }
}

export interface ImportOptions {
  /** Secret with which the API encrypts secrets of webhooks. */
  mailSecret: string
  /** Address of the embedded identity provider, where each user gets an account. If absent, no accounts are created. */
  issuer?: string | undefined
}

/**
 * Adds everything in an archive, with the same ids, in one transaction. Triggers and foreign keys are disabled meanwhile,
 * so that no trigger changes a row. At the end the database checks every foreign key. The added rows must be exactly those
 * that an export of the business would contain, so even an archive that was changed by hand cannot add anything to another
 * business.
 */
export async function importBusiness(pool: pg.Pool, archive: ArchiveFolder, options: ImportOptions): Promise<void> {
  const { description } = archive
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(SETTINGS)
    await client.query("SET LOCAL lock_timeout = '20s'")
    // PostgreSQL cannot alter a table while checks of added rows are deferred to the end of the transaction. Therefore each
    // check runs immediately.
    await client.query('SET CONSTRAINTS ALL IMMEDIATE')
    const tables = await readTables(client)
    await assertFits(client, archive, tables)
    const refused = await alreadyHere(client, archive, tables)
    if (refused.length > 0) throw new Error(`nothing was changed. ${refused.join('; ')}`)
    await assertAlone(client, await addedForAll(client, archive))
    if (options.issuer) await assertIssuer(client, options.issuer)
    const putBack = await releasedRules(client)
    if (!(await hasChunks(client)))
      for (const week of description.weeks) await client.query('SELECT make_waypoint_partition($1)', [week])
    const added = new Map<string, Added>()
    for (const described of description.tables)
      added.set(described.table, await addRows(client, archive, described, tables, options))
    await assertIds(client, description)
    await announce(client, description)
    await putBack()
    await assertSame(client, description, added)
    // A rollback does not reset sequences. They are therefore raised only after all checks have passed.
    await raiseSequences(client, description)
    if (options.issuer) await addAccounts(client, description, options.issuer)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw inWords(error)
  } finally {
    client.release()
  }
  await pool.query(`ANALYZE ${description.tables.map(({ table }) => table).join(', ')}`)
}

async function addRows(
  client: pg.ClientBase,
  archive: ArchiveFolder,
  described: DescribedTable,
  tables: readonly Table[],
  { mailSecret }: ImportOptions,
): Promise<Added> {
  const { table, fields, files } = described
  const part = PARTS[table] as Taken
  const content = fileOf(table)
  const isNumberedAnew = part.isRenumbered && (await hasRows(client, table))
  const names = fields.map(({ name }) => name).filter((name) => !(isNumberedAnew && name === 'id'))
  const filled = table === 'webhooks' ? [['secret', await sealedSecret(mailSecret)] as const] : []
  const columns = [...names, ...filled.map(([name]) => name)].map(quoted).join(', ')
  const values = [
    ...names.map((name) => constantOf(part, name) ?? `r.${quoted(name)}`),
    ...filled.map((_, at) => `$${at + 2}`),
  ].join(', ')
  const equal = part.catalogue?.same.map((column) => `t.${column} IS NOT DISTINCT FROM r.${column}`).join(' AND ')
  const isNew = equal ? `WHERE NOT EXISTS (SELECT FROM ${table} t WHERE ${equal})` : ''
  const insert = (row: string) =>
    `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${values}
     FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS l (line, nth) CROSS JOIN LATERAL jsonb_populate_record(NULL::${table}, ${row}) r ${isNew} ORDER BY nth`
  const secrets = filled.map(([, secret]) => secret)
  const added = { inserted: 0, lines: 0 }
  for (const file of files) {
    const ofTracker = part.isByStay ? await trackerOf(client, table, file) : undefined
    for await (const lines of archive.rows([file])) {
      added.lines += lines.length
      if (ofTracker !== undefined) await assertOfTracker(client, lines, ofTracker, file)
      if (!content) added.inserted += (await client.query(insert(recordOf(described)), [listOf(lines), ...secrets])).rowCount ?? 0
      else
        for (const line of lines) {
          const name = (JSON.parse(line) as Record<string, string>)[content]!
          const hex = `\\x${archive.bytes(name).toString('hex')}`
          const { rowCount } = await client.query(insert(`line || jsonb_build_object('${content}', $2::text)`), [
            listOf([line]),
            hex,
          ])
          added.inserted += rowCount ?? 0
        }
    }
  }
  return added
}

/**
 * Returns the constant that every export writes into a column, for example NULL for a user's account. The import uses this
 * constant instead of the value in the archive, because the archive may have been changed.
 */
const constantOf = ({ values }: Taken, name: string): string | undefined =>
  ['NULL', 'FALSE'].find((constant) => values?.[name] === constant)

/** Returns the id of the tracker to which a file of positions belongs. @throws Error if this archive did not add the tracker */
async function trackerOf(client: pg.ClientBase, table: string, file: string): Promise<number> {
  const id = Number(new RegExp(`^data/${table}/([1-9][0-9]{0,9})\\.ndjson$`).exec(file)?.[1])
  const { rows } = await client.query(`SELECT FROM devices t WHERE t.id::bigint = $1::bigint AND ${IS_NEW}`, [id || 0])
  if (rows.length === 0) throw new Error(`nothing was changed: ${file} is not of a tracker of the archive`)
  return id
}

async function assertOfTracker(client: pg.ClientBase, lines: readonly string[], id: number, file: string): Promise<void> {
  const { rows } = await client.query(
    "SELECT FROM jsonb_array_elements($1::jsonb) line WHERE line->'device_id' IS DISTINCT FROM to_jsonb($2::int) LIMIT 1",
    [listOf(lines), id],
  )
  if (rows.length > 0) throw new Error(`nothing was changed: ${file} has a position of another tracker`)
}

/**
 * Creates a secret for a webhook that nobody knows. A user must later create another one in the portal and give it to the
 * receiver.
 */
const sealedSecret = (mailSecret: string): Promise<Buffer> =>
  new Seal(mailSecret, 'roadbook webhook secrets').close('webhook', newSecret())

async function hasRows(client: pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(`SELECT EXISTS (SELECT FROM ${table}) AS has`)
  return rows[0]!.has
}

/** Raises the sequences above the highest ids, so that they do not give these ids again. */
async function raiseSequences(client: pg.ClientBase, { tables }: Description): Promise<void> {
  for (const { table } of tables) {
    const { rows } = await client.query<{ column: string; sequence: string }>(
      `SELECT a.attname::text AS column, pg_get_serial_sequence($1, a.attname) AS sequence FROM pg_attribute a
       WHERE a.attrelid = $1::regclass AND a.attidentity <> ''`,
      [table],
    )
    for (const { column, sequence } of rows)
      await client.query(
        `SELECT setval($1, greatest((SELECT max(${quoted(column)}) FROM ${table}), (SELECT last_value FROM ${sequence})))`,
        [sequence],
      )
  }
}

/** Does the work of the disabled triggers: reports new trackers and alert rules, and adds up the trips by day again. */
async function announce(client: pg.ClientBase, { business }: Description): Promise<void> {
  for (const table of ['device_changes', 'alert_stay_changes'])
    await client.query(
      `INSERT INTO ${table} (device_id) SELECT d.id FROM devices d JOIN businesses b ON b.id = d.business_id
       WHERE b.path @> ARRAY[$1::int] ORDER BY d.id`,
      [business.id],
    )
  await client.query('UPDATE alert_rulebook SET stamp = stamp + 1')
  const { rows } = await client.query<{ names: string[] | null }>('SELECT array_agg(name) AS names FROM summary_zones')
  const names = rows[0]!.names
  if (names === null) return
  await client.query('DELETE FROM trip_days')
  await client.query('DELETE FROM summary_zones')
  await client.query('SELECT keep_summary_zones($1)', [names])
}

/** Creates accounts whose passwords nobody knows. An invitation from the portal sets a temporary password. */
async function addAccounts(client: pg.ClientBase, { business }: Description, issuer: string): Promise<void> {
  const { rows } = await client.query<{ id: number; email: string; name: string }>(
    `SELECT u.id, u.email, u.first_name || ' ' || u.last_name AS name FROM users u JOIN businesses b ON b.id = u.business_id
     WHERE b.path @> ARRAY[$1::int] AND u.deleted_at IS NULL ORDER BY u.id`,
    [business.id],
  )
  for (const { id, email, name } of rows) {
    const password = randomBytes(32).toString('base64url')
    const subject = await createAccount(client, { email, name, password, mustChangePassword: false })
    await client.query('UPDATE users SET issuer = $2, subject = $3 WHERE id = $1', [id, issuer, subject])
  }
}

/** @throws Error if this installation's users sign in elsewhere, so that nobody could use the new accounts */
async function assertIssuer(client: pg.ClientBase, issuer: string): Promise<void> {
  const { rows } = await client.query<{ issuer: string }>('SELECT DISTINCT issuer FROM users WHERE issuer IS NOT NULL')
  if (rows.length > 0 && !rows.some((row) => row.issuer === issuer))
    throw new Error(`nothing was changed: users of this installation sign in at ${rows[0]!.issuer}, not at ${issuer}`)
}
