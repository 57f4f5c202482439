import type pg from 'pg'
import { type Column, readColumns } from './catalogue.js'
import { archivePage, type Listed } from './archive-page.js'
import { filesIn, mailboxMails, type Stored, waitingMails } from './mails.js'
import { findMentions, type NamingRow } from './mentions.js'
import { isNamedIn } from './names.js'
import { assertOnePerson, findPerson, markPerson, readStays, type Stay } from './person.js'
import { columnsOf, type Place } from './places/place.js'
import { PLACES } from './places/places.js'
import { readable } from './readable.js'
import { ZipFile } from './zip-file.js'

export interface ExportOptions {
  /** E-mail addresses, `user:ID` and `customer:ID`. */
  who: readonly string[]
  /** Further texts that name the person. */
  also?: readonly string[]
  /** Path of the archive that is written. */
  out: string
  /** Secret of waiting mails. */
  mailSecret: string
  now?: Date
}

/**
 * Writes everything that names a person, and what their vehicles reported, into a ZIP file with a page to read it.
 * @returns the files of the archive with their numbers of rows
 */
export async function exportPerson(
  pool: pg.Pool,
  { who, also, out, mailSecret, now = new Date() }: ExportOptions,
): Promise<Listed[]> {
  const client = await pool.connect()
  try {
    // All tables are read as of one moment. The transaction is not read-only, because temporary tables must be filled.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    await client.query('SET LOCAL statement_timeout = 0')
    const person = await findPerson(client, who, also)
    assertOnePerson(person, who)
    await markPerson(client, person)
    const columns = await readColumns(client)
    const archive = new ZipFile(out)
    try {
      const listed: Listed[] = []
      const add = async (entry: Omit<Listed, 'rows'>, parts: Rows, end = '') => {
        const counted = new Counted(parts, end)
        if (!(await counted.first())) return
        await archive.add(entry.file, counted)
        listed.push({ ...entry, rows: counted.rows })
      }
      for (const [table, place] of Object.entries(PLACES)) {
        if (!place.theirs || place.unexported || table === 'waypoints') continue
        const file = `data/${table}.json`
        await add({ file, holds: place.holds, fate: fateOf(place) }, rowsAsJson(client, table, place, columns), '\n]\n')
      }
      const stays = await readStays(client)
      const files = new Map(stays.map((stay) => [`positions/vehicle-${stay.entity_id}-tracker-${stay.imei}.csv`, stay]))
      for (const [file, { device_id, entity_id }] of files) {
        const own = stays.filter((stay) => stay.device_id === device_id && stay.entity_id === entity_id)
        await add({ file, holds: PLACES.waypoints!.holds, fate: 'deleted' }, positionsAsCsv(client, own))
      }
      await add(
        {
          file: 'activity.csv',
          holds: 'what this person did in the portal',
          fate: 'kept, with the id of the person and without the name',
        },
        activityAsCsv(client, columns),
      )
      await add(
        {
          file: 'mentions.csv',
          holds: 'where else a text names this person: the name with a few characters around it',
          fate: 'the operator decides: such texts are about others too',
        },
        mentionsAsCsv(findMentions(client, columns, person)),
      )
      const mails: Stored[] = []
      for await (const mail of both(waitingMails(client, person, mailSecret), mailboxMails(client, person))) mails.push(mail)
      await add(
        { file: 'mails.csv', holds: 'mails to this person, and mails to others that name them', fate: 'deleted or sent' },
        mailsAsCsv(mails),
      )
      for (const { id, text } of mails) {
        if (text === undefined) continue
        const file = `mails/waiting-${id}.txt`
        await archive.add(file, [text])
        listed.push({ file, holds: 'a mail that waits, without its links', fate: 'deleted', rows: 1 })
      }
      for await (const { file, bytes, holds } of filesOf(client, person.values)) {
        await archive.add(file, [bytes])
        listed.push({ file, holds, fate: 'deleted', rows: 1 })
      }
      await archive.add('index.html', [archivePage({ person, listed, at: now })])
      await archive.close()
      await client.query('COMMIT')
      return listed
    } catch (error) {
      await archive.discard()
      throw error
    }
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** Rows of a file, with their number. A file without rows is left out of the archive. */
class Counted implements AsyncIterable<string> {
  rows = 0
  readonly #parts: Rows
  #first: string | undefined

  /** @param end text after the last row */
  constructor(
    parts: Rows,
    private readonly end: string,
  ) {
    this.#parts = parts
  }

  /** Reads the first row. Returns false if there is none. */
  async first(): Promise<boolean> {
    this.#first = await this.#next()
    return this.#first !== undefined
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string, void> {
    for (let part = this.#first; part !== undefined;) {
      this.rows += 1
      yield part
      part = await this.#next()
    }
    if (this.end) yield this.end
  }

  async #next(): Promise<string | undefined> {
    const next = await this.#parts.next()
    return next.done ? undefined : next.value
  }
}

type Rows = AsyncGenerator<string, void>

const fateOf = ({ erasure }: Place): string => {
  if (erasure === 'deleted' || erasure === undefined) return 'deleted'
  return 'kept' in erasure ? `kept: ${erasure.kept}` : `kept without the name: ${erasure.because}`
}

/** Reads a query in portions, one query at a time. */
async function* portions<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  query: string,
  values: unknown[] = [],
): AsyncGenerator<Row> {
  await client.query(`DECLARE portions NO SCROLL CURSOR FOR ${query}`, values)
  for (;;) {
    const { rows } = await client.query<Row>('FETCH 2000 FROM portions')
    if (rows.length === 0) break
    yield* rows
  }
  await client.query('CLOSE portions')
}

/** Columns with the name and network address of a user who did something. */
const SIGNATURE = ['actor', 'remote_address']

/** Returns the SQL of a column's value in the archive. */
function shown({ name, type }: Column, { signed }: Place): string {
  // Places are stored as whole numbers of 1e-7 degrees, and shown in degrees.
  if (type === 'integer' && /latitude|longitude/.test(name)) return `t."${name}" / 1e7::numeric AS "${name}"`
  // If a colleague did something, the colleague's name and network address are left out, because they are the colleague's
  // data.
  if (signed && SIGNATURE.includes(name)) return `CASE WHEN ${signed} THEN t."${name}" END AS "${name}"`
  return `t."${name}"`
}

async function* rowsAsJson(
  client: pg.ClientBase,
  table: string,
  place: Place,
  columns: readonly Column[],
): AsyncGenerator<string, void> {
  const hidden = columnsOf(place, 'secrets', 'files')
  const selected = columns.filter((one) => one.table === table && !hidden.includes(one.name)).map((one) => shown(one, place))
  let before = '[\n'
  for await (const { row } of portions<{ row: unknown }>(
    client,
    `SELECT to_jsonb(x) AS row FROM (SELECT ${selected.join(', ')} FROM ${table} t WHERE ${place.theirs}) x`,
  )) {
    yield before + JSON.stringify(row)
    before = ',\n'
  }
}

async function* positionsAsCsv(client: pg.ClientBase, stays: readonly Stay[]): AsyncGenerator<string, void> {
  let head = 'time,latitude,longitude,speed_kph,heading,altitude_m\n'
  for (const { device_id, since, till } of stays)
    for await (const one of portions<{ line: string }>(
      client,
      // The times are constants, so that the database reads only the partitions with these times.
      `SELECT concat_ws(',', to_char(t.positioned_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), (t.latitude / 1e7::numeric)::numeric(10, 7),
       (t.longitude / 1e7::numeric)::numeric(10, 7), coalesce((t.speed_tenths_kph / 10.0)::numeric(6, 1)::text, ''),
       coalesce(t.heading::text, ''), coalesce(t.altitude_m::text, '')) AS line
     FROM waypoints t WHERE t.device_id = ${device_id} AND t.positioned_at >= '${since}' AND t.positioned_at < '${till}'
     ORDER BY t.positioned_at`,
    )) {
      yield `${head}${one.line}\n`
      head = ''
    }
}

/**
 * Lists the rows that the person made or changed, by table, row and time. The content of the rows is left out, because it
 * belongs to the business or to others.
 */
async function* activityAsCsv(client: pg.ClientBase, columns: readonly Column[]): AsyncGenerator<string, void> {
  let head = 'table,row,as,at,action,object,from\n'
  for (const { table, name } of columns.filter(({ refersTo, isOwned }) => refersTo === 'users' && !isOwned)) {
    const has = (column: string) => columns.some((one) => one.table === table && one.name === column)
    const id = has('id') ? 't.id::text' : "''"
    const at = has('created_at') ? 't.created_at::text' : has('at') ? 't.at::text' : "''"
    const more = table === 'audit_log' ? "t.action, concat_ws(' ', t.object_type, t.object_id), t.remote_address" : "'', '', ''"
    for await (const { cells } of portions<{ cells: (string | null)[] }>(
      client,
      `SELECT ARRAY[${id}, '${name}', ${at}, ${more}]::text[] AS cells FROM ${table} t
       WHERE t.${name} IN (SELECT id FROM pg_temp.person_users) ORDER BY 1`,
    )) {
      yield `${head}${line([table, ...cells])}`
      head = ''
    }
  }
}

async function* mentionsAsCsv(rows: AsyncIterable<NamingRow>): AsyncGenerator<string, void> {
  let head = 'table,row,column,path,text\n'
  for await (const { mentions } of rows)
    for (const { table, row, column, path, text } of mentions) {
      // Left out: answers to other people, and the states of their sign-ins, are data of those people.
      if (PLACES[table]?.unexported) continue
      yield `${head}${line([table, row, column, path, text])}`
      head = ''
    }
}

async function* mailsAsCsv(mails: readonly Stored[]): AsyncGenerator<string, void> {
  let head = 'table,id,at,template,relation\n'
  for (const { in: table, id, at, template, isTheirs } of mails) {
    const relation = isTheirs ? 'a mail to you' : 'a mail to somebody else names you'
    yield `${head}${line([table, id, at.toISOString(), template, relation])}`
    head = ''
  }
}

/** Writes a line of CSV. A cell that begins like a formula gets an apostrophe, so that a spreadsheet does not compute it. */
const line = (cells: readonly (string | null)[]): string =>
  `${cells.map((cell) => `"${(cell ?? '').replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`).join(',')}\n`

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}

/**
 * Tables with files that were made for a user. The files are lists about others, so only files that name the person are
 * included.
 */
const MADE = ['exported_files', 'report_files']

async function* filesOf(
  client: pg.ClientBase,
  values: readonly string[],
): AsyncGenerator<{ file: string; bytes: Buffer; holds: string }> {
  for (const [table, place] of Object.entries(PLACES)) {
    if (!place.files || !place.theirs || table === 'mailbox.mails') continue
    const id = table === 'report_files' ? 't.request_id::text' : 't.id::text'
    for await (const one of filesIn(client, table, { id, content: `t.${place.files}`, condition: place.theirs })) {
      if (MADE.includes(table) && ![...readable(one.bytes)].some((text) => isNamedIn(text, values))) continue
      const extension = EXTENSIONS[one.type ?? ''] ?? (one.bytes[0] === 0xff ? 'jpg' : 'bin')
      yield { file: `files/${table}-${one.id}.${extension}`, bytes: one.bytes, holds: place.holds }
    }
  }
}

async function* both<T>(...sources: AsyncIterable<T>[]): AsyncGenerator<T> {
  for (const source of sources) yield* source
}
