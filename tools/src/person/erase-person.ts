import type pg from 'pg'
import { type Database, readColumns } from './catalogue.js'
import { mailboxMails, type Stored, waitingMails } from './mails.js'
import { findMentions, maskMentions, type Mention, patternsOf } from './mentions.js'
import { findPerson, markPerson, type Person } from './person.js'
import type { Place } from './places/place.js'
import { PLACES } from './places/places.js'

export interface EraseOptions {
  /** E-mail address, `user:ID` or `customer:ID`. */
  who: string
  /** Further texts that name the person. */
  also?: readonly string[]
  /** Secret of waiting mails. */
  mailSecret: string
  /** True to undo everything at the end: the counts are exact, and nothing changes. */
  isTrial: boolean
}

export interface Erased {
  person: Person
  /** Numbers of rows by table. */
  deleted: Record<string, number>
  blanked: Record<string, number>
  /** Texts of other rows in which names were replaced. */
  masked: Record<string, number>
  kept: { table: string; rows: number; because: string }[]
  /** Texts that still name the person, because the law keeps them. */
  left: Mention[]
  /** Trackers that were on a vehicle of the person until now. */
  trackers: string[]
  /** Accounts at an outside identity provider, which the API removes. */
  outsideAccounts: string[]
}

/**
 * Erases a person in one transaction: deletes what is theirs, takes the names from rows that must stay, replaces names in texts of
 * others, and records the erasure. It can be repeated.
 * @throws Error if there is no such person, if they are the last super admin, or if a waiting mail cannot be opened
 */
export async function erasePerson(pool: pg.Pool, { who, also, mailSecret, isTrial }: EraseOptions): Promise<Erased> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    // A batch of the consumer or a migration does not wait for hours. The limit of TimescaleDB is for accidents.
    await client.query("SET LOCAL lock_timeout = '30s'; SET LOCAL timescaledb.max_tuples_decompressed_per_dml_transaction = 0")
    const person = await findPerson(client, who, also)
    await assertNotLastSuperAdmin(client, person)
    await markPerson(client, person)
    const columns = await readColumns(client)
    const trackers = await trackersOf(client)
    const outsideAccounts = person.users.flatMap(({ subject }) =>
      subject !== null && !person.accounts.includes(subject) ? [subject] : [],
    )
    const deleted = await deleteStored(client, person, mailSecret)
    const blanked = await blank(client)
    add(blanked, { audit_log: await forgetActor(client) })
    add(deleted, await deleteRows(client))
    const masked = await maskMentions(client, columns, person)
    await noteOutsideAccounts(client, person, outsideAccounts)
    const left: Mention[] = []
    for await (const mention of findMentions(client, columns, person)) left.push(mention)
    const kept = await keptRows(client)
    await record(client, person)
    await client.query(isTrial ? 'ROLLBACK' : 'COMMIT')
    return { person, deleted, blanked, masked, kept, left, trackers, outsideAccounts }
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
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

/** Deletes mails and jobs that name the person, and files that may: they can be made again. */
async function deleteStored(database: Database, person: Person, mailSecret: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const { values } = person
  if (values.length > 0) {
    const waiting = await idsOf(waitingMails(database, values, mailSecret))
    const arrived = await idsOf(mailboxMails(database, values))
    counts.outgoing_mails = await changed(database, 'DELETE FROM outgoing_mails WHERE id = ANY ($1::uuid[])', [waiting])
    counts['mailbox.mails'] = await changed(database, 'DELETE FROM mailbox.mails WHERE id = ANY ($1::bigint[])', [arrived])
    const { rows } = await database.query<{ jobs: string | null }>("SELECT to_regclass('jobs.job')::text AS jobs")
    if (rows[0]?.jobs)
      counts['jobs.job'] = await changed(
        database,
        'DELETE FROM jobs.job WHERE data::text ILIKE ANY ($1) OR output::text ILIKE ANY ($1)',
        [patternsOf(values)],
      )
  }
  // A name in a workbook or a PDF cannot be replaced, and is not always found. The files can be made again.
  const businesses = [...person.users, ...person.customers].flatMap(({ business_id }) => business_id ?? [])
  if (person.users.length + person.customers.length > 0)
    for (const table of ['exported_files', 'report_files'])
      counts[table] = await changed(database, `DELETE FROM ${table} WHERE business_ids IS NULL OR business_ids && $1::int[]`, [
        businesses,
      ])
  return counts
}

async function idsOf(stored: AsyncIterable<Stored>): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of stored) ids.push(id)
  return ids
}

async function blank(database: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [table, { theirs, erasure }] of Object.entries(PLACES)) {
    if (typeof erasure !== 'object' || !('blanked' in erasure)) continue
    const entries = Object.entries(erasure.blanked)
    const sets = entries.map(([column, value]) => `"${column}" = ${value}`)
    // Rows that are blank already are left alone, so that a repetition reports what is new.
    const old = entries.map(([column]) => `t."${column}"`).join(', ')
    const now = entries.map(([column, value]) => (/^now\(\)/.test(value) ? `t."${column}"` : value)).join(', ')
    counts[table] = await changed(
      database,
      `UPDATE ${table} t SET ${sets.join(', ')} WHERE (${theirs}) AND ROW (${old}) IS DISTINCT FROM ROW (${now})`,
    )
  }
  return counts
}

/** Takes name and address from the audit log's entries of the person. Their id stays. */
const forgetActor = (database: Database): Promise<number> =>
  changed(
    database,
    `UPDATE audit_log t SET actor = 'Erased user ' || t.user_id, remote_address = NULL
     WHERE t.user_id IN (SELECT id FROM pg_temp.person_users)
       AND (t.actor, t.remote_address) IS DISTINCT FROM ('Erased user ' || t.user_id, NULL)`,
  )

async function deleteRows(database: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  // Rows of a parent are found by it, so they go first.
  const depth = ({ theirs }: Place) => theirs?.split(' IN (SELECT p.').length ?? 0
  const tables = Object.entries(PLACES).filter(([, { erasure }]) => erasure === 'deleted')
  for (const [table, { theirs }] of tables.toSorted(([, one], [, other]) => depth(other) - depth(one)))
    counts[table] = await changed(database, `DELETE FROM ${table} t WHERE ${theirs}`)
  return counts
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

/** The API removes an account whose user is gone. The provider may be away, so it tries until it succeeds. */
async function noteOutsideAccounts(database: Database, { users }: Person, subjects: readonly string[]): Promise<void> {
  for (const subject of subjects)
    await database.query('INSERT INTO identity_changes (subject, business_id) VALUES ($1, $2)', [
      subject,
      users.find((user) => user.subject === subject)?.business_id ?? null,
    ])
}

/** Records who was erased, by id alone: for the audit log, and for the day when an older backup is restored. */
async function record(database: Database, { users, customers }: Person): Promise<void> {
  const subjects = [
    ...users.map(({ id, business_id }) => ({ kind: 'user', id, business_id })),
    ...customers.map(({ id, business_id }) => ({ kind: 'customer', id, business_id })),
  ]
  for (const { kind, id, business_id } of subjects) {
    await database.query(
      'INSERT INTO erased_people (kind, person_id) VALUES ($1, $2) ON CONFLICT (kind, person_id) DO UPDATE SET erased_at = now()',
      [kind, id],
    )
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

function add(counts: Record<string, number>, more: Record<string, number>): void {
  for (const [table, count] of Object.entries(more)) counts[table] = (counts[table] ?? 0) + count
}
