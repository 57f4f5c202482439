import type pg from 'pg'
import { type Database, readColumns } from './catalogue.js'
import { mailboxMails, type Stored, waitingMails } from './mails.js'
import { findMentions, maskRow, type Mention, type NamingRow, patternsOf } from './mentions.js'
import { isNamedIn } from './names.js'
import { assertOnePerson, findPerson, markPerson, type Person, readStays, type Stay } from './person.js'
import type { Place } from './places/place.js'
import { PLACES } from './places/places.js'

export interface EraseOptions {
  /** E-mail addresses, `user:ID` and `customer:ID`. */
  who: readonly string[]
  /** Further texts that name the person, such as a former name. */
  also?: readonly string[]
  /** Secret with which waiting mails are decrypted. */
  mailSecret: string
  /** True to undo everything at the end. The counts are then exact, and nothing changes. */
  isTrial: boolean
  /** True to replace the names in free texts of rows that are not about the person. By default they are only listed. */
  masksTexts?: boolean
  /** True to erase everybody who was found, even if their names differ. */
  takesEverybody?: boolean
}

export interface Erased {
  person: Person
  /** Numbers of rows by table. */
  deleted: Record<string, number>
  blanked: Record<string, number>
  /** Texts of other rows in which names were replaced. */
  masked: { table: string; row: string; column: string; before: string; after: string }[]
  kept: { table: string; rows: number; because: string }[]
  /** Texts that still name the person after the erasure. */
  left: Mention[]
  /** Waiting mails to others that name the person. */
  mailsToOthers: Stored[]
  /** Trackers that were on a vehicle of the person until now. */
  trackers: string[]
  /** Vehicles of the person with an open case. */
  missing: number[]
  /** Accounts at an outside identity provider, which the API removes. */
  outsideAccounts: string[]
}

/** Results of the search. The search only reads and locks nothing, so a long search delays nobody. */
interface Found {
  person: Person
  rows: NamingRow[]
  mails: Stored[]
  jobs: string[]
  stays: Stay[]
  trackers: string[]
  /** Vehicles of the person with an open case. */
  missing: number[]
}

/**
 * Tables that the consumer process changes all the time, because trackers report. The erasure changes them last, so that their
 * rows are locked only for a short time.
 */
const HOT = ['device_states', 'installations', 'trips']
/** Removes the time limit of statements, and the maximum number of rows that TimescaleDB decompresses in a transaction. */
const NO_LIMITS = 'SET statement_timeout = 0; SET timescaledb.max_tuples_decompressed_per_dml_transaction = 0'

/**
 * Erases a person: searches without locks, deletes the positions in portions, and does the rest in one transaction. It
 * deletes the person's own rows, removes the names from rows that must stay, and records the erasure. If the erasure fails,
 * or if a process wrote something about the person meanwhile, the erasure can be repeated.
 * @throws Error if there is no such person, if people of several names were found, if the person is the last super admin,
 *   or if a waiting mail cannot be opened
 */
export async function erasePerson(pool: pg.Pool, options: EraseOptions): Promise<Erased> {
  const { isTrial } = options
  const client = await pool.connect()
  try {
    await client.query(NO_LIMITS)
    await client.query('BEGIN')
    const found = await search(client, options)
    const waypoints = isTrial ? await countPositions(client, found.stays) : 0
    await client.query('COMMIT')
    if (!isTrial) {
      if (!options.takesEverybody) assertOnePerson(found.person, options.who)
      assertNoneMissing(found)
    }
    const gone = isTrial ? waypoints : await deletePositions(client, found.stays)
    const erased = await change(client, found, options)
    if (gone > 0) erased.deleted.waypoints = gone
    return erased
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    // The connection's limits were changed, so it must not go back to the pool.
    client.release(true)
  }
}

async function search(client: pg.PoolClient, { who, also, mailSecret }: EraseOptions): Promise<Found> {
  const person = await findPerson(client, who, also)
  await assertNotLastSuperAdmin(client, person)
  await markPerson(client, person)
  const rows: NamingRow[] = []
  for await (const row of findMentions(client, await readColumns(client), person)) rows.push(row)
  const mails: Stored[] = []
  for await (const mail of waitingMails(client, person, mailSecret)) mails.push(mail)
  for await (const mail of mailboxMails(client, person)) mails.push(mail)
  const jobs = await endedJobsNaming(client, person)
  const [stays, trackers, missing] = [await readStays(client), await trackersOf(client), await missingOf(client)]
  return { person, rows, mails, jobs, stays, trackers, missing }
}

/** Changes everything but the positions, in one transaction. */
async function change(client: pg.PoolClient, found: Found, { isTrial, masksTexts = false }: EraseOptions): Promise<Erased> {
  const { person, mails, trackers, missing } = found
  await client.query('BEGIN')
  await client.query(`SET LOCAL lock_timeout = '${isTrial ? '2s' : '30s'}'`)
  await markPerson(client, person)
  const { masked, left } = await maskTexts(client, found.rows, masksTexts)
  // Some rows are found only through another row, so the names are removed before any row is deleted.
  const blanked: Record<string, number> = {}
  for (const table of Object.keys(PLACES)) if (!HOT.includes(table)) add(blanked, table, await blank(client, table))
  // The consumer process does not change ended trips for new reports. A longer lock on these trips therefore delays no report.
  add(blanked, 'trips', await blank(client, 'trips', 'NOT t.is_open'))
  add(blanked, 'audit_log', await forgetSigner(client))
  const deleted = await deleteStored(client, found)
  await deleteRows(client, deleted)
  const outsideAccounts = person.users.flatMap(({ subject }) =>
    subject !== null && !person.accounts.includes(subject) ? [subject] : [],
  )
  await noteOutsideAccounts(client, person, outsideAccounts)
  const kept = await keptRows(client)
  await record(client, person)
  // The state of a tracker is locked before its trips, in the same order as in the consumer process.
  for (const table of HOT) add(blanked, table, await blank(client, table, table === 'trips' ? 't.is_open' : 'TRUE'))
  await client.query(isTrial ? 'ROLLBACK' : 'COMMIT')
  const mailsToOthers = mails.filter((mail) => mail.in === 'outgoing_mails' && !mail.isTheirs)
  return { person, deleted, blanked, masked, kept, left, mailsToOthers, trackers, missing, outsideAccounts }
}

/**
 * Throws if a vehicle of the person is missing. The erasure would delete the case of a stolen vehicle, and with it the data
 * that the police received.
 */
function assertNoneMissing({ missing }: Found): void {
  if (missing.length > 0)
    throw new Error(`vehicle ${missing.join(', ')} is reported missing. End the case in the portal first, or it is lost`)
}

async function missingOf(database: Database): Promise<number[]> {
  const { rows } = await database.query<{ entity_id: number }>(
    "SELECT t.entity_id FROM missing_cases t WHERE t.state = 'open' AND (" + PLACES.missing_cases!.theirs + ') ORDER BY 1',
  )
  return rows.map(({ entity_id }) => entity_id)
}

async function assertNotLastSuperAdmin(database: Database, { users }: Person): Promise<void> {
  if (!users.some(({ is_super_admin }) => is_super_admin)) return
  const { rowCount } = await database.query(
    `SELECT FROM users u JOIN roles r ON r.id = u.role_id WHERE r.key = 'super-admin' AND u.deleted_at IS NULL AND u.id <> ALL ($1) LIMIT 1`,
    [users.map(({ id }) => id)],
  )
  if (!rowCount) throw new Error('this is the last super admin. Make another one first, or nobody can manage Roadbook')
}

async function trackersOf(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ imei: string }>(
    `SELECT DISTINCT d.imei FROM pg_temp.person_stays s JOIN devices d ON d.id = s.device_id
     JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL WHERE s.is_on_it_now ORDER BY 1`,
  )
  return rows.map(({ imei }) => imei)
}

const OF_STAY = 'device_id = $1 AND positioned_at >= $2::timestamptz AND positioned_at < $3::timestamptz'

async function countPositions(database: Database, stays: readonly Stay[]): Promise<number> {
  let count = 0
  for (const { device_id, since, till } of stays) {
    const { rows } = await database.query<{ count: number }>(`SELECT count(*)::int AS count FROM waypoints WHERE ${OF_STAY}`, [
      device_id,
      since,
      till,
    ])
    count += rows[0]!.count
  }
  return count
}

/**
 * Deletes the positions week by week. Each deletion is a transaction of its own, so that other work does not wait for long.
 */
async function deletePositions(database: Database, stays: readonly Stay[]): Promise<number> {
  let count = 0
  for (const { device_id, since, till } of stays) {
    const { rows: weeks } = await database.query<{ since: string; till: string }>(
      `SELECT g::text AS since, least(g + interval '7 days', $3::timestamptz)::text AS till
       FROM (SELECT min(positioned_at) AS first, max(positioned_at) AS last FROM waypoints WHERE ${OF_STAY}) x,
         generate_series(x.first, x.last, interval '7 days') g`,
      [device_id, since, till],
    )
    for (const week of weeks)
      count += await changed(database, `DELETE FROM waypoints WHERE ${OF_STAY}`, [device_id, week.since, week.till])
  }
  return count
}

async function maskTexts(
  client: pg.PoolClient,
  rows: readonly NamingRow[],
  masksTexts: boolean,
): Promise<Pick<Erased, 'masked' | 'left'>> {
  const masked: Erased['masked'] = []
  const left: Mention[] = []
  for (const one of rows) {
    const isMasked = masksTexts && one.changes.length > 0 && (await maskRow(client, one))
    if (isMasked)
      for (const { column, before, after } of one.changes)
        masked.push({ table: one.table, row: one.row, column: column.name, before, after })
    const changedColumns = isMasked ? one.changes.map(({ column }) => column.name) : []
    left.push(...one.mentions.filter(({ column }) => !changedColumns.includes(column)))
  }
  return { masked, left }
}

/** Returns jobs that have ended and name the person. The library's table is absent until the API has started once. */
async function endedJobsNaming(database: Database, { values }: Person): Promise<string[]> {
  const { rows } = await database.query<{ jobs: string | null }>("SELECT to_regclass('jobs.job')::text AS jobs")
  if (!rows[0]?.jobs || values.length === 0) return []
  const { rows: jobs } = await database.query<{ id: string; texts: string }>(
    `SELECT id::text, concat_ws(' ', data::text, output::text) AS texts FROM jobs.job
     WHERE state::text IN ('completed', 'cancelled', 'failed') AND (data::text ILIKE ANY ($1) OR output::text ILIKE ANY ($1))`,
    [patternsOf(values)],
  )
  return jobs.filter(({ texts }) => isNamedIn(texts, values)).map(({ id }) => id)
}

/**
 * Deletes mails to the person, and ended jobs that name the person. Also deletes files that may name the person, because files
 * can be made again.
 */
async function deleteStored(database: Database, { person, mails, jobs }: Found): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const idsIn = (table: Stored['in']) => mails.flatMap((mail) => (mail.in === table ? [mail] : []))
  // Waiting mails to others are still sent. The mailbox is only for trying Roadbook out, so all mails in it that name the
  // person are deleted.
  const waiting = idsIn('outgoing_mails').flatMap(({ id, isTheirs }) => (isTheirs ? [id] : []))
  const arrived = idsIn('mailbox.mails').map(({ id }) => id)
  add(counts, 'outgoing_mails', await changed(database, 'DELETE FROM outgoing_mails WHERE id = ANY ($1::uuid[])', [waiting]))
  add(counts, 'mailbox.mails', await changed(database, 'DELETE FROM mailbox.mails WHERE id = ANY ($1::bigint[])', [arrived]))
  if (jobs.length > 0)
    add(counts, 'jobs.job', await changed(database, 'DELETE FROM jobs.job WHERE id = ANY ($1::uuid[])', [jobs]))
  // A name in a workbook or a PDF cannot be replaced and is not always found, so such files are deleted. They can be made
  // again.
  const businesses = [...person.users, ...person.customers].flatMap(({ business_id }) => business_id ?? [])
  if (person.users.length + person.customers.length > 0)
    for (const table of ['exported_files', 'report_files'])
      add(
        counts,
        table,
        await changed(database, `DELETE FROM ${table} WHERE business_ids IS NULL OR business_ids && $1::int[]`, [businesses]),
      )
  return counts
}

/**
 * Removes the names from the person's rows of a table. Rows that no longer contain names are left unchanged, so that a
 * repetition counts only new changes.
 */
async function blank(database: Database, table: string, condition = 'TRUE'): Promise<number> {
  const { theirs, erasure } = PLACES[table]!
  if (typeof erasure !== 'object' || !('blanked' in erasure)) return 0
  const entries = Object.entries(erasure.blanked)
  const sets = entries.map(([column, value]) => `"${column}" = ${value}`)
  const old = entries.map(([column]) => `t."${column}"`).join(', ')
  const now = entries.map(([column, value]) => (/^(now\(\)|t\.)/.test(value) ? `t."${column}"` : value)).join(', ')
  return changed(
    database,
    `UPDATE ${table} t SET ${sets.join(', ')} WHERE (${theirs}) AND ${condition} AND ROW (${old}) IS DISTINCT FROM ROW (${now})`,
  )
}

/** Removes the name and the network address from the person's entries in the audit log. The id of a user stays. */
async function forgetSigner(database: Database): Promise<number> {
  const name = "coalesce('Erased user ' || t.user_id, 'Erased customer')"
  return changed(
    database,
    `UPDATE audit_log t SET actor = ${name}, remote_address = NULL
     WHERE (${PLACES.audit_log!.signed}) AND (t.actor, t.remote_address) IS DISTINCT FROM (${name}, NULL)`,
  )
}

async function deleteRows(database: Database, counts: Record<string, number>): Promise<void> {
  // Some rows are found only through another row, so they are deleted before the other row.
  const depth = ({ theirs }: Place) => theirs?.split(' IN (SELECT p.').length ?? 0
  const tables = Object.entries(PLACES).filter(([table, { erasure }]) => erasure === 'deleted' && table !== 'waypoints')
  for (const [table, { theirs }] of tables.toSorted(([, one], [, other]) => depth(other) - depth(one)))
    add(counts, table, await changed(database, `DELETE FROM ${table} t WHERE ${theirs}`))
}

async function keptRows(database: Database): Promise<Erased['kept']> {
  const kept: Erased['kept'] = []
  for (const [table, { theirs, erasure }] of Object.entries(PLACES)) {
    if (typeof erasure !== 'object') continue
    const because = 'kept' in erasure ? erasure.kept : erasure.because
    const { rows } = await database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table} t WHERE ${theirs}`)
    if (rows[0]!.count > 0) kept.push({ table, rows: rows[0]!.count, because })
  }
  return kept
}

/**
 * Records accounts at an outside identity provider for the API. The provider may be unavailable, so the API tries to remove
 * such an account until it succeeds.
 */
async function noteOutsideAccounts(database: Database, { users }: Person, subjects: readonly string[]): Promise<void> {
  for (const subject of subjects)
    await database.query('INSERT INTO identity_changes (subject, business_id) VALUES ($1, $2)', [
      subject,
      users.find((user) => user.subject === subject)?.business_id ?? null,
    ])
}

/**
 * Records who was erased, by id only. The record is for the audit log. It is also needed if an older backup is restored,
 * because the erasure must then be repeated.
 */
async function record(database: Database, { users, customers }: Person): Promise<void> {
  const subjects = [
    ...users.map(({ id, business_id }) => ({ kind: 'user', id, business_id })),
    ...customers.map(({ id, business_id }) => ({ kind: 'customer', id, business_id })),
  ]
  for (const { kind, id, business_id } of subjects) {
    await database.query('INSERT INTO erased_people (kind, person_id) VALUES ($1, $2) ON CONFLICT (kind, person_id) DO NOTHING', [
      kind,
      id,
    ])
    await database.query(
      `INSERT INTO audit_log (actor, business_id, action, object_type, object_id)
       VALUES ('roadbook person erase', $1, 'person.erase', $2, $3)`,
      [business_id, kind, String(id)],
    )
  }
}

async function changed(database: Database, statement: string, values: unknown[] = []): Promise<number> {
  return (await database.query(statement, values)).rowCount ?? 0
}

function add(counts: Record<string, number>, table: string, count: number): void {
  if (count > 0) counts[table] = (counts[table] ?? 0) + count
}
